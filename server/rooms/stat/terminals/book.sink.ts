import { defineSink } from '../../../devices/ingest/ingest.ts'
import { makePartition, partitionOf } from '../../../engines/partitions/partition-store.ts'
import { addUsage } from './store.ts'
import { type UsageDelta, TerminalCounters } from './terminal-counters.ts'

/** In this process: every device is connected to one gateway at a time. */
const counters = new TerminalCounters()
const HOUR = 3600
let pruned = 0
/** Partitions that are known to exist. */
const made = new Set<string>()

export const sink = defineSink({
  name: 'stat.terminal',
  // after the terminal room has assigned terminals to devices
  order: 40,
  async take(reports, db) {
    const deltas: UsageDelta[] = []
    for (const report of reports) for (const deed of counters.take(report)) deltas.push(deed)
    const now = reports.at(-1)?.at ?? 0
    if (now - pruned > HOUR) {
      pruned = now
      counters.prune(now - HOUR)
    }
    if (deltas.length === 0) return
    for (const [table, days] of [
      ['terminal_1h', 1],
      ['scene_5m', 30],
    ] as const)
      for (const ts of new Set(deltas.map((deed) => partitionOf(table, days, deed.ts).from))) {
        const { name } = partitionOf(table, days, ts)
        // a partition created here is lost in a rollback; it counts once a later batch finds it
        if (!made.has(name) && !(await makePartition(db, table, days, ts))) made.add(name)
      }
    if (made.size > 100) made.clear()
    await addUsage(db, deltas)
  },
})
