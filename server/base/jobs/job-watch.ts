import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { Log } from '../process/log.ts'
import { gauge } from '../process/metrics.ts'
import { repeat } from './schedule.ts'

/** Periods within which a job must have run; setting the clock may cost it two. */
const PERIODS = 3
/** Additional seconds for the intervals of both checks and the duration of a job. */
const SLACK = 60
const LOOK_MS = 15_000

/** An overdue job. */
export interface OverdueJob {
  readonly name: string
  /** Seconds from one run to the next. */
  readonly period: number
  /** Seconds it has not run. */
  readonly idle: number
}

export interface JobWatch {
  /** Jobs that have not completed for three periods, as observed by this process. */
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
 * Monitors from any process, with the role worker or without: it detects that no worker is alive. It uses elapsed time, so that setting the
 * clock makes no job overdue; time before its start counts for two periods at most.
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
