import { defineSink } from '../../kernel/ingest.ts'
import type { Report } from '../../kernel/device-link.ts'
import type { Db } from '../../kernel/db.ts'
import { Counters, type Traffic } from './counters.ts'
import { hundredths, memoryUsed, tenths, trafficText, whole } from './rules.ts'
import { insertSamples, keepNames, makePartition, type Sample } from './store.ts'

/** Of this process: every device speaks to one gateway at a time. */
export const counters = new Counters()

/** Days of which the partition is known to be there. */
const made = new Set<number>()
const HOUR = 3600
const DAY = 24 * HOUR
let pruned = 0

export const sink = defineSink({
  name: 'stat.sample',
  order: 20,
  async take(reports, db) {
    const samples: Sample[] = []
    const grown = new Map<number, readonly string[]>()
    for (const report of reports) {
      const traffic = counters.take(report)
      if (traffic?.grown) grown.set(report.device_id, traffic.layout.names)
      const sample = sampleOf(report, traffic)
      if (sample) samples.push(sample)
    }
    if (grown.size)
      await keepNames(
        db,
        [...grown].map(([device_id, names]) => ({ device_id, names })),
      )
    if (samples.length === 0) return
    await providePartitions(db, samples)
    await insertSamples(db, samples)
    forgetSilent(samples)
  },
})

/** Undefined for reports that measure nothing (a health check, a terminal that came). */
export function sampleOf({ device_id, at, facts }: Report, traffic: Traffic | undefined): Sample | undefined {
  const sample: Sample = {
    device_id,
    ts: at,
    cpu: tenths(facts.cpu),
    mem: tenths(memoryUsed(facts.memory)),
    temp: tenths(facts.temperature),
    load: hundredths(facts.load?.[0]),
    terminals: whole(facts.terminals?.length),
    traffic: traffic && traffic.span > 0 ? trafficText(traffic.span, traffic.rx, traffic.tx, traffic.each) : null,
  }
  const { cpu, mem, temp, load, terminals } = sample
  const measured =
    cpu !== null || mem !== null || temp !== null || load !== null || terminals !== null || sample.traffic !== null
  return measured ? sample : undefined
}

/** Days ahead are made by a job; this is for a store whose worker was away. */
async function providePartitions(db: Db, samples: readonly Sample[]): Promise<void> {
  for (const { ts } of samples) {
    const day = Math.floor(ts / DAY)
    if (made.has(day)) continue
    // one made here goes with a rollback; it counts as there once a later batch finds it
    if (!(await makePartition(db, 'telemetry_sample', 1, ts))) made.add(day)
  }
  if (made.size > 100) made.clear()
}

function forgetSilent(samples: readonly Sample[]): void {
  const now = samples[samples.length - 1]?.ts ?? 0
  if (now - pruned < HOUR) return
  pruned = now
  counters.prune(now - 24 * HOUR)
}
