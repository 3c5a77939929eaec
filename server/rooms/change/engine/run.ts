import { setTimeout as sleep } from 'node:timers/promises'
import { batcher } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import type { actAs } from '../../../engines/act-as/act-as.ts'
import type { OrderedWork } from '../../../devices/send-command.ts'
import type { IntentCtx } from '../../intent/api.ts'
import { changeUpdated } from '../api.ts'
import type { Ahead } from './ahead.ts'
import { type DrivenItem, type DrivenSet, type SetStep, type ItemStep, writeSet, writeSteps } from './store.ts'

/** Seconds. */
export interface Times {
  /** After a configuration was accepted, before the device is queried: a network that fails does so in this time. */
  settle: number
  /** Between two checks of an unreachable device, and of a set that waits. */
  look: number
  /** For one query to a device. */
  answer: number
  /** For a configuration to be accepted. */
  configure: number
  /** For probed devices to answer the gateway, or to be marked offline. */
  probe: number
  /** Minimum time that a device has for a rollback. */
  back: number
  /** The duration of a lease, and the interval of its renewal. */
  lease: number
  beat: number
}

export const usualTimes: Times = {
  settle: 5,
  look: 2,
  answer: 10,
  configure: 60,
  probe: 10,
  back: 180,
  lease: 15,
  beat: 3,
}

export interface Engine {
  system: System
  /** Name of this engine among all that share the database. */
  by: string
  times: Times
  /**
   * Called between a write and an action, and between an action and a write. A test ends an engine by throwing here.
   */
  between?(what: string): void
}

/** One engine that drives one set, until it ends or the lease is lost. */
export interface EngineRun extends Engine {
  at: IntentCtx
  id: number
  set: DrivenSet
  /** The identity of the set for devices and alarms. */
  work: OrderedWork
  /** Rights of its author at the last step; undefined: not read yet. */
  author: Awaited<ReturnType<typeof actAs>> | undefined
  /** No new work begins: cancelled, too many failures, or the lease is lost. */
  stopped: boolean
  ahead: Ahead
  /** Stores a step of one device, batched with those of others; when it returns the step is durable. */
  keep(item: DrivenItem, step: Omit<ItemStep, 'id'>): Promise<void>
}

export class LeaseLost extends Error {}

export function openRun(engine: Engine, set: DrivenSet): EngineRun {
  const { system, by } = engine
  const keep = batcher<ItemStep, void>(async (steps) => {
    if (!(await writeSteps(system.db, set.id, by, steps, system.now()))) throw new LeaseLost()
    return steps.map(() => undefined)
  }, 500)
  const tell = tellSoon(system, set)
  return {
    ...engine,
    at: { db: system.db, access: system.access, system },
    id: set.id,
    set,
    work: { by: set.operator, ref: `change:${set.id}` },
    author: undefined,
    stopped: false,
    ahead: { waves: new Map(), kept: new Map(), ready: new Map() },
    async keep(item, step) {
      await keep({ id: item.id, ...step })
      Object.assign(item, step)
      tell(item.scene_id)
      engine.between?.(`row ${step.state}`)
    },
  }
}

/** Milliseconds for which updates of a set are batched. */
const GATHER = 400

function tellSoon(system: System, { id, uid }: DrivenSet): (scene_id: number) => void {
  const scenes = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  return (scene_id) => {
    scenes.add(scene_id)
    timer ??= setTimeout(() => {
      system.emit(changeUpdated, { id, uid, scene_ids: [...scenes].slice(0, 50) })
      scenes.clear()
      timer = undefined
    }, GATHER).unref()
  }
}

/** Stores a step of the set with a line for people. */
export async function moveSet(run: EngineRun, step: SetStep, what?: string, data?: unknown): Promise<void> {
  const { system, id, by } = run
  const line = what === undefined ? undefined : { at: system.now(), what, data }
  if (!(await writeSet(system.db, id, by, step, line))) throw new LeaseLost()
  run.between?.(`set ${step.state ?? step.phase ?? what}`)
  system.emit(changeUpdated, { id, uid: run.set.uid, scene_ids: [] })
}

export async function pause(run: EngineRun, seconds = run.times.look): Promise<void> {
  if (seconds > 0) await sleep(seconds * 1000, undefined, { ref: false })
}

/** Processes the items, with limited concurrency; begins no item once the run is stopped. */
export async function inLanes<T>(
  run: EngineRun,
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const lane = async () => {
    for (const item of queue) {
      if (run.stopped) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane))
}
