import { defineJob } from '../../base/jobs/job.ts'
import type { Db } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { dropPartitions, makePartition } from '../../engines/partitions/partition-store.ts'
import { defineStartup } from '../../kernel/startup.ts'
import {
  firstSample,
  purgeBefore,
  hasAny,
  type RollupStep,
  listGateways,
  lookAtPresence,
  markOf,
  marksOf,
  rollApps,
  rollSamples,
  rollScenes,
  rollScenesUp,
  rollUp,
  setMark,
} from './store.ts'
import { lookAtModels } from './count/store.ts'
import { purgeCursors, takeHour } from './late/store.ts'
import { innerGateways } from './inner-gateways.ts'
import { rollUpUsage } from './terminals/roll-up-usage.ts'
import { thinSnapshots } from './terminals/store.ts'

const DAY = 86_400
/** Days of one partition, and days of retention; that of samples is the setting `retention`. */
export const PARTITION_DAYS = { sample: 1, '5m': 30, '1h': 360 } as const
const KEPT_DAYS = { '5m': 120, '1h': 1080 } as const
/** Seconds by which a sample may be late: the queue of a slow database. */
const LATE = 90
const FINE = 300
const HOUR = 3600
/** Number of buckets of five minutes that are rolled up again for late samples. */
const AGAIN = 3
/** The same after the clock was set back: an hour, because the change may be detected late. */
const SET = 12
/** Devices of an hour that are rolled up again in one transaction, and maximum transactions in a run. */
const PIECE = 5000
const PIECES = 100
/** Days of retention: hours of terminals, snapshots of every hour, all snapshots, hours of applications. */
const KEPT = { terminals: 3, pages: 8, ledger: 92, apps: 120 } as const
/** Seconds between snapshots that are kept long: includes midnight of UTC and of China. */
const THIN = 8 * HOUR

const fiveMinutes: RollupStep = { name: '5m', seconds: 300 }
const hour: RollupStep = { name: '1h', seconds: 3600 }
const day: RollupStep = { name: '1d', seconds: DAY }

/** Creates partitions from yesterday to the day after tomorrow, so that no batch has to create one at midnight. */
async function makeAhead({ database, now }: System): Promise<void> {
  for (const offset of [-1, 0, 1, 2])
    for (const [table, days] of [
      ['telemetry_sample', PARTITION_DAYS.sample],
      ['terminal_1h', PARTITION_DAYS.sample],
      ['scene_5m', PARTITION_DAYS['5m']],
    ] as const)
      await database.transaction(async (db) => void (await makePartition(db, table, days, now() + offset * DAY)))
}

export const ahead = defineStartup<System>({ order: 10, role: 'worker', run: makeAhead })

export const maintainPartitions = defineJob<unknown, System>({
  name: 'stat.keep',
  every: '5 * * * *',
  async run(_, system) {
    await makeAhead(system)
    const before = (days: number) => system.now() - days * DAY
    const gone = await system.database.transaction(async (db) => [
      ...(await dropPartitions(db, 'telemetry_sample', PARTITION_DAYS.sample, before(system.config.retention))),
      ...(await dropPartitions(db, 'telemetry_5m', PARTITION_DAYS['5m'], before(KEPT_DAYS['5m']))),
      ...(await dropPartitions(db, 'telemetry_1h', PARTITION_DAYS['1h'], before(KEPT_DAYS['1h']))),
      ...(await dropPartitions(db, 'scene_5m', PARTITION_DAYS['5m'], before(KEPT_DAYS['5m']))),
      ...(await dropPartitions(db, 'scene_1h', PARTITION_DAYS['1h'], before(KEPT_DAYS['1h']))),
      ...(await dropPartitions(db, 'terminal_1h', PARTITION_DAYS.sample, before(KEPT.terminals))),
    ])
    await thinSnapshots(system.db, before(KEPT.pages), THIN, before(KEPT.ledger))
    for (const table of ['app_1h', 'presence_1h'] as const) await purgeBefore(system.db, table, before(KEPT.apps))
    await purgeBefore(system.db, 'model_1d', before(KEPT_DAYS['1h']))
    await purgeCursors(system.db)
    if (gone.length) system.log.info({ gone }, 'old samples dropped')
  },
})

/** Models and versions by day: the last state of each day is kept. */
export const models = defineJob<unknown, System>({
  name: 'stat.models',
  every: '*/30 * * * *',
  async run(_, { db, now }) {
    await lookAtModels(db, Math.floor(now() / DAY) * DAY)
  },
})

export const rollUps = defineJob<unknown, System>({
  name: 'stat.roll-up',
  every: '* * * * *',
  run: (_, system) => rollAll(system, system.now()),
})

/** Brings every level up to date. Each step may be repeated: a bucket is always written as a whole from its sources. */
export async function rollAll(system: System, now: number): Promise<void> {
  await every(system, 'look', now, (db) => lookAtPresence(db, now))
  await rollDevices(system, now)
  // the usage of terminals in five minutes is known with the next report
  await every(system, 'pages', now - LATE, () => rollUpUsage(system, now))
}

/** Once in each five minutes. */
async function every({ database }: System, mark: string, at: number, work: (db: Db) => Promise<void>): Promise<void> {
  const slot = Math.floor(at / FINE) * FINE
  const done = (await markOf(database, mark)) ?? 0
  if (done >= slot && done <= slot + FINE) return
  await database.transaction(async (db) => {
    await work(db)
    await setMark(db, mark, slot)
  })
}

async function rollDevices(system: System, now: number): Promise<void> {
  const first = await firstSample(system.db)
  if (first === undefined) return
  const before = await markOf(system.db, '5m')
  const fine = await roll(system, fiveMinutes, first, now - LATE, PARTITION_DAYS['5m'], AGAIN)
  const middle = await roll(system, hour, first, fine, PARTITION_DAYS['1h'], 1)
  await roll(system, day, first, middle, 0, 1)
  // scenes are few: unfinished buckets are rolled up too, as far as they are known
  const done = before === undefined ? undefined : Math.min(before, fine)
  const begun =
    done === undefined
      ? Math.floor(first / FINE) * FINE
      : done - (fine === before ? 0 : fine < (before ?? 0) ? SET * FINE : AGAIN * FINE)
  const inner = innerGateways(await listGateways(system.db))
  for (let from = begun; from <= now; from += DAY) {
    const to = Math.min(from + DAY, now + 1)
    if (to > now || (await hasAny(system.db, 'telemetry_sample', from, to))) await rollScenesOf(system, from, to, inner)
  }
  await rollAgain(system, inner)
}

/** Hours with late samples, of those devices only, up to the current mark; in parts of one hour. */
async function rollAgain({ database }: System, inner: readonly number[]): Promise<void> {
  for (let piece = 0; piece < PIECES; piece++)
    if (!(await database.transaction((db) => rollHourAgain(db, inner)))) return
}

/** False when there is no work left. */
async function rollHourAgain(db: Db, inner: readonly number[]): Promise<boolean> {
  const taken = await takeHour(db, PIECE)
  if (!taken) return false
  const { hour: from, ids } = taken
  const marks = await marksOf(db)
  const to = Math.min(from + HOUR, marks['5m'])
  if (to <= from) return true
  const first = Math.floor(from / DAY) * DAY
  await makePartition(db, 'telemetry_5m', PARTITION_DAYS['5m'], from)
  await makePartition(db, 'telemetry_1h', PARTITION_DAYS['1h'], from)
  await rollSamples(db, from, to, ids)
  if (marks['1h'] >= from + HOUR) await rollUp(db, '5m', hour, from, from + HOUR, ids)
  if (marks['1d'] >= first + DAY) await rollUp(db, '1h', day, first, first + DAY, ids)
  await makePartition(db, 'scene_5m', PARTITION_DAYS['5m'], from)
  await makePartition(db, 'scene_1h', PARTITION_DAYS['1h'], from)
  await rollScenes(db, from, to, inner, ids)
  await rollScenesUp(db, '5m', '1h', from, from + HOUR)
  await rollScenesUp(db, '1h', '1d', first, first + DAY)
  return true
}

async function rollScenesOf({ database }: System, from: number, to: number, inner: readonly number[]): Promise<void> {
  const down = (unit: number) => Math.floor(from / unit) * unit
  await database.transaction(async (db) => {
    for (const ts of [from, to]) {
      await makePartition(db, 'scene_5m', PARTITION_DAYS['5m'], ts)
      await makePartition(db, 'scene_1h', PARTITION_DAYS['1h'], ts)
    }
    await rollScenes(db, from, to, inner)
    await rollScenesUp(db, '5m', '1h', down(HOUR), to)
    await rollScenesUp(db, '1h', '1d', down(DAY), to)
    for (let day = down(DAY); day < to; day += DAY) await rollApps(db, day)
  })
}

const sourceOf = { '5m': 'telemetry_sample', '1h': 'telemetry_5m', '1d': 'telemetry_1h' } as const

/**
 * Rolls up [mark, end) in parts of a day, and the last `again` buckets again for late samples. Returns the new mark.
 */
async function roll(
  system: System,
  level: RollupStep,
  first: number,
  end: number,
  days: number,
  again: number,
): Promise<number> {
  const down = (ts: number) => Math.floor(ts / level.seconds) * level.seconds
  const until = down(end)
  const known = await markOf(system.db, level.name)
  if (known !== undefined && until <= known && known <= until + again * level.seconds) return known
  // the clock was set back: new reports fall into buckets that are rolled up already
  const wasSet = known !== undefined && known > until
  const mark = wasSet ? until : (known ?? down(first))
  for (
    let from = Math.max(down(first), mark - (wasSet ? Math.max(again, SET) : again) * level.seconds);
    from < until;
    from += DAY
  ) {
    const to = Math.min(from + DAY, until)
    // days that a clock skipped have no samples, and get no partitions
    const any = to === until || (await hasAny(system.db, sourceOf[level.name], from, to))
    await system.database.transaction(async (db) => {
      if (days && any) for (const ts of [from, to - 1]) await makePartition(db, `telemetry_${level.name}`, days, ts)
      if (any && level.name === '5m') await rollSamples(db, from, to)
      else if (any) await rollUp(db, level.name === '1h' ? '5m' : '1h', level, from, to)
      await setMark(db, level.name, Math.max(mark, to))
    })
  }
  return Math.max(mark, until)
}
