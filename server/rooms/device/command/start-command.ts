import { setTimeout as sleep } from 'node:timers/promises'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { commandCalls } from '@belvedere/contract/rooms/device/command.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { insertTask, type ItemEnd, type NewTask, wordsOf } from '../../log/api.ts'
import { batchOut } from '../batch-out.ts'
import { type HeldDevice, pickDevices } from '../store.ts'
import { type Run, runTask } from './run-task.ts'
import { longest } from './tell.ts'

type CommandOut = Out<typeof commandCalls.reboot>

export interface Plan extends Pick<Run, 'timeout' | 'settle'> {
  type: NewTask['type']
  /** What the operation log keeps beside the devices. */
  note?: Record<string, unknown>
  /** Prepared in the transaction of the task: tickets, packages. */
  prepare?(devices: readonly HeldDevice[], task_id: number): Promise<Run['commandOf']>
  commandOf?: Run['commandOf']
}

/**
 * A command to many devices: the task with its items is kept, then, after the commit, the devices are told. With `wait`
 * the answer stays open for the results, as long as that many seconds.
 */
export async function startCommand(
  ctx: Ctx,
  ids: readonly number[],
  wait: number | undefined,
  plan: Plan,
): Promise<CommandOut> {
  const devices = await pickDevices(ctx, ids)
  const out: CommandOut = { ...batchOut(ids, devices, ctx), accepted_cnt: devices.length }
  if (devices.length === 0) return out
  out.task_id = await insertTask(ctx, {
    type: plan.type,
    team_id: ctx.access.team_id,
    uid: ctx.uid,
    operator: ctx.session?.name ?? '',
    at: ctx.now(),
    // all lanes of a big batch may have to wait out their time, one after the other
    within: Math.ceil((longest(plan.timeout) / 1000) * Math.ceil(devices.length / 1000)),
    items: devices.map(({ id, sn, name, scene_id }) => ({ device_id: id, sn, name, scene_id })),
  })
  const task_id = out.task_id
  const commandOf = plan.commandOf ?? (await plan.prepare?.(devices, task_id))
  if (!commandOf) throw new Error('a command needs words')
  note(ctx, devices, plan, task_id)
  ctx.afterwards(() => tell(ctx, devices, { ...plan, task_id, commandOf }, wait, out))
  return out
}

function note(ctx: Ctx, devices: readonly HeldDevice[], plan: Plan, task_id: number): void {
  const [first] = devices
  const alone = devices.length === 1
  ctx.audit({
    object: alone ? `device:${first?.id}` : `task:${task_id}`,
    name: devices
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', '),
    ...(new Set(devices.map(({ scene_id }) => scene_id)).size === 1 && first ? { scene_id: first.scene_id } : {}),
    after: {
      task: plan.type,
      task_id,
      ...plan.note,
      ...(alone ? {} : { devices: devices.length, ids: devices.slice(0, 200).map(({ id }) => id) }),
    },
  })
}

async function tell(
  ctx: Ctx,
  devices: readonly HeldDevice[],
  run: Run,
  wait: number | undefined,
  out: CommandOut,
): Promise<void> {
  const all = runTask(ctx.system, devices, run).catch((error: unknown) => {
    ctx.log.error({ task_id: run.task_id, error: String((error as Error)?.stack ?? error) }, 'task')
    return undefined
  })
  if (!wait) return
  const patience = new AbortController()
  const ends = await Promise.race([
    all,
    sleep(wait * 1000, undefined, { signal: patience.signal }).catch(() => undefined),
  ])
  patience.abort()
  if (!ends) return
  out.results = devices.flatMap(({ id, sn }) => resultOf(id, sn, ends.get(id), ctx))
  out.err_cnt += out.results.filter(({ result }) => result !== 0).length
}

function resultOf(id: number, sn: string, end: ItemEnd | undefined, { lang }: Ctx): NonNullable<CommandOut['results']> {
  if (!end) return []
  const msg = wordsOf({ reason: end.reason ?? null, msg: end.msg ?? '' }, lang)
  return [{ id, sn, result: end.result, msg, ...(end.data === undefined ? {} : { data: end.data }) }]
}
