import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { evaluateDue, readRhythm } from './cron.ts'
import type { Job } from './job.ts'
import type { Log } from '../process/log.ts'

/** ms between two checks of due jobs. Timers use the monotonic clock. */
const LOOK_MS = 5000
/** Tolerated difference in seconds between the database's clock and elapsed time: a busy machine, a slewed clock. */
const STEP = 5

export interface ScheduleOptions {
  readonly pool: pg.Pool
  readonly jobs: readonly Job[]
  readonly log: Log
  /** Enqueues a job, in the transaction that sets its next time. */
  ask(name: string, client: pg.PoolClient): Promise<unknown>
  /** The database's clock was set by a number of seconds; called before it is used. At the start: 0. */
  onStep(client: pg.PoolClient, seconds: number): Promise<void>
  readonly lookMs?: number
}

/**
 * Enqueues jobs when they are due, once for any number of processes and any change of the clock. It uses the database's clock, so that
 * processes with different clocks agree, and elapsed time for waits. Returns the function that stops it.
 */
export async function startSchedule(options: ScheduleOptions): Promise<() => Promise<void>> {
  const rhythms = new Map(
    options.jobs.flatMap(({ name, every }) => (every ? [[name, readRhythm(every)] as const] : [])),
  )
  const clock = watchSteps()
  await whole(options.pool, async (client) => {
    const now = await clockOf(client)
    clock(now)
    const names = [...rhythms.keys()]
    // jobs of an earlier release, or with longer periods
    await client.query('delete from job_schedule where not name = any($1)', [names])
    await client.query(
      `insert into job_schedule (name, period, due) select * from unnest($1::text[], $2::int[], $3::bigint[])
       on conflict (name) do update set period = excluded.period, due = least(job_schedule.due, excluded.due)
       where job_schedule.period <> excluded.period`,
      [names, [...rhythms.values()].map(({ period }) => period), [...rhythms.values()].map(({ next }) => next(now))],
    )
    await options.onStep(client, 0)
  })
  const look = () =>
    whole(options.pool, async (client) => {
      const now = await clockOf(client)
      const step = clock(now)
      if (step !== 0) {
        options.log.warn({ seconds: step }, 'the clock of the database was set')
        await options.onStep(client, step)
      }
      const { rows } = await client.query<{ name: string; due: number }>(
        `select name, due from job_schedule where name = any($1) and (due <= $2 or due > $2 + period)
         order by name for update skip locked`,
        [[...rhythms.keys()], now],
      )
      for (const { name, due } of rows) {
        const rhythm = rhythms.get(name)
        if (!rhythm) continue
        const judged = evaluateDue(rhythm, due, now)
        await client.query('update job_schedule set due = $2 where name = $1', [name, judged.due])
        if (judged.runs) await options.ask(name, client)
      }
    })
  return repeat(options.lookMs ?? LOOK_MS, () =>
    look().catch((error: unknown) => options.log.error({ error: String(error) }, 'schedule')),
  )
}

/** Seconds by which the clock was set since the last call, beyond elapsed time; 0: not set. */
function watchSteps(): (now: number) => number {
  let before: { now: number; at: number } | undefined
  return (now) => {
    const at = performance.now() / 1000
    const step = before ? Math.round(now - before.now - (at - before.at)) : 0
    before = { now, at }
    return Math.abs(step) > STEP ? step : 0
  }
}

/** Unix seconds, of the clock the queue goes by. */
async function clockOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ now: number }>(
    'select floor(extract(epoch from boss.job_now()))::bigint as now',
  )
  return rows[0]?.now ?? 0
}

async function whole(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Repeats `work` at the given interval in ms after its end. Returns the function that stops it and waits for a running one. */
export function repeat(ms: number, work: () => Promise<void>): () => Promise<void> {
  let stopped = false
  let underWay = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    timer = setTimeout(() => {
      underWay = work().finally(() => stopped || again())
    }, ms).unref()
  }
  again()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await underWay
  }
}
