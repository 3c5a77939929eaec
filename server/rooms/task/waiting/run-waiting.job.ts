import { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import { deviceConnected } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { longest } from '../../../devices/send-command.ts'
import { type HeldDevice, pickDevices } from '../../device/api.ts'
import { actAs, contextOf } from '../../../engines/act-as/act-as.ts'
import { endItems, holdItems, type ItemEnd } from '../store.ts'
import { refusedOf } from '../command/obstacles.ts'
import { planOf } from '../command/define-order.ts'
import { runTask } from '../command/run-task.ts'
import { endsOf } from '../command/start-task.ts'
import { watchRights } from '../command/watch-rights.ts'
import { savePending } from './save-pending.ts'
import { dropWaiters, deletePending, listWaiters, takeOverdue, takeWaiting, type PendingCommandRow } from './store.ts'
import { batcher } from '../../../engines/batcher/batcher.ts'

/** Milliseconds after which work on a connected device has ended in any case. */
const LONGEST = longest(600_000) + 30_000

/** Maximum number of devices in one query, and milliseconds between two queries. */
const MOST = 500
const EVERY = 500

const comers = new WeakMap<System, (device_id: number) => Promise<void>>()

/**
 * Connecting devices are looked up together: of ten thousand that reconnect after an outage hardly any has pending
 * work.
 */
function comersOf(system: System): (device_id: number) => Promise<void> {
  const known = comers.get(system)
  if (known) return known
  const made = batcher<number, void>(
    async (ids) => {
      await runWaiting(system, ids)
      return ids.map(() => undefined)
    },
    MOST,
    EVERY,
  )
  comers.set(system, made)
  return made
}

export const whenCame = listen(deviceConnected, ({ device_id }, system: System) => comersOf(system)(device_id))

/**
 * Events may be lost with a process: pending work is also searched periodically, and work that waited too long ends.
 */
export const sweepWaiting = defineJob<unknown, System>({
  name: 'device.waiting',
  every: '* * * * *',
  async run(_, system) {
    await runWaiting(system, undefined)
    await endLost(system)
    await endOverdue(system)
  },
})

/** Begins pending work on these devices, or on any online device. Returns before the devices have answered. */
async function runWaiting(system: System, device_ids: readonly number[] | undefined): Promise<void> {
  const at = system.now()
  const taken = await takeWaiting(system.db, device_ids, at, at + Math.ceil(LONGEST / 1000))
  const tasks = Map.groupBy(taken, ({ task_id }) => task_id)
  for (const list of tasks.values()) {
    void resume(system, list).catch((error: unknown) =>
      system.log.error({ task_id: list[0]?.task_id, error: String((error as Error)?.stack ?? error) }, 'waiting task'),
    )
  }
}

/** The rest of one task, for connected devices: with the current rights of its author. */
async function resume(system: System, list: readonly PendingCommandRow[]): Promise<void> {
  const [first] = list
  if (!first) return
  const { task_id, order, uid, expires_at } = first
  const ids = list.map(({ device_id }) => device_id)
  const rights = await actAs(system, uid, commandCalls[order.kind])
  const there = await pickDevices(system, ids)
  const lossOf = (one: HeldDevice) => ('lost' in rights ? rights.lost : rights.lossIn(one.scene_id))
  const may = there.filter((one) => !lossOf(one))
  const denied = there.flatMap((one) => {
    const reason = lossOf(one)
    return reason ? [{ device_id: one.id, result: 1 as const, reason }] : []
  })
  await end(system, task_id, denied)
  if ('lost' in rights || may.length === 0) return
  const by = contextOf(system, rights)
  const plan = await planOf(by, order)
  const refused = await refusedOf(plan, may)
  await end(system, task_id, endsOf(refused))
  const able = may.filter(({ id }) => !refused.has(id))
  if (able.length === 0) return
  await holdItems(
    system,
    task_id,
    able.map(({ id }) => id),
    undefined,
  )
  const commandOf = plan.commandOf ?? (await plan.prepare?.(able, task_id))
  if (!commandOf) throw new Error('a command needs words')
  const later = (device: { id: number }) => savePending(system.db, [device], { task_id, order, uid, expires_at })
  const ends = await runTask(system, able, {
    ...plan,
    task_id,
    by: by.operator,
    commandOf,
    later,
    lost: watchRights(system, uid, order),
  })
  await deletePending(system.db, task_id, [...ends.keys()])
}

async function end(system: System, task_id: number, ends: readonly ItemEnd[]): Promise<void> {
  if (ends.length === 0) return
  await endItems(system, task_id, system.now(), ends)
  const ids = ends.map(({ device_id }) => device_id)
  await deletePending(system.db, task_id, ids)
}

/** Ends pending work whose author lost the right. */
async function endLost(system: System): Promise<void> {
  const waiters = await listWaiters(system.db)
  for (const [, list] of Map.groupBy(waiters, ({ uid, kind }) => `${uid} ${kind}`)) {
    const [first] = list
    if (!first) continue
    const rights = await actAs(system, first.uid, commandCalls[first.kind])
    for (const one of list) {
      const reason = 'lost' in rights ? rights.lost : rights.lossIn(one.scene_id ?? 0)
      if (reason) await endWaiters(system, one, reason)
    }
  }
}

async function endWaiters(system: System, waiters: Parameters<typeof dropWaiters>[1], reason: string): Promise<void> {
  const dropped = await dropWaiters(system.db, waiters)
  for (const [task_id, list] of Map.groupBy(dropped, (one) => one.task_id)) {
    const ends = list.map(({ device_id }) => ({ device_id, result: 1 as const, reason }))
    await endItems(system, task_id, system.now(), ends)
  }
  if (waiters.scene_id !== null) system.tell({ topic: 'task', scene_id: waiters.scene_id })
}

async function endOverdue(system: System): Promise<void> {
  const overdue = await takeOverdue(system.db, system.now())
  for (const [task_id, list] of Map.groupBy(overdue, (one) => one.task_id)) {
    const ends = list.map(({ device_id, begun }) => ({
      device_id,
      result: 2 as const,
      reason: begun ? 'lost' : 'absent',
    }))
    await endItems(system, task_id, system.now(), ends)
    for (const scene_id of new Set(list.flatMap((one) => one.scene_id ?? []))) system.tell({ topic: 'task', scene_id })
  }
}
