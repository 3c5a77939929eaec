import type { AuditNote, System } from '../../../kernel/implement.ts'
import { noteShared } from '../../../kernel/http/note-shared.ts'
import { longest } from '../../../devices/send-command.ts'
import { uplinkDepths } from '../../../devices/uplink-depths.ts'
import type { HeldDevice } from '../../device/api.ts'
import type { Orderer, Plan, CommandObstacle } from './plan.ts'
import { endItems, insertTask, type ItemEnd } from '../store.ts'
import { savePending } from '../waiting/save-pending.ts'
import { runTask, type TaskRun } from './run-task.ts'
import { watchRights } from './watch-rights.ts'

/** Levels of hops that the time limit of a task allows for; in deeper networks the last levels may exceed it. */
const MOST_LEVELS = 4

export interface StartedTask {
  task_id: number
  /** Commands the devices; to be called after the commit, once. Undefined when the results could not be stored. */
  run(): Promise<Map<number, ItemEnd> | undefined>
}

/** Stores a task with an item for each device in the author's transaction; its `run` is called after the commit. */
export async function startTask(by: Orderer, devices: readonly HeldDevice[], plan: Plan): Promise<StartedTask> {
  const { order, waitSeconds = 0 } = plan
  const task_id = await insertTask(by, {
    type: plan.type,
    team_id: by.access.team_id,
    uid: by.uid,
    operator: by.operator,
    at: by.now(),
    // all lanes of a large batch may reach their time limit, one after the other
    within:
      waitSeconds +
      Math.ceil(
        (longest(plan.timeout) / 1000) * (Math.ceil(devices.length / 1000) + (plan.outermostFirst ? MOST_LEVELS : 0)),
      ),
    command: order,
    retry_of: plan.retry_of,
    items: devices.map(({ id, sn, name, scene_id }) => ({ device_id: id, sn, name, scene_id })),
  })
  const { refused = none } = plan
  if (refused.size > 0) await endItems(by, task_id, by.now(), endsOf(refused))
  const able = devices.filter(({ id }) => !refused.has(id))
  if (able.length === 0) {
    note(by, devices, plan, task_id)
    return { task_id, run: async () => new Map() }
  }
  const commandOf = plan.commandOf ?? (await plan.prepare?.(able, task_id))
  if (!commandOf) throw new Error('a command needs words')
  note(by, devices, plan, task_id)
  const run: TaskRun = { ...plan, task_id, by: by.operator, commandOf, lost: watchRights(by.system, by.uid, order) }
  if (!order || !waitSeconds) return { task_id, run: () => runAll(by.system, able, plan, run) }
  const wait = { task_id, order, uid: by.uid, expires_at: by.now() + waitSeconds }
  const away = able.filter(({ online }) => !online)
  await savePending(by.db, away, wait)
  const here = able.filter(({ online }) => online)
  const later = (device: { id: number }) => savePending(by.system.db, [device], wait)
  return { task_id, run: () => runAll(by.system, here, plan, { ...run, later }) }
}

const none: ReadonlyMap<number, CommandObstacle> = new Map()

/** The results of the items of devices that cannot be commanded. */
export const endsOf = (refused: ReadonlyMap<number, CommandObstacle>): ItemEnd[] =>
  [...refused].map(([device_id, { reason, msg }]) => ({ device_id, result: 1, reason, msg }))

async function runAll(
  system: System,
  devices: readonly HeldDevice[],
  { outermostFirst }: Plan,
  run: TaskRun,
): Promise<Map<number, ItemEnd> | undefined> {
  try {
    const depths = outermostFirst && devices.length > 1 ? await uplinkDepths(system, devices) : undefined
    return await runTask(system, devices, { ...run, ...(depths ? { depths } : {}) })
  } catch (error) {
    system.log.error({ task_id: run.task_id, error: String((error as Error)?.stack ?? error) }, 'task')
    return undefined
  }
}

function note(by: Orderer, devices: readonly HeldDevice[], plan: Plan, task_id: number): void {
  const byScene = Map.groupBy(devices, ({ scene_id }) => scene_id)
  by.audit({
    ...noteOf(devices, plan, task_id),
    ...(byScene.size === 1 && devices[0] && { scene_id: devices[0].scene_id }),
  })
  if (byScene.size > 1) noteShared(by, byScene.keys(), (scene_id) => noteOf(byScene.get(scene_id) ?? [], plan, task_id))
}

function noteOf(devices: readonly HeldDevice[], plan: Plan, task_id: number): AuditNote {
  const [first] = devices
  const alone = devices.length === 1
  return {
    object: alone ? `device:${first?.id}` : `task:${task_id}`,
    name: devices
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', '),
    after: {
      task: plan.type,
      task_id,
      ...plan.note,
      ...(plan.retry_of ? { retry_of: plan.retry_of } : {}),
      ...(alone ? {} : { devices: devices.length, ids: devices.slice(0, 200).map(({ id }) => id) }),
    },
  }
}
