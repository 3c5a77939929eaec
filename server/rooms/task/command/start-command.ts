import { setTimeout as sleep } from 'node:timers/promises'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { devicesOut, type HeldDevice, pickDevices } from '../../device/api.ts'
import type { Orderer, Plan } from './plan.ts'
import type { ItemEnd } from '../store.ts'
import { wordsOf } from '../rules.ts'
import { type StartedTask, startTask } from './start-task.ts'

type CommandOut = Out<typeof commandCalls.reboot>

/** The caller of a call as the author of a task. */
export const callerOf = (ctx: Ctx): Orderer => ({ ...ctx, operator: ctx.session?.name ?? '' })

/**
 * A command to many devices: the task with its items is stored, and after the commit the devices are commanded. With
 * `wait` the answer waits for the results for that many seconds.
 */
export async function startCommand(
  ctx: Ctx,
  ids: readonly number[],
  wait: number | undefined,
  plan: Plan,
): Promise<CommandOut> {
  const devices = await pickDevices(ctx, ids)
  const out: CommandOut = { ...(await devicesOut(ctx, ids, devices)), accepted_cnt: devices.length }
  if (devices.length === 0) return out
  await plan.admit?.(devices)
  const task = await startTask(callerOf(ctx), devices, plan)
  out.task_id = task.task_id
  ctx.afterwards(() => tell(ctx, devices, task, wait, out))
  return out
}

async function tell(
  ctx: Ctx,
  devices: readonly HeldDevice[],
  task: StartedTask,
  wait: number | undefined,
  out: CommandOut,
): Promise<void> {
  const all = task.run()
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
