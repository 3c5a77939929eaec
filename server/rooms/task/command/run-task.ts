import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { batcher } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import { type OrderedWork, sendCommand } from '../../../devices/send-command.ts'
import { endItems, type ItemEnd } from '../store.ts'
import { endOf } from './end-of.ts'

/** Default maximum of devices of one task that are commanded at the same time: each may fetch or send a file. */
const AT_ONCE = 1000
/** Maximum number of results written with one statement. */
const BATCH = 1000

export interface TaskTarget {
  id: number
  scene_id: number
}

export interface TaskRun {
  task_id: number
  /** The author of the order. */
  by: string
  /** Milliseconds for one device. */
  timeout: number
  /** Devices that are commanded at the same time, where it is not a thousand; each costs a timer and a promise. */
  atOnce?: number
  commandOf(device: TaskTarget): DeviceCommand
  /** Called before a result is stored; may do work, such as checking that a file arrived. */
  settle?(task_id: number, device: TaskTarget, end: ItemEnd): Promise<ItemEnd>
  /** Hops from the uplink by device: those further away end before nearer ones begin. */
  depths?: ReadonlyMap<number, number>
  /**
   * Why the author lost the right to a device; checked before each command. A synchronous undefined: nothing was lost.
   */
  lost?(device: TaskTarget): Promise<string | undefined> | undefined
  /** Stores the device until it connects; absent: an offline device fails. */
  later?(device: TaskTarget): Promise<void>
}

/** Commands every device of a task and stores each answer, in batches. Resolves when the last result is durable. */
export async function runTask(
  system: System,
  devices: readonly TaskTarget[],
  run: TaskRun,
): Promise<Map<number, ItemEnd>> {
  const scenes = [...new Set(devices.map(({ scene_id }) => scene_id))]
  const tellBrowsers = () => {
    for (const scene_id of scenes) system.tell({ topic: 'task', scene_id })
  }
  const keep = batcher<ItemEnd, void>(async (ends) => {
    await keepEnds(system, run.task_id, ends)
    tellBrowsers()
    return ends.map(() => undefined)
  }, BATCH)
  const work: OrderedWork = { by: run.by, ref: `task:${run.task_id}` }
  const ends = new Map<number, ItemEnd>()
  const pending: Promise<void>[] = []
  const lane = async (queue: Iterable<TaskTarget>) => {
    for (const device of queue) {
      const doubt = run.lost?.(device)
      const reason = doubt && (await doubt)
      if (reason) {
        const end = { device_id: device.id, result: 1 as const, reason }
        ends.set(device.id, end)
        pending.push(keep(end))
        continue
      }
      const outcome = await sendCommand(system, device.id, run.commandOf(device), run.timeout, work)
      if ('nobody' in outcome && run.later) {
        await run.later(device)
        continue
      }
      const said = endOf(device.id, outcome)
      const end = run.settle ? await run.settle(run.task_id, device, said) : said
      ends.set(device.id, end)
      // the next device does not wait for this one's result to be stored
      pending.push(keep(end))
    }
  }
  tellBrowsers()
  for (const level of levelsOf(devices, run.depths)) {
    const queue = level[Symbol.iterator]()
    await Promise.all(Array.from({ length: Math.min(run.atOnce ?? AT_ONCE, level.length) }, () => lane(queue)))
  }
  await Promise.all(pending)
  return ends
}

/** The deepest first; one level where the order does not matter. */
export function levelsOf(
  devices: readonly TaskTarget[],
  depths: ReadonlyMap<number, number> = new Map(),
): TaskTarget[][] {
  const levels = Map.groupBy(devices, ({ id }) => depths.get(id) ?? 0)
  return [...levels].toSorted(([a], [b]) => b - a).map(([, level]) => level)
}

/** Seconds to wait for an unavailable database: longer than a restart of PostgreSQL. */
const PAUSES = [1, 2, 4, 8, 15]

async function keepEnds(system: System, task_id: number, ends: readonly ItemEnd[]): Promise<void> {
  for (const pause of PAUSES) {
    try {
      return void (await endItems(system, task_id, system.now(), ends))
    } catch (error) {
      system.log.warn({ task_id, error: String(error) }, 'results cannot be kept, trying again')
      await sleep(pause * 1000)
    }
  }
  await endItems(system, task_id, system.now(), ends)
}
