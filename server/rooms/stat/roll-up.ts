import { defineJob } from '../../kernel/job.ts'
import type { System } from '../../kernel/implement.ts'
import { defineStartup } from '../../kernel/startup.ts'
import {
  dropPartitions,
  firstSample,
  type Level,
  makePartition,
  markOf,
  rollSamples,
  rollUp,
  setMark,
} from './store.ts'

const DAY = 86_400
/** Days of one partition, and days that are kept; samples by the setting `retention`. */
export const PARTITION_DAYS = { sample: 1, '5m': 30, '1h': 360 } as const
const KEPT_DAYS = { '5m': 120, '1h': 1080 } as const
/** Seconds a sample may be late: the queue of a store that was slow. */
const LATE = 90

const fiveMinutes: Level = { name: '5m', seconds: 300 }
const hour: Level = { name: '1h', seconds: 3600 }
const day: Level = { name: '1d', seconds: DAY }

/** Partitions of yesterday to the day after tomorrow, so that no batch has to make one at midnight. */
async function makeAhead({ database, now }: System): Promise<void> {
  for (const offset of [-1, 0, 1, 2]) {
    await database.transaction(
      async (db) => void (await makePartition(db, 'telemetry_sample', PARTITION_DAYS.sample, now() + offset * DAY)),
    )
  }
}

export const ahead = defineStartup<System>({ order: 10, role: 'worker', run: makeAhead })

export const keep = defineJob<unknown, System>({
  name: 'stat.keep',
  every: '5 * * * *',
  async run(_, system) {
    await makeAhead(system)
    const before = (days: number) => system.now() - days * DAY
    const gone = await system.database.transaction(async (db) => [
      ...(await dropPartitions(db, 'telemetry_sample', PARTITION_DAYS.sample, before(system.config.retention))),
      ...(await dropPartitions(db, 'telemetry_5m', PARTITION_DAYS['5m'], before(KEPT_DAYS['5m']))),
      ...(await dropPartitions(db, 'telemetry_1h', PARTITION_DAYS['1h'], before(KEPT_DAYS['1h']))),
    ])
    if (gone.length) system.log.info({ gone }, 'old samples dropped')
  },
})

export const rollUps = defineJob<unknown, System>({
  name: 'stat.roll-up',
  every: '*/5 * * * *',
  run: (_, system) => rollAll(system, system.now()),
})

/** Brings every level up to date. Each step may be run again: a bucket is written as a whole from what it is made of. */
export async function rollAll(system: System, now: number): Promise<void> {
  const first = await firstSample(system.db)
  if (first === undefined) return
  const fine = await roll(system, fiveMinutes, first, now - LATE, PARTITION_DAYS['5m'], 3)
  const middle = await roll(system, hour, first, fine, PARTITION_DAYS['1h'], 1)
  await roll(system, day, first, middle, 0, 1)
}

/** Rolls [mark, end) in pieces of a day, and the last `again` buckets once more for what came late. Returns the new mark. */
async function roll(
  system: System,
  level: Level,
  first: number,
  end: number,
  days: number,
  again: number,
): Promise<number> {
  const down = (ts: number) => Math.floor(ts / level.seconds) * level.seconds
  const until = down(end)
  const mark = (await markOf(system.db, level.name)) ?? down(first)
  for (let from = Math.max(down(first), mark - again * level.seconds); from < until; from += DAY) {
    const to = Math.min(from + DAY, until)
    await system.database.transaction(async (db) => {
      if (days) for (const ts of [from, to - 1]) await makePartition(db, `telemetry_${level.name}`, days, ts)
      if (level.name === '5m') await rollSamples(db, from, to)
      else await rollUp(db, level.name === '1h' ? '5m' : '1h', level, from, to)
      await setMark(db, level.name, Math.max(mark, to))
    })
  }
  return Math.max(mark, until)
}
