import { defineJob } from '../../../base/jobs/job.ts'
import type { System } from '../../../kernel/implement.ts'
import { dropPartitions, makePartition } from '../../../engines/partitions/partition-store.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { dropDay, listDays } from './store.ts'

const DAY = 86_400

/** Creates partitions from yesterday to the day after tomorrow, so that no batch has to create one at midnight. */
async function makeAhead({ database, now }: System): Promise<void> {
  for (const offset of [-1, 0, 1, 2])
    await database.transaction(async (db) => void (await makePartition(db, 'device_log', 1, now() + offset * DAY)))
}

export const ahead = defineStartup<System>({ order: 10, role: 'worker', run: makeAhead })

/**
 * Drops days beyond the maximum age, then the oldest days beyond the maximum size; the current day stays in any case,
 * bounded by rates.
 */
export async function dropOld(system: System): Promise<string[]> {
  const { config, database, now } = system
  const gone = await database.transaction((db) =>
    dropPartitions(db, 'device_log', 1, now() - config['device-log-days'] * DAY),
  )
  const days = (await listDays(database)).filter(({ bytes }) => bytes > 0)
  const today = `device_log_p${new Date(now() * 1000).toISOString().slice(0, 10).replaceAll('-', '')}`
  let bytes = days.reduce((sum, day) => sum + day.bytes, 0)
  for (const day of days) {
    if (bytes <= config['device-log-mb'] * 1_048_576 || day.name >= today) break
    await dropDay(database, day.name)
    bytes -= day.bytes
    gone.push(day.name)
  }
  return gone
}

export const maintainPartitions = defineJob<unknown, System>({
  name: 'log.keep-devices',
  every: '10 * * * *',
  async run(_, system) {
    await makeAhead(system)
    const gone = await dropOld(system)
    if (gone.length) system.log.info({ gone }, 'old logs of devices dropped')
  },
})
