import type { InterfaceFact } from '@belvedere/contract/rooms/device/facts.ts'
import { jsonText } from '../../kernel/columns.ts'
import { oncePerReport, type DeviceReport } from '../../devices/device-link.ts'
import { linksOf } from '../../devices/ingest/shape.ts'
import type { Traffic } from '../../devices/traffic.ts'
import { trafficOf } from '../stat/api.ts'
import type { FlowRow } from './store.ts'

/** Seconds between two writes of a device's rates while no socket changes its state. */
const EVERY = 25
const MOST = 500_000

interface PacketCount {
  packets: number
  lost: number
}

interface LastPacketCounts {
  /** 0: the next report is written in any case. */
  at: number
  /** Which sockets were up (`linksOf`). */
  links: number
  counts: Map<string, PacketCount>
}

const memories = new Map<number, LastPacketCounts>()

/** The stored data of a device is not from its last report: its next report is written. */
export function invalidateFlow(device_id: number): void {
  const memory = memories.get(device_id)
  if (memory) memory.at = 0
}

/** `[up, Mbit/s, bit/s in, bit/s out, lost of a million packets]`; null: not known. */
export type PortFlowReading = [0 | 1, number | null, number | null, number | null, number | null]

/** The rates of linked sockets in a report, when they are due to be written. */
export function flowsBy(
  portsOf: (device_id: number) => ReadonlySet<string>,
): (report: DeviceReport) => FlowRow | undefined {
  return oncePerReport((report) => decide(report, portsOf(report.device_id)))
}

function decide(report: DeviceReport, ports: ReadonlySet<string>): FlowRow | undefined {
  const { device_id, at } = report
  const { interfaces = [] } = report.facts
  const before = memories.get(device_id)
  if (ports.size === 0 && !before) return undefined
  // a socket that had a link is still reported: its lost carrier may be all that is known of the link
  const led = interfaces.filter(({ name }) => ports.has(name) || before?.counts.has(name))
  if (led.length === 0) return undefined
  const links = linksOf(led)
  if (before && at - before.at < EVERY && before.links === links) return undefined
  const traffic = trafficOf(report)
  const memory = before ?? { at, links, counts: new Map() }
  const reported = Object.fromEntries(led.map((one) => [one.name, flowOf(one, traffic, memory.counts)]))
  if (memory.counts.size > led.length) forgetOthers(memory, led)
  memory.at = at
  memory.links = links
  if (!before) {
    if (memories.size >= MOST) memories.clear()
    memories.set(device_id, memory)
  }
  return { device_id, at, ports: jsonText(reported) }
}

function forgetOthers({ counts }: LastPacketCounts, led: readonly InterfaceFact[]): void {
  const there = new Set(led.map(({ name }) => name))
  for (const name of counts.keys()) if (!there.has(name)) counts.delete(name)
}

const countOf = (one: InterfaceFact): PacketCount => ({
  packets: (one.rx_packets ?? 0) + (one.tx_packets ?? 0),
  lost: (one.rx_errors ?? 0) + (one.tx_errors ?? 0) + (one.rx_dropped ?? 0) + (one.tx_dropped ?? 0),
})

/** The rates of a socket; `counts` contains the former counters, and is set to the current ones. */
function flowOf(one: InterfaceFact, traffic: Traffic | undefined, counts: Map<string, PacketCount>): PortFlowReading {
  const { name, up, speed_mbps } = one
  const place = traffic?.layout.place.get(name)
  const rate = (octets: number | undefined) =>
    !traffic || traffic.span <= 0 || octets === undefined || Number.isNaN(octets)
      ? null
      : Math.round((octets * 8) / traffic.span)
  const [rx, tx] =
    place === undefined ? [undefined, undefined] : [traffic?.each[place * 2], traffic?.each[place * 2 + 1]]
  const now = countOf(one)
  const before = counts.get(name)
  const loss = before ? lossOf(before, now) : null
  // the stored state is changed in place: new objects for every device are expensive for the garbage collector
  if (before) {
    before.packets = now.packets
    before.lost = now.lost
  } else counts.set(name, now)
  return [up ? 1 : 0, speed_mbps ?? null, rate(rx), rate(tx), loss]
}

/** Lost of a million since the last report; null without traffic, or after a reset of the counters. */
function lossOf(before: PacketCount, now: PacketCount): number | null {
  const [packets, lost] = [now.packets - before.packets, now.lost - before.lost]
  return packets <= 0 || lost < 0 ? null : Math.min(1_000_000, Math.round((lost / (packets + lost)) * 1e6))
}
