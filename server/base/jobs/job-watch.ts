import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { Log } from '../process/log.ts'
import { gauge } from '../process/metrics.ts'
import { repeat } from './schedule.ts'

/** Periods in which a job must have run; one set of the clock may cost it two. */
const PERIODS = 3
/** Seconds more: looks at what is due and at this take their time, and a job has its own. */
const SLACK = 60
const LOOK_MS = 15_000

/** A job that ought to have run. */
export interface OverdueJob {
  readonly name: string
  /** Seconds from one run to the next. */
  readonly period: number
  /** Seconds it has not run. */
  readonly idle: number
}

export interface JobWatch {
  /** Those that have not run to their end for three of their periods, as far as this process has seen. */
  overdue(): readonly OverdueJob[]
  stop(): Promise<void>
}

const elapsed = () => performance.now() / 1000

const watching = new Set<JobWatch['overdue']>()
gauge('jobs_overdue', 'Jobs that have not run for three of their periods', () =>
  [...watching].reduce((sum, overdue) => sum + overdue().length, 0),
)

interface WatchedJob {
  runs: number
  period: number
  /** Elapsed seconds of this process. */
  since: number
  told: boolean
}

/**
 * Watches from any process, with the role worker or without: whether there is a worker that lives is what it tells. It goes by elapsed
 * time, so that a clock that is set makes nobody late; what happened before it began counts for two periods at most.
 */
export function watchJobs(pool: pg.Pool, log: Log, { now = elapsed, lookMs = LOOK_MS } = {}): JobWatch {
  const seen = new Map<string, WatchedJob>()
  const look = async () => {
    const { rows } = await pool.query<{ name: string; period: number; runs: number; idle: number }>(
      `select name, period, runs, least(2 * period, greatest(0,
         extract(epoch from now()) - coalesce(ran_at, extract(epoch from now()))))::float8 as idle from job_schedule`,
    )
    for (const name of seen.keys()) if (!rows.some((row) => row.name === name)) seen.delete(name)
    for (const { name, period, runs, idle } of rows) {
      const known = seen.get(name)
      if (!known) seen.set(name, { runs, period, since: now() - idle, told: false })
      else if (known.runs !== runs) seen.set(name, { runs, period, since: now(), told: false })
      else known.period = period
    }
    for (const { name, idle } of overdue()) {
      const one = seen.get(name)
      if (!one || one.told) continue
      one.told = true
      log.error({ job: name, seconds: Math.round(idle) }, 'a job has not run for three of its periods')
    }
  }
  const overdue = () =>
    [...seen]
      .map(([name, { period, since }]) => ({ name, period, idle: now() - since }))
      .filter(({ period, idle }) => idle > PERIODS * period + SLACK)
  const end = repeat(lookMs, () => look().catch((error: unknown) => log.warn({ error: String(error) }, 'job watch')))
  watching.add(overdue)
  const stop = async () => {
    watching.delete(overdue)
    await end()
  }
  return { overdue, stop }
}
