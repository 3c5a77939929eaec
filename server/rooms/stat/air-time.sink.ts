import type { RadioFact } from '@belvedere/drivers/kit/facts.ts'
import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import { defineSink } from '../../devices/ingest/ingest.ts'

/**
 * Radios report counters since boot: their time on a frequency and how much of it was busy. The useful value is the
 * share since the last report. This stores the last counters of each device, as `Counters` does for octets.
 */

interface AirCounters {
  mhz: number
  time_ms: number
  busy_ms: number
  /** Percent, as last computed. */
  percent?: number
}

interface LastAirCounters {
  at: number
  radios: readonly AirCounters[]
}

/** Seconds after which former counters are too old to compare. */
const MAX_SPAN = 3600
/** Minimum milliseconds on the frequency for a meaningful share. */
const LEAST = 1000

export class AirTimeDeltas {
  private readonly memories = new Map<number, LastAirCounters>()

  /** The stored counters of a device without a report in this process yet. */
  baseline(device_id: number, at: number, radios: readonly RadioFact[]): void {
    const counted = radios.flatMap(({ air }) => (air ? [air] : []))
    if (counted.length > 0 && !this.memories.has(device_id)) this.memories.set(device_id, { at, radios: counted })
  }

  /** Percent of each radio of one report, in order; undefined where unknown. The same when repeated. */
  readonly take = oncePerReport((report): (number | undefined)[] => this.compare(report))

  /** Removes devices without a report since `before` (unix seconds). */
  prune(before: number): void {
    for (const [device_id, { at }] of this.memories) if (at < before) this.memories.delete(device_id)
  }

  private compare({ device_id, at, facts }: DeviceReport): (number | undefined)[] {
    const radios = facts.radios ?? []
    if (!radios.some(({ air }) => air)) return []
    const known = this.memories.get(device_id)
    const before = known && at - known.at <= MAX_SPAN ? known.radios : []
    const now = radios.map(({ air }) => air && growth(air, before))
    this.memories.set(device_id, { at, radios: now.flatMap((one) => one ?? []) })
    return now.map((one) => one?.percent)
  }
}

/**
 * A radio that changed its frequency has no former counters; counters that decreased were reset, and count from zero. A
 * report that follows immediately leaves the counters for the next one.
 */
function growth({ mhz, time_ms, busy_ms }: AirCounters, before: readonly AirCounters[]): AirCounters {
  const last = before.find((one) => one.mhz === mhz)
  if (!last) return { mhz, time_ms, busy_ms }
  const restarted = time_ms < last.time_ms
  const time = restarted ? time_ms : time_ms - last.time_ms
  const busy = restarted || busy_ms < last.busy_ms ? busy_ms : busy_ms - last.busy_ms
  if (time < LEAST) return restarted ? { mhz, time_ms, busy_ms } : last
  return { mhz, time_ms, busy_ms, percent: busy > time ? undefined : Math.round((1000 * busy) / time) / 10 }
}

/** In this process: every device is connected to one gateway at a time. */
export const airTime = new AirTimeDeltas()

/** Completes reports of radios, before any room reads them and after the last reports were read from the store. */
export const sink = defineSink({
  name: 'stat.air-time',
  order: 6,
  take(reports) {
    for (const report of reports) {
      const shares = airTime.take(report)
      for (const [at, share] of shares.entries()) {
        const radio = report.facts.radios?.[at]
        if (radio) radio.utilisation ??= share
      }
    }
    return Promise.resolve()
  },
})
