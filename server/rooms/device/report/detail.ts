import type { DeviceFacts, InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import { jsonText } from '../../../kernel/columns.ts'
import { oncePerReport, type DeviceReport } from '../../../devices/device-link.ts'
import { linksOf } from '../../../devices/ingest/shape.ts'
import type { Traffic } from '../../../devices/traffic.ts'

/** Seconds between two writes of a device's large facts while nothing important changed. */
const EVERY = 30
/** The same during a live view. */
const WATCHED = 3
/** Maximum number of cached devices; far more than one process serves. */
const MOST = 500_000

interface WrittenDetail {
  at: number
  /** The interfaces and which of them are up, as one number. */
  links: number
}

const written = new Map<number, WrittenDetail>()

/** A new connection: another process may have written meanwhile. */
export function invalidateDetail(device_id: number): void {
  written.delete(device_id)
}

/**
 * Whether the facts of this report are due to be written. The answer for one report stays the same when its batch is
 * retried.
 */
export const dueDetail = oncePerReport(({ device_id, at, facts }): boolean => {
  if (!isBulky(facts)) return false
  const before = written.get(device_id)
  const links = linksOf(facts.interfaces ?? [])
  const every = facts.streamed ? WATCHED : EVERY
  if (before && at - before.at < every && before.links === links) return false
  if (before) {
    before.at = at
    before.links = links
    return true
  }
  if (written.size >= MOST) written.clear()
  written.set(device_id, { at, links })
  return true
})

const isBulky = (facts: DeviceFacts) =>
  Boolean(
    facts.interfaces ??
      facts.radios ??
      facts.ssids ??
      facts.wans ??
      facts.poe ??
      facts.neighbours ??
      facts.ups ??
      facts.printer,
  )

/**
 * The facts as the detail stores them: without terminals (they have a separate room) and without raw counters; rates
 * beside the counters.
 */
export function detailText({ facts, traffic }: DeviceReport): string {
  const { interfaces, terminals: _, since: __, streamed: ___, ...rest } = facts
  return jsonText({ ...rest, interfaces: interfaces?.map((one) => withRates(one, traffic)) })
}

function withRates(
  one: InterfaceFact,
  traffic: Traffic | undefined,
): InterfaceFact & { rx_bps?: number; tx_bps?: number } {
  const place = traffic?.layout.place.get(one.name)
  if (!traffic || place === undefined || traffic.span <= 0) return one
  const rate = (octets: number | undefined) =>
    octets === undefined || Number.isNaN(octets) ? undefined : Math.round((octets * 8) / traffic.span)
  return { ...one, rx_bps: rate(traffic.each[place * 2]), tx_bps: rate(traffic.each[place * 2 + 1]) }
}
