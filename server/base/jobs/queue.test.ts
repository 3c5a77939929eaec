import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../kernel/db.ts'
import { defineJob, type Job } from './job.ts'
import { watchJobs } from './job-watch.ts'
import { openLog } from '../process/log.ts'
import { type Queue, startQueue } from './queue.ts'
import { type TestDatabase, testDatabase } from '../../kernel/database/test-database.ts'

const DAY = 86_400
const waits = { timeout: 30_000, interval: 20 }
const log = openLog('fatal')
let database: TestDatabase
let store: Database
let pool: pg.Pool
let queues: Queue[]
beforeEach(async () => {
  database = await testDatabase()
  store = openDatabase(database.url, 6)
  pool = store.pool
  await pool.query('create table clock_step (by int); insert into clock_step values (0)')
  queues = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const queue of queues) await queue.stop()
  await store.close()
  await database.drop()
})

/** A worker process; the clock of the database can be set. */
async function worker(jobs: readonly Job[]): Promise<Queue> {
  const queue = await startQueue({ url: database.url, pool, jobs, works: true, system: {}, log, lookMs: 50 })
  queues.push(queue)
  await pool.query(
    `create or replace function boss.job_now() returns timestamptz language sql stable as
     'select pg_catalog.now() + (select by from public.clock_step) * interval ''1 s'''`,
  )
  return queue
}

/** Sets the wall clock of the machine; elapsed time is unaffected. Waits until that was noticed. */
async function step(seconds: number): Promise<void> {
  await pool.query('update clock_step set by = by + $1', [seconds])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  const ahead = `select count(*)::int as found from job_schedule where due > extract(epoch from boss.job_now()) + period`
  await expect.poll(async () => (await pool.query(ahead)).rows, waits).toEqual([{ found: 0 }])
}

/** Counts its runs. */
function counted(name: string, every: string): { job: Job; runs(): number } {
  let runs = 0
  const job = defineJob({ name, every, run: async () => void runs++ }) as Job
  return { job, runs: () => runs }
}

test('periodic jobs continue when the clock is set back a day, and forward a day', async () => {
  const minute = counted('test.minute', '* * * * *')
  const hour = counted('test.hour', '25 * * * *')
  const day = counted('test.day', '20 3 * * *')
  await worker([minute.job, hour.job, day.job])
  let runs = 0
  const runsAgain = async () => {
    // an otherwise idle minute
    await step(60)
    await expect.poll(minute.runs, waits).toBeGreaterThan(runs)
    runs = minute.runs()
  }
  await runsAgain()
  await runsAgain()
  await step(-DAY)
  await runsAgain()
  await runsAgain()
  const before = { hour: hour.runs(), day: day.runs() }
  await step(DAY)
  await expect.poll(day.runs, waits).toBe(before.day + 1)
  await expect.poll(hour.runs, waits).toBe(before.hour + 1)
  await runsAgain()
  await step(-3960)
  await runsAgain()
  await step(-20 * 365 * DAY)
  await runsAgain()
  expect(
    [hour.runs(), day.runs()].every((one) => one <= 5),
    'each once for a step at most',
  ).toBe(true)
})

test('enqueued and retried jobs do not wait for a clock that was ahead', async () => {
  let tries = 0
  const job = defineJob<object, object>({
    name: 'test.fails-once',
    run: async () => {
      if (++tries === 1) throw new Error('not yet')
    },
  })
  const queue = await worker([job as Job])
  await queue.enqueue(job as never, {})
  await expect.poll(() => tries, waits).toBe(1)
  await step(-DAY)
  await expect.poll(() => tries, waits).toBe(2)
  await queue.enqueue(job as never, {})
  await expect.poll(() => tries, waits).toBe(3)
  const { rows } = await pool.query(
    `select (select count(*)::int from boss.queue where greatest(monitor_claim_on, monitor_on, maintain_on) > boss.job_now())
       + (select count(*)::int from boss.version where greatest(bam_on, flow_on, reindex_on, monitor_backoff_on) > boss.job_now()) as ahead`,
  )
  expect(rows).toEqual([{ ahead: 0 }])
})

test('one of several workers enqueues a job, and jobs of an earlier release are removed', async () => {
  const one = counted('test.one', '* * * * *')
  const gone = counted('test.gone', '* * * * *')
  await worker([one.job, gone.job])
  await worker([one.job])
  for (let runs = 1; runs <= 3; runs++) {
    await step(60)
    await expect.poll(one.runs, waits).toBeGreaterThanOrEqual(runs)
  }
  // a minute may have ended meanwhile
  const rows = async () => (await pool.query('select name, runs from job_schedule')).rows
  await expect
    .poll(async () => isDeepStrictEqual(await rows(), [{ name: 'test.one', runs: one.runs() }]), waits)
    .toBe(true)
})

test('a job that does not run for three periods is reported, and setting the clock makes none overdue', async () => {
  await worker([
    counted('test.well', '* * * * *').job,
    defineJob({
      name: 'test.broken',
      every: '* * * * *',
      retries: 0,
      run: () => Promise.reject(new Error('no luck')),
    }) as Job,
  ])
  let elapsed = 0
  const errors: object[] = []
  const heard = { ...log, error: (about: object) => void errors.push(about) } as unknown as typeof log
  const watch = watchJobs(pool, heard, { now: () => elapsed, lookMs: 10 })
  const runs = async () =>
    (await pool.query<{ runs: number }>(`select runs from job_schedule where name = 'test.well'`)).rows[0]?.runs ?? 0
  try {
    for (let minutes = 0; minutes < 5; minutes++) {
      const before = await runs()
      await step(60)
      await expect.poll(runs, waits).toBeGreaterThan(before)
      // noticed before more time passes
      await new Promise((resolve) => setTimeout(resolve, 100))
      elapsed += 60
    }
    await step(DAY)
    await expect.poll(() => watch.overdue().map(({ name }) => name), waits).toEqual(['test.broken'])
    await step(-2 * DAY)
    await expect.poll(() => errors, waits).toMatchObject([{ job: 'test.broken' }])
    expect(watch.overdue().map(({ name }) => name)).toEqual(['test.broken'])
  } finally {
    await watch.stop()
  }
})
