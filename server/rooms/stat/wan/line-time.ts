import type { Period } from '../period.ts'
import type { GatewayLines } from './store.ts'

export interface LineTime {
  ts: number
  /** Seconds of all lines in the step, and those they were down. */
  counted: number
  down: number
}

interface Steps extends Period {
  step: number
}

const overlap = (from: number, to: number, since: number, until: number) =>
  Math.max(0, Math.min(to, until) - Math.max(from, since))

/** Time of lines by step, of those in which there was any; nothing is known after `now`. */
export function lineTimeOf(
  gateways: readonly GatewayLines[],
  outages: readonly Period[],
  { from, to, step }: Steps,
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
      one.down += overlap(one.ts, Math.min(one.ts + step, end), outage.from, outage.to)
    }
  // of a line that is not there any more
  for (const one of steps) one.down = Math.min(one.down, one.counted)
  return steps.filter(({ counted }) => counted > 0)
}
