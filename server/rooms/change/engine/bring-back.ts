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
/** Seconds a device's own timer may be late, and its way back to us takes. */
const SLACK = 15

/** From now on a device is to run again what it ran; `until` is the moment after which that counts as failed. */
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
 * Everything that was touched runs again what it ran before: a device that can be reached is sent its former configuration, as
 * often as it takes; one that cannot returns by its own timer where it has one.
 */
export async function bringBack(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const former = await compileDevices(
    run.at,
    items.map(({ id }) => id),
  )
  await inLanes(run, items, AT_ONCE, async (item) => {
    if (item.state !== 'returning') {
      // what an earlier engine told it may still be on its way
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
      // one that cannot be asked what it runs is home when it says that it took the former one
      if ((await sendFormer(run, item, former)) && (running === 'mute' || !item.verbs.includes('running')))
        return run.keep(item, { state: 'returned', armed: false })
    } else if (running !== 'away') return home(run, item, running)
    if (item.state !== 'returning') return
    if (run.system.now() >= (item.until ?? 0)) return run.keep(item, { state: 'lost' })
    await pause(run)
  }
}

/** It runs the former configuration: under its own number, or under the one it was sent back with, which has to be confirmed. */
async function home(run: EngineRun, item: DrivenItem, uuid: number): Promise<void> {
  const back = await backOf(run, item)
  if (back?.uuid === uuid && item.verbs.includes('confirm')) await orderDevice(run, item, 'confirm', { uuid })
  await run.keep(item, { state: 'returned', armed: false })
}

/**
 * Sends what it ran before, under a new number that is kept before it is told; true when it took it. A device that is armed keeps what it would
 * return to when it is armed again, so that this can only shorten the wait for its own timer.
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

/** False: nobody knows what it ran, or it cannot be sent anything any more. */
async function keepFormer(run: EngineRun, item: DrivenItem, former: CompiledDevice | undefined): Promise<boolean> {
  const how = { source: 'back' as const, change_id: run.id, by: run.set.operator, now: run.system.now() }
  const document = former?.before && (await sendableFormer(item.family, former.before, () => sentTo(run, item)))
  const kept = document ? await saveRevisions(run.at, [{ device_id: item.id, document }], how) : undefined
  const revision = kept?.get(item.id)
  // an armed one has what it ran on board: its own timer brings it back
  if (!revision && item.armed) return false
  if (revision) await run.keep(item, { state: 'returning', back_id: revision.id })
  else await run.keep(item, { state: 'lost', reason: 'unknown' })
  return revision !== undefined
}

const sentTo = async (run: EngineRun, { after_id }: DrivenItem) =>
  (await revisionsToSend(run.at, [after_id])).get(after_id)?.args.config
