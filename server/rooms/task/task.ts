import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { taskErrors as errors } from '@belvedere/contract/rooms/task/errors.ts'
import { RETENTION_DAYS } from '@belvedere/contract/rooms/log/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { requireConfirmed } from '../../engines/confirm/require-confirmed.ts'
import { letGo } from './waiting/store.ts'
import { repeatOrder } from './command/repeat-order.ts'
import { deleteTasks, endItems, findFailed, listItems, listTargets, listTasks, loseTasks } from './store.ts'
import { inWords } from './rules.ts'

export const calls = implement(taskCalls, {
  list: listTasks,
  async item(ctx, input) {
    const { total, list } = await listItems(ctx, input)
    return { total, list: list.map((row) => inWords(row, ctx.lang)) }
  },
  async retry(ctx, { task_id, ...given }) {
    const { command, failed, seen } = await findFailed(ctx, task_id)
    if (!seen) throw refuse(commonErrors.notFound)
    if (command === null) throw refuse(errors.notRepeatable)
    if (failed.length === 0) throw refuse(errors.nothingFailed)
    // the caller did not name the failed devices
    const confirm = (action: 'reboot' | 'upgrade') => requireConfirmed(ctx, { ids: failed, action, named: [] }, given)
    return repeatOrder(ctx, failed, { order: command, retry_of: task_id, confirm })
  },
  async cancel(ctx, { task_id }) {
    const targets = await listTargets(ctx, task_id)
    const ids = new Set(
      await letGo(
        ctx,
        task_id,
        targets.map((one) => one.device_id),
      ),
    )
    if (ids.size === 0) throw refuse(errors.nothingWaits)
    const ends = [...ids].map((device_id) => ({ device_id, result: 4 as const, reason: 'cancelled' }))
    await endItems(ctx, task_id, ctx.now(), ends)
    const gone = targets.filter(({ device_id }) => ids.has(device_id))
    ctx.audit({ object: `task:${task_id}`, name: namesOf(gone), after: { cancelled: gone.length } })
    const scenes = new Set(gone.map(({ scene_id }) => scene_id))
    ctx.afterwards(() => scenes.forEach((scene_id) => ctx.system.tell({ topic: 'task', scene_id })))
    const rejected = targets
      .filter(({ device_id }) => !ids.has(device_id))
      .map(({ device_id: id, name }) => ({ id, name, reason: errors.begun[ctx.lang] }))
    return { total_cnt: targets.length, err_cnt: rejected.length, task_id, ...(rejected.length ? { rejected } : {}) }
  },
})

const namesOf = (list: readonly { name: string }[]) =>
  list
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')

const done = { zh: '设备已经执行，无法撤销', en: 'The devices have done it; that cannot be undone' }
const over = { zh: '已取消的任务请重新下发', en: 'Cancelled tasks must be started again' }

export const undo = defineUndo(taskCalls, { retry: done, cancel: over })

/**
 * In a single process, running tasks at the start belong to the former process. With several processes, only overdue
 * ones are lost.
 */
export const loseAtStart = defineStartup<System>({
  order: 20,
  role: 'worker',
  async run(system) {
    const alone = system.config.roles.has('api') && !system.config['nats-url']
    await lose(system, alone ? Number.MAX_SAFE_INTEGER : system.now())
  },
})

export const loseOverdue = defineJob<unknown, System>({
  name: 'log.lose',
  every: '* * * * *',
  run: (_, system) => lose(system, system.now() - 30),
})

async function lose(system: System, until: number): Promise<void> {
  for (const scene_id of await loseTasks(system, system.now(), until)) system.tell({ topic: 'task', scene_id })
}

export const purge = defineJob<unknown, System>({
  name: 'task.forget',
  every: '25 3 * * *',
  async run(_, system) {
    const gone = await deleteTasks(system, system.now() - RETENTION_DAYS * 86_400)
    if (gone) system.log.info({ gone }, 'old tasks removed')
  },
})
