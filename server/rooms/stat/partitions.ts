import type { Db } from '../../kernel/db.ts'
import { makePartition } from '../../engines/partitions/partition-store.ts'

/** Days of which the partition is known to be there. */
const made = new Set<number>()
const DAY = 86_400

/** Partitions of samples for days since 1970. Days ahead are made by a job; this is for a store whose worker was away, and for what comes late. */
export async function providePartitions(db: Db, days: Iterable<number>): Promise<void> {
  for (const day of days) {
    if (made.has(day)) continue
    // one made here goes with a rollback; it counts as there once a later batch finds it
    if (!(await makePartition(db, 'telemetry_sample', 1, day * DAY))) made.add(day)
  }
  if (made.size > 100) made.clear()
}
