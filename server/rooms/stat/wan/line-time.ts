import type { TimePeriod } from '../period.ts'
import type { GatewayLines, WanOutage } from './store.ts'

export interface LineTime {
  ts: number
  /** Seconds of all lines in the step, and seconds in which they were down. */
  counted: number
  down: number
}

interface LineTimeSteps extends TimePeriod {
  step: number
}

const overlap = (from: number, to: number, since: number, until: number) =>
  Math.max(0, Math.min(to, until) - Math.max(from, since))

/** Number of affected lines. */
export interface Down extends TimePeriod {
  lines: number
}

/**
 * When how many lines were down: all lines of a gateway while it was offline, and the reported ones while it was
 * online.
 */
export function downOf(
  gateways: readonly GatewayLines[],
  spells: readonly WanOutage[],
  away: readonly WanOutage[],
): Down[] {
  const linesOf = new Map(gateways.map(({ device_id, lines }) => [device_id, lines]))
  const absences = Map.groupBy(away, ({ device_id }) => device_id)
  const whole = away.map(({ device_id, from, to }) => ({ from, to, lines: linesOf.get(device_id) ?? 0 }))
  const single = spells.flatMap(({ device_id, from, to }) =>
    without({ from, to }, absences.get(device_id) ?? []).map((part) => ({ ...part, lines: 1 })),
  )
  return [...whole, ...single]
}

/** The parts of a span outside of others, which are sorted and disjoint. */
function without({ from, to }: TimePeriod, others: readonly TimePeriod[]): TimePeriod[] {
  const parts: TimePeriod[] = []
  let at = from
  for (const one of others) {
    if (one.to <= at || one.from >= to) continue
    if (one.from > at) parts.push({ from: at, to: one.from })
    at = Math.max(at, one.to)
  }
  return at < to ? [...parts, { from: at, to }] : parts
}

/** Time of lines by step, for steps with any; nothing is known after `now`. */
export function lineTimeOf(
  gateways: readonly GatewayLines[],
  outages: readonly Down[],
  { from, to, step }: LineTimeSteps,
  now: number,
): LineTime[] {
  const end = Math.min(to, now)
  const steps: LineTime[] = []
  for (let ts = from; ts < end; ts += step) {
    const counted = gateways.reduce(
      (sum, { since, lines }) => sum + lines * overlap(ts, Math.min(ts + step, end), since, end),
      0,
    )
    steps.push({ ts, counted, down: 0 })
  }
  for (const outage of outages)
    for (let at = Math.max(0, Math.floor((outage.from - from) / step)); at < steps.length; at++) {
      const one = steps[at] as LineTime
      if (one.ts >= outage.to) break
      one.down += outage.lines * overlap(one.ts, Math.min(one.ts + step, end), outage.from, outage.to)
    }
  // for a line that was removed
  for (const one of steps) one.down = Math.min(one.down, one.counted)
  return steps.filter(({ counted }) => counted > 0)
}
