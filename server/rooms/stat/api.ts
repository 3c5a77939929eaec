import type { InterfaceFact, RadioFact } from '@belvedere/drivers/kit/facts.ts'
import type { Db } from '../../kernel/db.ts'
import type { DeviceReport } from '../../devices/device-link.ts'
import { airTime } from './air-time.sink.ts'
import type { Traffic } from './counters.ts'
import { counters } from './sample.sink.ts'
import { findCounted } from './store.ts'

export { memoryUsed, tenths, hundredths } from './rules.ts'
export { listUse } from './use/store.ts'
export type { Traffic } from './counters.ts'

/** What passed through a device since its report before; undefined when it cannot be told. */
export function trafficOf(report: DeviceReport): Traffic | undefined {
  return counters.take(report)
}

export function countersKnow(device_id: number): boolean {
  return counters.knows(device_id)
}

/** The counters a device told last, as the store has them. */
export interface LastCounted {
  device_id: number
  at: number
  interfaces: readonly InterfaceFact[]
  radios: readonly RadioFact[]
}

/**
 * Takes up the counting where the store ends. Stored counters are used only when they are as new as the last sample: else
 * what passed between the two would count twice.
 */
export async function takeUpCounting(
  db: Db,
  ids: readonly number[],
  told: readonly LastCounted[],
  now: number,
): Promise<void> {
  for (const { device_id, at, radios } of told) airTime.baseline(device_id, at, radios)
  const byDevice = new Map(told.map((one) => [one.device_id, one]))
  for (const { device_id, names, ts } of await findCounted(db, ids, now - 86_400)) {
    const last = byDevice.get(device_id)
    const current = last && last.at >= (ts ?? 0) ? last : undefined
    counters.baseline(device_id, names ?? [], current?.at ?? ts ?? 0, current?.interfaces ?? [])
  }
}
