import { setTimeout as sleep } from 'node:timers/promises'
import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import type { Ctx, System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { sendCommand, type CommandOutcome, type OrderedWork } from '../../../devices/send-command.ts'
import {
  type IntentCtx,
  compileDevices,
  holdIntents,
  saveRevisions,
  revisionsToSend,
  settle,
} from '../../intent/api.ts'
import { findReserved } from '../store.ts'
import { type PoweredOffDevice, hasLater, holdPowering, listDark, type Powering } from './store.ts'

/** Milliseconds for a switch to accept a configuration; twice that plus the pause is below the timeout of a browser. */
const TAKE = 40_000

/** Turns the power of ports off and on again; false when the switch did not confirm the restore. */
export async function cyclePorts(ctx: Ctx, id: number, ports: readonly string[], seconds: number): Promise<boolean> {
  const { system } = ctx
  const { name, scene_id, off_id } = await system.database.transaction((db) => keepDark({ ...ctx, db }, id, ports))
  ctx.audit({ object: `device:${id}`, name, scene_id, after: { ports, seconds } })
  const by = ctx.session?.name ?? ''
  const outcome = await send(system, id, off_id, {
    by,
    ref: '',
    power: { ports, seconds: seconds + (2 * TAKE) / 1000 },
  })
  if (refused(outcome)) {
    await settle(atOf(system), [{ id: off_id, end: 'returned', message: wordsOf(outcome) }], system.now())
    throw 'nobody' in outcome ? refuse(deviceErrors.offline) : refuse(errors.notTaken, { reason: wordsOf(outcome) })
  }
  await sleep(seconds * 1000)
  return giveBack(system, { device_id: id, off_id, made_by: by })
}

const atOf = (system: System): IntentCtx => ({ db: system.db, access: system.access, system })

/** Stores the configuration without power before it is sent: recovery after a crash finds it. */
async function keepDark(ctx: Ctx, id: number, ports: readonly string[]): Promise<Powering & { off_id: number }> {
  const device = await holdPowering(ctx, id)
  if (!device?.configurable) throw refuse(deviceErrors.notSupported)
  if (!device.online) throw refuse(deviceErrors.offline)
  const taken = await findReserved(ctx, [id])
  if (taken) throw refuse(errors.deviceBusy, taken)
  const plain = (await compileDevices(ctx, [id])).get(id)
  // a full send would also correct drift and send pending changes, which was not requested
  if (plain?.before_revision == null || plain.changed) throw refuse(errors.notAsWanted)
  const dark = (await compileDevices(ctx, [id], await withoutPower(ctx, id, ports))).get(id)
  const wrong = dark?.refusals.find(({ intent }) => ports.some((port) => intent.startsWith(`port/${port}`)))
  if (wrong) throw refuse(errors.noPower, { reason: say(wrong.reason, ctx.lang) })
  if (!dark?.document || !dark.changed) throw refuse(errors.noPower, { reason: ports.join(', ') })
  const how = { source: 'power' as const, change_id: null, by: ctx.session?.name ?? '', now: ctx.now() }
  const { document, explanation, refusals } = dark
  const kept = await saveRevisions(ctx, [{ device_id: id, document, explanation, refusals }], how)
  return { ...device, off_id: kept.get(id)?.id ?? 0 }
}

/** The port settings of this device, without power. */
async function withoutPower(ctx: Ctx, id: number, ports: readonly string[]): Promise<Edit[]> {
  const places = ports.map((key) => ({ level: 2 as const, target_id: id, kind: 'port' as const, key }))
  const rows = new Map((await holdIntents(ctx, places)).map((row) => [row.key, row.fields]))
  return places.map((place): Edit => ({ ...place, set: { ...rows.get(place.key), poe: 0 } }))
}

async function send(
  system: System,
  device_id: number,
  revision_id: number,
  work: OrderedWork,
): Promise<CommandOutcome> {
  const revision = (await revisionsToSend(atOf(system), [revision_id])).get(revision_id)
  return sendCommand(system, device_id, { verb: 'configure', args: { ...revision?.args } }, TAKE, work)
}

/** A clear refusal, or the device is offline: the power stayed on. Any other result may have turned it off. */
const refused = (outcome: CommandOutcome): boolean =>
  'nobody' in outcome || ('answer' in outcome && ('unsupported' in outcome.answer || outcome.answer.result === 1))

const wordsOf = (outcome: CommandOutcome): string =>
  'answer' in outcome && 'msg' in outcome.answer ? outcome.answer.msg.slice(0, 1000) : ''

/** Sends the former configuration, unless another one was sent since. */
async function giveBack(
  system: System,
  { device_id, off_id, made_by }: Pick<PoweredOffDevice, 'device_id' | 'off_id' | 'made_by'>,
): Promise<boolean> {
  const at = atOf(system)
  const now = system.now()
  if (await hasLater(system.db, device_id, off_id)) {
    await settle(at, [{ id: off_id, end: 'returned' }], now)
    return true
  }
  const document = (await compileDevices(at, [device_id])).get(device_id)?.before
  if (!document) return false
  const how = { source: 'back' as const, change_id: null, by: made_by, now }
  const back = (await saveRevisions(at, [{ device_id, document }], how)).get(device_id)
  if (!back) return false
  const outcome = await send(system, device_id, back.id, { by: made_by, ref: '' })
  const taken = 'answer' in outcome && !('unsupported' in outcome.answer) && outcome.answer.result === 0
  // an unconfirmed restore is tried again
  if (taken) await settle(at, [{ id: off_id, end: 'returned' }], now)
  await settle(at, [{ id: back.id, end: taken ? 'running' : 'failed', message: wordsOf(outcome) }], now)
  return taken
}

/** Restores the power of ports where a server died in between, or the switch did not answer. */
export const lightUp = defineJob<unknown, System>({
  name: 'change.light-up',
  every: '* * * * *',
  retries: 0,
  async run(_, system) {
    const tried = await Promise.allSettled(
      (await listDark(system.db, system.now())).map((dark) => giveBack(system, dark)),
    )
    // one failure must not delay the other switches
    for (const one of tried)
      if (one.status === 'rejected') system.log.warn({ error: String(one.reason) }, 'ports are without power')
  },
})
