import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { recoverProblem, replaceProblem } from '@belvedere/contract/rooms/backup/enums.ts'
import { Access } from '../../../kernel/access.ts'
import { deviceSceneChanged } from '../../../devices/device-link.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { requireConfirmed } from '../../../engines/confirm/require-confirmed.ts'
import { deleteDevices, swapHardware } from '../../device/api.ts'
import { type ItemEnd, callerOf, startCommand, type Orderer, type Plan } from '../../task/api.ts'
import { deleteConfig, saveImported } from '../../intent/api.ts'
import { compareFiles } from '../diff/compare-files.ts'
import { documentFiles } from '../diff/config-files.ts'
import { markOf } from '../diff/count-contents.ts'
import { dropContents } from '../drop-contents.job.ts'
import { requestBackups, BACKUP_TIME, type BackupOrder, settleBackup } from '../order-backup.ts'
import { standing } from '../recover/recover-rules.ts'
import { restoreArchive, restoreDocument } from '../recover/restore-device.ts'
import { contentsOf } from '../store.ts'
import { type Move, moveOf } from './map-document.ts'
import type { DeviceHardware } from './store.ts'

/** Previews the move of the configuration to the other device. */
export async function showMap(
  ctx: Ctx,
  { id, device_id }: In<typeof backupCalls.map>,
): Promise<Out<typeof backupCalls.map>> {
  const { old, target, document, moved, problems } = await moveOf(ctx, id, device_id)
  const mark = await markOf(ctx.system)
  const { document: after, ...pairs } = moved
  const files = compareFiles(documentFiles(document, mark), documentFiles(after, mark))
  return { ...pairs, problems, from: sideOf(old), to: sideOf(target), files }
}

const sideOf = ({ id, sn, name, model }: DeviceHardware) => ({ device_id: id, sn, name, model })

/** Sends the configuration to the new hardware; once it runs, the new hardware replaces the old device. */
export async function replaceDevice(
  ctx: Ctx,
  { id, device_id, old: fate, force, wait, ...given }: In<typeof backupCalls.replace>,
): Promise<Out<typeof backupCalls.replace>> {
  const move = await moveOf(ctx, id, device_id)
  const { scene_id } = move.old
  ctx.access.enter(scene_id, 'write')
  const stands = standing(move.problems, force === 1)
  if (stands.length > 0) {
    const words = stands.map(({ id, detail }) => [labelOf(id, ctx.lang), detail].filter(Boolean).join(': '))
    const rejected = [{ id: device_id, name: move.target.name, reason: words.join('; ') }]
    return { total_cnt: 1, err_cnt: 1, accepted_cnt: 0, rejected }
  }
  await requireConfirmed(ctx, { ids: [device_id], action: 'configure' }, given)
  const { name, sn } = move.old
  ctx.audit({
    object: `device:${move.old.id}`,
    name,
    scene_id,
    before: { sn },
    after: { sn: move.target.sn, old: fate },
  })
  return startCommand(ctx, [device_id], wait, replacePlan(callerOf(ctx), move, fate))
}

const labelOf = (id: string, lang: Ctx['lang']) =>
  (recoverProblem.find(id) ?? replaceProblem.find(id))?.[lang] ?? commonErrors.badInput[lang]

function replacePlan(orderer: Orderer, move: Move, fate: 'spare' | 'release'): Plan {
  const { system, operator } = orderer
  const order = (task_id: number): BackupOrder => ({
    source: 'change',
    operator,
    note: '',
    task_id,
    ask: `replace ${task_id}`,
  })
  return {
    type: 'backup_recover',
    timeout: BACKUP_TIME,
    note: { backup: move.row.id, of: move.old.sn, old: fate },
    prepare: (devices, task_id) => requestBackups(system, orderer.db, devices, order(task_id)),
    async settle(task_id, device, end) {
      // new hardware may have no configuration that could be saved
      const saved = await settleBackup(system, order(task_id), device, end)
      if (saved.result !== 0 && saved.reason === 'offline') return saved
      const target = { device_id: device.id, verbs: move.target.verbs }
      const { format, file, sha256 } = move.row
      const by = { task_id, operator }
      const restored =
        format === 'archive'
          ? await restoreArchive(system, target, { file: file ?? '', sha256 }, by)
          : await restoreDocument(system, target, move.moved.document, undefined, by)
      if (restored.result !== 0 && restored.result !== 2) return restored
      return takePlace(system, move, fate, operator, restored)
    },
  }
}

async function takePlace(
  system: System,
  { old, target, row, moved }: Move,
  fate: 'spare' | 'release',
  by: string,
  end: ItemEnd,
): Promise<ItemEnd> {
  const old_name = `${old.name.slice(0, 25)} (${old.sn.slice(-4)})`
  const contents = await system.database.transaction(async (db) => {
    const at = { db, access: Access.system, system }
    await swapHardware(db, old.id, target.id, { old_name, by, at: system.now() })
    await deleteConfig(at, [old.id, target.id])
    // its configuration was just sent and is known, although it cannot be read
    if (row.format === 'document' && !target.verbs.includes('running')) await saveImported(at, old.id, moved.document)
    if (fate === 'spare') return []
    const kept = await contentsOf(db, [target.id])
    await deleteDevices(at, [target.id])
    return kept
  })
  for (const { id, scene_id } of [old, target])
    system.emit(deviceSceneChanged, { device_id: id, scene_id, from: scene_id, gone: true })
  await dropContents(system, contents)
  return { ...end, data: { device_id: old.id } }
}
