import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { type Clock, PgBoss, systemClock } from 'pg-boss'
import type { Job } from './job.ts'
import type { Log } from '../process/log.ts'
import { startSchedule } from './schedule.ts'

/** Durable jobs in the database. Every process may enqueue; processes with the role worker run them. */
export interface Queue {
  enqueue(job: Job<never, never>, payload: unknown): Promise<void>
  stop(): Promise<void>
}

export interface QueueOptions {
  url: string
  pool: pg.Pool
  jobs: readonly Job[]
  /** Whether this process runs jobs. */
  works: boolean
  system: unknown
  log: Log
  /** ms between two checks of due jobs. */
  lookMs?: number
  /** The clock of the database was set by a number of seconds. */
  onStep?(seconds: number): void
}

/**
 * Replaces the library's clock by elapsed time. It uses the wall clock for intervals, so each of its waits would be extended when the clock
 * is set back.
 */
const elapsed: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

export async function startQueue({
  url,
  pool,
  jobs,
  works,
  system,
  log,
  lookMs,
  onStep,
}: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'boss',
    max: 3,
    schedule: false,
    supervise: works,
    useListenNotify: true,
    clock: elapsed,
  })
  boss.on('error', (error) => log.error({ error: String(error) }, 'job queue'))
  await boss.start()
  // unchanged queues of an earlier start are not written again: a start waits for each
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const job of jobs) {
    // notify: a job starts when it is enqueued, not at the next poll of the queue
    const options = { retryLimit: job.retries, retryBackoff: true, retryDelay: 2, notify: true }
    const queue = queues.get(job.name)
    if (!queue) await boss.createQueue(job.name, options)
    else if (!isDeepStrictEqual({ ...queue, ...options }, queue)) await boss.updateQueue(job.name, options)
    if (works) await workOff(boss, job, { system, log, pool })
  }
  // schedules of earlier releases, which the library stored
  if (works) for (const { name, key } of await boss.getSchedules()) await boss.unschedule(name, key)
  const ask = (name: string, client: pg.PoolClient) =>
    boss.send(name, {}, { db: { executeSql: (text, values) => client.query(text, values) } })
  const stopSchedule = works
    ? await startSchedule({
        pool,
        jobs,
        log,
        ask,
        async onStep(client, seconds) {
          await settle(client, seconds)
          if (seconds !== 0) onStep?.(seconds)
        },
        ...(lookMs && { lookMs }),
      })
    : undefined
  return {
    enqueue: async (job, payload) => void (await boss.send(job.name, payload as object)),
    async stop() {
      await stopSchedule?.()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/**
 * After the clock was set: times that the library wrote with a fast clock would block it until the clock reaches them. Retries wait no
 * longer than their delay, running jobs get their full time from now, and maintenance runs as usual. It is idempotent, so several processes
 * may do it.
 */
async function settle(client: pg.PoolClient, seconds: number): Promise<void> {
  await client.query(`
    update boss.job set start_after = boss.job_now() + delay from (
      select id as of, name as queue,
        least(retry_delay_max, greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1)) * interval '1 s' as delay
      from boss.job where state < 'active' and start_after > boss.job_now()) waiting
    where id = of and name = queue and start_after > boss.job_now() + delay`)
  await client.query(
    `update boss.job set started_on = boss.job_now() where state = 'active' and (started_on > boss.job_now() or $1)`,
    [seconds !== 0],
  )
  for (const [table, columns] of turns)
    await client.query(
      `update boss.${table} set ${columns.map((column) => `${column} = least(${column}, boss.job_now())`).join(', ')}
       where greatest(${columns.join(', ')}) > boss.job_now()`,
    )
}

/** Times of the library's periodic maintenance. */
const turns = [
  ['queue', ['monitor_claim_on', 'monitor_on', 'maintain_on']],
  ['version', ['bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on']],
] as const

/**
 * Seconds between two polls of a queue: without and with notifications of the database. Polling each of some thirty kinds of jobs costs
 * more than the jobs; with notifications, polling only finds due retries of failed jobs.
 */
const POLL = { deaf: 5, told: 30 }

interface Works {
  readonly system: unknown
  readonly log: Log
  readonly pool: pg.Pool
}

const ran = `update job_schedule set runs = runs + 1, ran_at = extract(epoch from boss.job_now()) where name = $1`

async function workOff(boss: PgBoss, job: Job, { system, log, pool }: Works): Promise<void> {
  const options = { pollingIntervalSeconds: POLL.deaf, notifyPollingIntervalSeconds: POLL.told }
  let worker: string | undefined
  let again: NodeJS.Timeout | undefined
  // the first retries after a failure are due before the next poll
  const lookAgain = () => {
    again ??= setTimeout(() => {
      again = undefined
      if (worker) boss.notifyWorker(worker)
    }, POLL.deaf * 1000).unref()
  }
  worker = await boss.work(job.name, options, async (batch) => {
    // one notification may stand for several jobs: poll again at once
    if (worker) boss.notifyWorker(worker)
    for (const one of batch) {
      await job.run(one.data, system).catch((error: unknown) => {
        log.error({ job: job.name, error: String((error as Error)?.stack ?? error) }, 'job failed')
        lookAgain()
        throw error
      })
      if (job.every) await pool.query(ran, [job.name])
    }
  })
}
