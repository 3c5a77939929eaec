import { backupBefore } from '../../backup/api.ts'
import { offerImages } from '../../task/api.ts'
import { boundFrom, learnedOf } from '../../topology/api.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import type { System } from '../../../kernel/implement.ts'
import type { Firmware } from '../store.ts'
import type { UpgradeStep } from './decide.ts'
import { type CampaignRow, hasRecentBackup, type RecordedMove } from './store.ts'

/** Maximum age in seconds of a backup that counts as taken before the upgrade. */
const RECENT = 86_400
/** Milliseconds for a device to download the image and confirm. */
const DOWNLOAD = 600_000
/** Minimum seconds for a device after the download: a device that is declared lost too early stops a campaign. */
const LEAST = 300
/** Seconds for which the link is valid. */
const LINK = 3600

interface UpgradeRun {
  run: CampaignRow
  device: { id: number; family: string; firmware: string }
  /** Undefined: it was deleted meanwhile. */
  image: Firmware | undefined
  now(): number
  /** Writes the next step; false: it is not at `was` any more, or another driver has the campaign. */
  move(was: UpgradeStep, to: RecordedMove): Promise<boolean>
}

/**
 * Backs one device up where requested, and sends it the upgrade command. Each step is stored before it is carried out.
 */
export async function upgradeDevice(system: System, work: UpgradeRun): Promise<void> {
  const {
    run,
    device: { id },
    image,
    move,
  } = work
  let step: UpgradeStep = run.options.backup ? 'backup' : 'told'
  if (!image || !(await system.files.has(image.file)))
    return void (await move(step, { id, step: 'failed', reason: 'image_gone' }))
  if (run.options.backup) {
    const failed = await backUp(system, work)
    if (failed !== undefined) return void (await move(step, failed))
    if (!(await move(step, { id, step: 'told' }))) return
    step = 'told'
  }
  await move(step, await order(system, work, image))
}

/** The move when there can be no backup; undefined when there is one, or the device does not support it. */
async function backUp(system: System, { run, device: { id }, now }: UpgradeRun): Promise<RecordedMove | undefined> {
  if (await hasRecentBackup(system.db, id, now() - RECENT)) return undefined
  const kept = (await backupBefore(system, [id], { operator: run.operator, note: run.name })).get(id)
  if (!kept || 'backup_id' in kept || !kept.able) return undefined
  if (kept.failed.reason === 'offline') return { id, step: 'waiting' }
  return { id, step: 'failed', reason: 'backup_failed', msg: kept.failed.msg ?? '' }
}

async function order(
  system: System,
  { run, device: { id, ...kind }, now }: UpgradeRun,
  image: Firmware,
): Promise<RecordedMove> {
  const devices = [{ id, ...kind }]
  const offered = await offerImages(system, system.db, run.task_id, devices, { image, valid: LINK })
  const args = offered.get(id)
  if (!args) return { id, step: 'failed', reason: 'no_way' }
  const keep = run.options.clean ? { keep_config: 0 } : {}
  const work = { by: run.operator, ref: `campaign:${run.id}` }
  const begun = now()
  const outcome = await sendCommand(system, id, { verb: 'upgrade', args: { ...args, ...keep } }, DOWNLOAD, work)
  // devices of its model that completed show how long it takes, from the command on
  const learned = await learnedOf(system.db, id, 'upgrade')
  const most = now() + run.options.back * 60
  const deadline = Math.min(most, Math.max(now() + LEAST, begun + boundFrom(learned, most - begun)))
  const restarting: RecordedMove = { id, step: 'restarting', deadline }
  if ('nobody' in outcome) return { id, step: 'waiting' }
  if ('late' in outcome) return restarting
  if ('broken' in outcome) return { id, step: 'failed', reason: 'refused', msg: outcome.broken }
  if ('unsupported' in outcome.answer) return { id, step: 'failed', reason: 'unsupported' }
  // 2: it may have accepted and lost its link; the running version will show
  const { result, msg } = outcome.answer
  return result === 1 ? { id, step: 'failed', reason: 'refused', msg: msg.slice(0, 1000) } : restarting
}
