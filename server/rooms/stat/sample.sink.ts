import { hundredths, memoryUsed, tenths, whole } from '../../devices/ingest/report-units.ts'
import { defineSink } from '../../devices/ingest/ingest.ts'
import type { Traffic } from '../../devices/traffic.ts'
import { airTime } from './air-time.sink.ts'
import { InterfaceCounters } from './counters.ts'
import { takeLate } from './late/take-late.gateway.ts'
import { trafficText } from './rules.ts'
import { providePartitions } from './partitions.ts'
import { insertSamples, saveNames, type SampleRow } from './store.ts'
import type { DeviceReport } from '../../devices/device-link.ts'

/** In this process: every device is connected to one gateway at a time. */
export const counters = new InterfaceCounters()

const HOUR = 3600
const DAY = 24 * HOUR
let pruned = 0

export const sink = defineSink({
  name: 'stat.sample',
  // in parallel with the current states
  order: 10,
  forget: (device_id) => counters.forget(device_id),
  async take(reports, db) {
    const samples: SampleRow[] = []
    const grown = new Map<number, readonly string[]>()
    for (const report of reports) {
      const traffic = counters.take(report)
      if (traffic?.grown) grown.set(report.device_id, traffic.layout.names)
      const sample = sampleOf(report, traffic)
      if (sample) samples.push(sample)
    }
    if (grown.size)
      await saveNames(
        db,
        [...grown].map(([device_id, names]) => ({ device_id, names })),
      )
    if (samples.length === 0) return
    await providePartitions(db, daysOf(samples))
    await insertSamples(db, samples)
    forgetSilent(samples)
  },
  takeLate,
})

/** Undefined for reports without measurements (a health check, a new terminal). */
export function sampleOf({ device_id, at, facts }: DeviceReport, traffic: Traffic | undefined): SampleRow | undefined {
  const sample: SampleRow = {
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

const daysOf = (samples: readonly SampleRow[]) => new Set(samples.map(({ ts }) => Math.floor(ts / DAY)))

function forgetSilent(samples: readonly SampleRow[]): void {
  const now = samples[samples.length - 1]?.ts ?? 0
  if (now - pruned < HOUR) return
  pruned = now
  counters.prune(now - 24 * HOUR)
  airTime.prune(now - HOUR)
}
