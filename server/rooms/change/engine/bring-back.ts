import {
  compileDevices,
  type CompiledDevice,
  saveRevisions,
  revisionsToSend,
  type RevisionToSend,
  sendableFormer,
} from '../../intent/api.ts'
import { readRunning, orderDevice, tookSome } from './order-device.ts'
import { inLanes, pause, type EngineRun } from './run.ts'
import type { DrivenItem, ItemStep } from './store.ts'

const AT_ONCE = 500
/** Seconds by which a device's own timer may be late, including its reconnection. */
const SLACK = 15

/**
 * Marks that a device is to run its former configuration again; `until` is the time after which that counts as failed.
 */
export function startReturn(
  run: EngineRun,
  item: DrivenItem,
  why: Pick<ItemStep, 'reason' | 'msg' | 'lines'> = {},
): Promise<void> {
  const now = run.system.now()
  const timer = item.armed ? Math.max(now, item.until ?? now) + SLACK : now
  return run.keep(item, { state: 'returning', until: timer + run.times.back, ...why })
}

/**
 * Rolls back every changed device: a reachable device is sent its former configuration, repeatedly; an unreachable one
 * rolls back by its own timer, if it has one.
 */
export async function bringBack(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const former = await compileDevices(
    run.at,
    items.map(({ id }) => id),
  )
  await inLanes(run, items, AT_ONCE, async (item) => {
    if (item.state !== 'returning') {
      // a command of an earlier engine may still be in transit
      if (item.state === 'sending') await pause(run, run.times.settle)
      await startReturn(run, item)
    }
    await returnOne(run, item, former.get(item.id))
  })
}

async function returnOne(run: EngineRun, item: DrivenItem, former: CompiledDevice | undefined): Promise<void> {
  if (item.gone) return run.keep(item, { state: 'lost', reason: 'gone' })
  while (!run.stopped && item.state === 'returning') {
    const running = await readRunning(run, item)
    if (running === item.uuid || running === 'mute') {
      // a device that cannot report its running configuration is back when it accepts the former one
      if ((await sendFormer(run, item, former)) && (running === 'mute' || !item.verbs.includes('running')))
        return run.keep(item, { state: 'returned', armed: false })
    } else if (running !== 'away') return home(run, item, running)
    if (item.state !== 'returning') return
    if (run.system.now() >= (item.until ?? 0)) return run.keep(item, { state: 'lost' })
    await pause(run)
  }
}

/**
 * It runs the former configuration: under the former number, or under the one of the rollback, which has to be
 * confirmed.
 */
async function home(run: EngineRun, item: DrivenItem, uuid: number): Promise<void> {
  const back = await backOf(run, item)
  if (back?.uuid === uuid && item.verbs.includes('confirm')) await orderDevice(run, item, 'confirm', { uuid })
  await run.keep(item, { state: 'returned', armed: false })
}

/**
 * Sends the former configuration, under a new number that is stored before it is sent; true when the device accepted
 * it. An armed device keeps its rollback target when it is armed again, so this can only shorten the wait for its own
 * timer.
 */
async function sendFormer(run: EngineRun, item: DrivenItem, former: CompiledDevice | undefined): Promise<boolean> {
  if (!item.back_id && !(await keepFormer(run, item, former))) return false
  const back = await backOf(run, item)
  if (!back) return run.keep(item, { state: 'lost', reason: 'gone' }).then(() => false)
  if (item.verbs.includes('arm'))
    await orderDevice(run, item, 'arm', { uuid: back.uuid, seconds: run.set.options.confirm })
  return tookSome(await orderDevice(run, item, 'configure', back.args, run.times.configure))
}

async function backOf(run: EngineRun, { back_id }: DrivenItem): Promise<RevisionToSend | undefined> {
  return back_id ? (await revisionsToSend(run.at, [back_id])).get(back_id) : undefined
}

/** False: the former configuration is not known, or the device cannot be sent anything. */
async function keepFormer(run: EngineRun, item: DrivenItem, former: CompiledDevice | undefined): Promise<boolean> {
  const how = { source: 'back' as const, change_id: run.id, by: run.set.operator, now: run.system.now() }
  const document = former?.before && (await sendableFormer(item.family, former.before, () => sentTo(run, item)))
  const kept = document ? await saveRevisions(run.at, [{ device_id: item.id, document }], how) : undefined
  const revision = kept?.get(item.id)
  // an armed device has the former configuration stored: its own timer restores it
  if (!revision && item.armed) return false
  if (revision) await run.keep(item, { state: 'returning', back_id: revision.id })
  else await run.keep(item, { state: 'lost', reason: 'unknown' })
  return revision !== undefined
}

const sentTo = async (run: EngineRun, { after_id }: DrivenItem) =>
  (await revisionsToSend(run.at, [after_id])).get(after_id)?.args.config
