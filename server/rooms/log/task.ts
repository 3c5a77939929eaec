import { taskCalls } from '@belvedere/contract/rooms/log/task.ts'
import { implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { defineStartup } from '../../kernel/startup.ts'
import { inWords } from './rules.ts'
import { listItems, listTasks, loseTasks } from './store.ts'

export const calls = implement(taskCalls, {
  list: listTasks,
  async item(ctx, asked) {
    const { total, list } = await listItems(ctx, asked)
    return { total, list: list.map((row) => inWords(row, ctx.lang)) }
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
