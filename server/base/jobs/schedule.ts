import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { evaluateDue, readRhythm } from './cron.ts'
import type { Job } from './job.ts'
import type { Log } from '../process/log.ts'

/** ms between two looks at what is due. Timers go by a clock that nobody sets. */
const LOOK_MS = 5000
/** Seconds by which the store's clock may differ from what elapsed here: a machine that was busy, a clock that is corrected gently. */
const STEP = 5

export interface ScheduleOptions {
  readonly pool: pg.Pool
  readonly jobs: readonly Job[]
  readonly log: Log
  /** Asks for a job, in the transaction that moves its next moment on. */
  ask(name: string, client: pg.PoolClient): Promise<unknown>
  /** The store's clock was set, by so many seconds; before anything else is done with it. At the start: 0. */
  onStep(client: pg.PoolClient, seconds: number): Promise<void>
  readonly lookMs?: number
}

/**
 * Asks for jobs when their moment has come, once however many processes do this and however far the clock was set. The clock is the
 * store's, so that processes with different clocks agree; what waits goes by elapsed time. Returns the way to stop.
 */
export async function startSchedule(how: ScheduleOptions): Promise<() => Promise<void>> {
  const rhythms = new Map(how.jobs.flatMap(({ name, every }) => (every ? [[name, readRhythm(every)] as const] : [])))
  const clock = watchSteps()
  await whole(how.pool, async (client) => {
    const now = await clockOf(client)
    clock(now)
    const names = [...rhythms.keys()]
    // what an earlier release ran, or ran more seldom
    await client.query('delete from job_schedule where not name = any($1)', [names])
    await client.query(
      `insert into job_schedule (name, period, due) select * from unnest($1::text[], $2::int[], $3::bigint[])
       on conflict (name) do update set period = excluded.period, due = least(job_schedule.due, excluded.due)
       where job_schedule.period <> excluded.period`,
      [names, [...rhythms.values()].map(({ period }) => period), [...rhythms.values()].map(({ next }) => next(now))],
    )
    await how.onStep(client, 0)
  })
  const look = () =>
    whole(how.pool, async (client) => {
      const now = await clockOf(client)
      const step = clock(now)
      if (step !== 0) {
        how.log.warn({ seconds: step }, 'the clock of the database was set')
        await how.onStep(client, step)
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
        if (judged.runs) await how.ask(name, client)
      }
    })
  return repeat(how.lookMs ?? LOOK_MS, () =>
    look().catch((error: unknown) => how.log.error({ error: String(error) }, 'schedule')),
  )
}

/** Seconds by which the clock was set since it was last asked, beyond what elapsed; 0: not at all. */
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

/** Does `work` again and again, so many ms after it was done. Returns the way to stop, which waits for what is under way. */
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
