import { taskCalls } from '@belvedere/contract/rooms/log/task.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { taskResult, taskType } from '@belvedere/contract/rooms/log/enums.ts'
import { implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { wordsOf } from './rules.ts'
import { listItems, listTasks, loseTasks } from './store.ts'

type Result = IdOf<typeof taskResult>
type Kind = IdOf<typeof taskType>

export const calls = implement(taskCalls, {
  async list(ctx, asked) {
    const { total, list } = await listTasks(ctx, asked)
    return { total, list: list.map((row) => ({ ...row, type: row.type as Kind, result: row.result as Result })) }
  },
  async item(ctx, asked) {
    const { total, list } = await listItems(ctx, asked)
    const words = list.map(({ reason, ...row }) => ({ ...row, msg: wordsOf({ reason, msg: row.msg }, ctx.lang) }))
    return { total, list: words.map((row) => ({ ...row, type: row.type as Kind, result: row.result as Result })) }
  },
})

/** A process that is alone has nobody else's tasks: all that runs was its predecessor's. Apart, only what is overdue is lost. */
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
