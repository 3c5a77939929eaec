import { isDeepStrictEqual } from 'node:util'
import { PgBoss } from 'pg-boss'
import type { Job } from './job.ts'
import type { Log } from './log.ts'

/** Durable jobs in the database. Every process may ask; processes with the role worker do. */
export interface Queue {
  enqueue(job: Job<never, never>, payload: unknown): Promise<void>
  stop(): Promise<void>
}

export interface QueueHow {
  url: string
  jobs: readonly Job[]
  /** Does this process work jobs off? */
  works: boolean
  system: unknown
  log: Log
}

export async function startQueue({ url, jobs, works, system, log }: QueueHow): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'boss',
    max: 3,
    schedule: works,
    supervise: works,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.error({ error: String(error) }, 'job queue'))
  await boss.start()
  // what an earlier start left as it is wanted is not written again: a start waits for each
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const job of jobs) {
    // notify: a job begins when it is asked for, not when the queue is looked at next
    const how = { retryLimit: job.retries, retryBackoff: true, retryDelay: 2, notify: true }
    const queue = queues.get(job.name)
    if (!queue) await boss.createQueue(job.name, how)
    else if (!isDeepStrictEqual({ ...queue, ...how }, queue)) await boss.updateQueue(job.name, how)
    if (works) await workOff(boss, job, system, log)
    if (works && job.every && schedules.get(job.name) !== job.every) await boss.schedule(job.name, job.every)
  }
  return {
    enqueue: async (job, payload) => void (await boss.send(job.name, payload as object)),
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/**
 * Seconds between two looks at a queue: when the store cannot tell of new jobs, and when it does. A look for each of some
 * thirty kinds of jobs costs more than all that is in them; what a look finds that nobody told of is a job that failed and
 * whose next try has come.
 */
const POLL = { deaf: 5, told: 30 }

async function workOff(boss: PgBoss, job: Job, system: unknown, log: Log): Promise<void> {
  const how = { pollingIntervalSeconds: POLL.deaf, notifyPollingIntervalSeconds: POLL.told }
  let worker: string | undefined
  let again: NodeJS.Timeout | undefined
  // the first tries that follow a failure are due before the next look
  const lookAgain = () => {
    again ??= setTimeout(() => {
      again = undefined
      if (worker) boss.notifyWorker(worker)
    }, POLL.deaf * 1000).unref()
  }
  worker = await boss.work(job.name, how, async (batch) => {
    // several may have come with one word of it: the next is looked for at once
    if (worker) boss.notifyWorker(worker)
    for (const one of batch) {
      await job.run(one.data, system).catch((error: unknown) => {
        log.error({ job: job.name, error: String((error as Error)?.stack ?? error) }, 'job failed')
        lookAgain()
        throw error
      })
    }
  })
}
