import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { probeSubject } from '../../../devices/device-link.ts'
import { actAs } from '../../../engines/act-as/act-as.ts'
import { countBegun } from '../../alarm/api.ts'
import { sendCommand } from '../../../devices/send-command.ts'
import { gateOf, idsOf, isInEffect, type SetMove, nextMove } from '../rules.ts'
import { backUpAhead } from './back-up.ts'
import { bringBack } from './bring-back.ts'
import { closeReturned, commitSet } from './end-set.ts'
import { type Engine, LeaseLost, moveSet, openRun, pause, type EngineRun } from './run.ts'
import { sendAll } from './send-one.ts'
import { countHealth, type DrivenItem, leases, loadItems, loadSet, lookAgain } from './store.ts'

const askState = { verb: 'refresh' as const, args: { message: 'state' } }
/** Milliseconds for an answer, and maximum number of canary devices that are queried. */
const ANSWERS = 5_000
const MOST_ASKED = 100

/** Drives a set until it ends, another engine takes it over, or this one is stopped. Throws the errors on the way. */
export async function drive(engine: Engine, id: number, signal?: AbortSignal): Promise<void> {
  const { system, by, times } = engine
  if (!(await leases.take(system.db, id, by, times.lease))) return
  const set = await loadSet(system.db, id)
  if (!set) return
  const run = openRun(engine, set)
  const items = await loadItems(system.db, id)
  const stopBeat = keepLease(run, items, signal)
  try {
    let last: SetMove['do'] | undefined = 'gate'
    while (last && !signal?.aborted) last = await step(run, items, last)
    await leases.release(system.db, id, by)
  } catch (error) {
    // otherwise the lease expires, which is the pause before the next attempt
    if (!(error instanceof LeaseLost)) throw error
  } finally {
    stopBeat()
    run.stopped = true
  }
}

/** Renews the lease, and detects a request to end the set. */
function keepLease(run: EngineRun, items: readonly DrivenItem[], signal: AbortSignal | undefined): () => void {
  const { system, by, id, times } = run
  const beat = async () => {
    const kept = await leases.take(system.db, id, by, times.lease)
    const now = kept ? await loadSet(system.db, id) : undefined
    const ends = now?.state === 'running' && (now.asked === 'cancel' || (await lostBy(run, items)) !== undefined)
    if (!now || signal?.aborted || ends) run.stopped = true
  }
  // after a short failure of the database the next renewal may succeed before the lease ends
  const timer = setInterval(() => void beat().catch(() => {}), times.beat * 1000)
  timer.unref()
  return () => clearInterval(timer)
}

const over: ReadonlySet<DrivenItem['state']> = new Set(['failed', 'skipped'])

/** The rights that the author of a running set has lost since; checked before each move, and during one. */
async function lostBy(run: EngineRun, items: readonly DrivenItem[]): Promise<AccountLoss | undefined> {
  if (run.set.state !== 'running') return undefined
  const author = await actAs(run.system, run.set.uid, changeCalls.apply)
  run.author = author
  if ('lost' in author) return author.lost
  const scenes = new Set(items.filter(({ gone, state }) => !gone && !over.has(state)).map(({ scene_id }) => scene_id))
  for (const scene_id of scenes) {
    const lost = author.lossIn(scene_id)
    if (lost) return lost
  }
  return undefined
}

/** Moves of the set alone: its devices are unchanged. */
const ofSet: ReadonlySet<SetMove['do']> = new Set(['soak', 'gate', 'wave', 'offline'])

/** One move, after `last`; undefined when the set has ended. */
async function step(
  run: EngineRun,
  items: readonly DrivenItem[],
  last: SetMove['do'],
): Promise<SetMove['do'] | undefined> {
  const { db } = run.system
  const [set] = await Promise.all([loadSet(db, run.id), ofSet.has(last) ? undefined : lookAgain(db, items)])
  if (!set) return undefined
  run.set = set
  run.stopped = false
  const move = nextMove(set, items, run.system.now(), await lostBy(run, items))
  await perform(run, move, items)
  return move.do === 'end' ? undefined : move.do
}

async function perform(run: EngineRun, move: SetMove, items: readonly DrivenItem[]): Promise<void> {
  const picked = 'ids' in move ? items.filter(({ id }) => move.ids.includes(id)) : []
  switch (move.do) {
    case 'skip':
      return void (await Promise.all(picked.map((item) => skip(run, item))))
    case 'send':
      return sendAll(run, picked, items)
    case 'bring-back':
      return bringBack(run, picked)
    case 'soak':
      return soak(run, items)
    case 'gate':
      return gate(run, items)
    case 'wave':
      return moveSet(run, { phase: 'rest', wave: move.wave }, 'wave', { wave: move.wave })
    case 'offline':
      return moveSet(run, { phase: 'offline' }, 'offline')
    case 'hold':
      await pause(run, holdFor(run, move.until))
      return run.between?.('held')
    case 'commit':
      return commitSet(run, items)
    case 'return':
      return moveSet(run, { state: 'returning', reason: move.reason }, 'returning', { reason: move.reason })
    case 'end':
      return closeReturned(run, items)
  }
}

const holdFor = ({ system, times }: EngineRun, until = Number.POSITIVE_INFINITY) =>
  Math.max(0, Math.min(times.look, until - system.now()))

function skip(run: EngineRun, item: DrivenItem): Promise<void> {
  const reason = item.gone ? 'gone' : run.set.state === 'returning' ? undefined : 'offline'
  // in its new scene, the sent configuration may not be reverted
  const state = item.gone && item.state !== 'waiting' ? 'lost' : 'skipped'
  return run.keep(item, { state, ...(reason ? { reason } : {}) })
}

/** A canary that is offline is not watched. The others are backed up meanwhile. */
function soak(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  backUpAhead(run, items)
  const alive = items.some(({ wave, state }) => wave === 0 && isInEffect(state))
  const seconds = alive ? run.set.options.soak : 0
  return moveSet(run, { phase: 'soak', soak_until: run.system.now() + seconds }, 'soak', { seconds })
}

async function gate(run: EngineRun, items: readonly DrivenItem[]): Promise<void> {
  const { set, system } = run
  const canary = idsOf(items, ({ wave, state }) => wave === 0 && isInEffect(state))
  const looked = [...canary, ...set.watched]
  // the gateway detects a silent device after a minute or more, which is longer than most canaries are watched
  if (canary.length > 0 && set.options.soak > 0) {
    system.bus.publish(probeSubject, { device_ids: looked })
    // nor does a device immediately report peers that it lost
    await Promise.all(canary.slice(0, MOST_ASKED).map((id) => sendCommand(system, id, askState, ANSWERS)))
    await pause(run, run.times.probe)
  }
  const [{ away, terminals }, alarms] = await Promise.all([
    countHealth(system.db, looked),
    countBegun(system.db, looked, set.started_at),
  ])
  const health = { away, terminals_before: set.terminals_before, terminals_now: terminals, alarms }
  const reason = canary.length > 0 ? gateOf(health, set.options) : undefined
  if (reason) return moveSet(run, { state: 'returning', reason }, 'returning', { reason, ...health })
  return moveSet(run, { phase: 'rest' }, 'gate', health)
}
