import type { Db } from '../../kernel/db.ts'
import { makePartition } from '../../engines/partitions/partition-store.ts'

/** Days whose partition is known to exist. */
const made = new Set<number>()
const DAY = 86_400

/**
 * Partitions of samples for days since 1970. Future days are created by a job; this is for a database without a running
 * worker, and for late samples.
 */
export async function providePartitions(db: Db, days: Iterable<number>): Promise<void> {
  for (const day of days) {
    if (made.has(day)) continue
    // a partition created here is lost in a rollback; it counts once a later batch finds it
    if (!(await makePartition(db, 'telemetry_sample', 1, day * DAY))) made.add(day)
  }
  if (made.size > 100) made.clear()
}
