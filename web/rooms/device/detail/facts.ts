import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import type { ShownFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'

export type DeviceDetailAnswer = AnswerOf<typeof deviceCalls.detail>

/** The last report of the device; empty before its first report. */
export function factsOf(detail: DeviceDetailAnswer): ShownFacts {
  return detail.facts ?? {}
}

/** 1000 → `1 Gbps`; 100 → `100 Mbps`; 2500 → `2.5 Gbps`. */
export function speedText(mbps: number | undefined): string | undefined {
  if (mbps === undefined || mbps <= 0) return undefined
  return mbps >= 1000 ? `${mbps / 1000} Gbps` : `${mbps} Mbps`
}

/** Sum of the known counters; undefined if none is known. */
export function sumOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined)
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : undefined
}
