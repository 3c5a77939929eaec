import type { InterfaceFact } from '@belvedere/contract/rooms/device/facts.ts'
import { jsonText } from '../../kernel/columns.ts'
import { oncePerReport, type Report } from '../../kernel/device-link.ts'
import { type Traffic, trafficOf } from '../stat/api.ts'
import type { Flow } from './store.ts'

/** Seconds between two writings of a device's rates while no socket comes or goes. */
const EVERY = 25
const MOST = 500_000

interface Memory {
  at: number
  /** Which sockets were up. */
  up: string
  counts: Map<string, { packets: number; lost: number }>
}

const memories = new Map<number, Memory>()

/** What is kept of a device is not what it told last: its next report is written. */
export function forgetFlow(device_id: number): void {
  const memory = memories.get(device_id)
  if (memory) memory.up = ''
}

/** `[up, Mbit/s, bit/s in, bit/s out, lost of a million packets]`; null: not known. */
export type PortFlow = [0 | 1, number | null, number | null, number | null, number | null]

/** What passes the sockets of a report that lead somewhere, when it is time to write it down. */
export function flowsBy(portsOf: (device_id: number) => ReadonlySet<string>): (report: Report) => Flow | undefined {
  return oncePerReport((report) => decide(report, portsOf(report.device_id)))
}

function decide(report: Report, ports: ReadonlySet<string>): Flow | undefined {
  const { device_id, at } = report
  const { interfaces = [] } = report.facts
  const before = memories.get(device_id)
  if (ports.size === 0 && !before) return undefined
  // one that led somewhere is told of still: that it is dark may be all that is known of its link
  const led = interfaces.filter(({ name }) => ports.has(name) || before?.counts.has(name))
  if (led.length === 0) return undefined
  const up = led.map((one) => `${one.name}${one.up ? '+' : '-'}`).join()
  if (before && at - before.at < EVERY && before.up === up) return undefined
  const traffic = trafficOf(report)
  const counts = new Map(led.map((one) => [one.name, countOf(one)]))
  const told = Object.fromEntries(
    led.map((one) => [one.name, flowOf(one, traffic, before?.counts.get(one.name), counts.get(one.name))]),
  )
  if (memories.size >= MOST) memories.clear()
  memories.set(device_id, { at, up, counts })
  return { device_id, at, ports: jsonText(told) }
}

const countOf = (one: InterfaceFact) => ({
  packets: (one.rx_packets ?? 0) + (one.tx_packets ?? 0),
  lost: (one.rx_errors ?? 0) + (one.tx_errors ?? 0) + (one.rx_dropped ?? 0) + (one.tx_dropped ?? 0),
})

function flowOf(
  { name, up, speed_mbps }: InterfaceFact,
  traffic: Traffic | undefined,
  before: { packets: number; lost: number } | undefined,
  now: { packets: number; lost: number } | undefined,
): PortFlow {
  const place = traffic?.layout.place.get(name)
  const rate = (octets: number | undefined) =>
    !traffic || traffic.span <= 0 || octets === undefined || Number.isNaN(octets)
      ? null
      : Math.round((octets * 8) / traffic.span)
  const [rx, tx] =
    place === undefined ? [undefined, undefined] : [traffic?.each[place * 2], traffic?.each[place * 2 + 1]]
  return [up ? 1 : 0, speed_mbps ?? null, rate(rx), rate(tx), lossOf(before, now)]
}

/** Lost of a million since the time before; null when nothing passed, or the counters began anew. */
function lossOf(
  before: { packets: number; lost: number } | undefined,
  now: { packets: number; lost: number } | undefined,
): number | null {
  if (!before || !now) return null
  const [packets, lost] = [now.packets - before.packets, now.lost - before.lost]
  return packets <= 0 || lost < 0 ? null : Math.min(1_000_000, Math.round((lost / (packets + lost)) * 1e6))
}
