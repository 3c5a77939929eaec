import type { InterfaceFact, WanFact } from '../../kit/facts.ts'
import { countOf, listOf, objectOf, textOf, textsOf, type Loose } from '../../kit/coerce.ts'
import { countersOf, type Ports } from './ports.ts'

/** Logical interfaces of a device; more is garbage. */
export const MAX_INTERFACES = 256
const MAX_ADDRESSES = 16

/** `up0v0`: first upstream interface, untagged; `down1v100`: tagged 100. */
const logicalName = /^(up|down)\d{1,4}v(\d{1,4})$/

export type Side = 'up' | 'down'

interface Place {
  side?: Side
  vlan?: number
}

const unnamed: Place = {}
/** Few names occur, and each in every message. */
const places = new Map<string, Place>()

function placeOfName(name: string): Place {
  const known = places.get(name)
  if (known) return known
  const [, side, vlan] = name.length <= 16 ? (logicalName.exec(name) ?? []) : []
  if (!side) return unnamed
  if (places.size >= 5000) places.clear()
  const place = { side: side as Side, vlan: Number(vlan) }
  places.set(name, place)
  return place
}

export function sideOfName(name: string): Side | undefined {
  return placeOfName(name).side
}

/** 0: untagged; undefined: the name does not show it. */
export function vlanOfName(name: string): number | undefined {
  return placeOfName(name).vlan
}

/** Interfaces as an access point or router names them, then its ports. */
export function logicalInterfaces(list: readonly unknown[], ports: Ports, lines: readonly Line[]): InterfaceFact[] {
  const facts: InterfaceFact[] = []
  for (const one of list) {
    const item = objectOf(one)
    const name = textOf(item.name, 32)
    if (name !== undefined) facts.push(logical(name, item, ports, lines))
  }
  return facts.concat(ports.all)
}

function logical(name: string, item: Loose, ports: Ports, lines: readonly Line[]): InterfaceFact {
  const side = sideOfName(name)
  const line = lines.find(({ uplinks }) => uplinks.some((uplink) => uplink.name === name))
  const linked = line?.port ?? ports.upstream.find((port) => port.up)
  // a downstream network may consist of radios alone, so only an uplink is down for want of a carrier
  const carried = side === 'up' && ports.upstream.length > 0
  const repeated = line !== undefined && line.repeated.includes(name)
  return {
    // first: copying into a new object is quick, into one that has members already is not
    ...countersOf(objectOf(item.counters)),
    name,
    // what repeats the counters of another uplink is no traffic of its own
    role: side === undefined || repeated ? 'other' : side === 'up' ? 'wan' : 'lan',
    up: carried ? linked?.up === true : countOf(item.uptime) !== 0,
    speed_mbps: carried ? linked?.speed_mbps : undefined,
    addresses: addressesOf(item),
  }
}

/** IPv4 then IPv6, with prefix lengths; firmware and schema name the IPv6 member differently. */
export function addressesOf(item: Loose): string[] {
  const out = textsOf(objectOf(item.ipv4).addresses, MAX_ADDRESSES, 64)
  const ipv6 = objectOf(item.ipv6)
  for (const one of listOf(ipv6.addresses ?? ipv6.ipv6_addresses, MAX_ADDRESSES)) {
    const address = textOf(typeof one === 'string' ? one : objectOf(one).address, 64)
    if (address !== undefined && out.length < MAX_ADDRESSES) out.push(address)
  }
  return out
}

/** An upstream interface that leads out. */
interface Uplink {
  item: Loose
  name: string
  untagged: boolean
  addresses: string[]
}

/** A line to the network above: one cable, however many interfaces use it. */
export interface Line {
  /** The one that gives it its address first. */
  uplinks: Uplink[]
  /** Names of those whose counters are the counters of another one. */
  repeated: string[]
  port: InterfaceFact | undefined
}

/**
 * Lines in their order, with their port where it is known. An upstream interface that is untagged or has an address leads
 * out; a tagged one without is only bridged through. The state does not say which port carries which interface: a device
 * has at most as many lines as upstream ports, and when there are as many lines as ports they come in the same order.
 * Upstream interfaces in the same VLAN share a bridge, so that an access point counts the same octets for each of them: from
 * the factory it has a second one, for the onboarding network, without a cable of its own.
 */
export function linesOf(list: readonly unknown[], ports: Ports): Line[] {
  const lines: Line[] = []
  for (const uplink of uplinksIn(list, ports)) {
    const twin = lines.find(({ uplinks: [first] }) => first !== undefined && countsTheSame(first, uplink))
    const shared = twin ?? (isFull(lines, ports) ? lines[0] : undefined)
    if (!shared) lines.push({ uplinks: [uplink], repeated: [], port: undefined })
    else {
      const [first] = shared.uplinks
      shared.uplinks.push(uplink)
      if (twin || (uplink.untagged && first?.untagged)) shared.repeated.push(uplink.name)
    }
  }
  if (lines.length === ports.upstream.length) for (const [at, line] of lines.entries()) line.port = ports.upstream[at]
  for (const { uplinks } of lines)
    uplinks.sort((a, b) => Number(b.addresses.length > 0) - Number(a.addresses.length > 0))
  return lines
}

function uplinksIn(list: readonly unknown[], { upstream }: Ports): Uplink[] {
  const uplinks: Uplink[] = []
  for (const one of list) {
    const item = objectOf(one)
    if (typeof item.name !== 'string') continue
    const { side, vlan } = placeOfName(item.name)
    const untagged = vlan === 0
    if (side !== 'up') continue
    const addresses = addressesOf(item)
    if (untagged || addresses.length > 0) uplinks.push({ item, name: item.name, untagged, addresses })
  }
  // where some must share a line, those without a tag are the lines
  return uplinks.length > upstream.length ? uplinks.sort((a, b) => Number(b.untagged) - Number(a.untagged)) : uplinks
}

const isFull = (lines: readonly Line[], { upstream }: Ports) => upstream.length > 0 && lines.length >= upstream.length

/** Both report the counters of one bridge: two lines never carry the same number of octets both ways. */
function countsTheSame(a: Uplink, b: Uplink): boolean {
  const [one, other] = [countersOf(objectOf(a.item.counters)), countersOf(objectOf(b.item.counters))]
  const { rx_bytes = 0, tx_bytes = 0 } = one
  return (
    a.untagged === b.untagged && rx_bytes + tx_bytes > 0 && rx_bytes === other.rx_bytes && tx_bytes === other.tx_bytes
  )
}

export function wansOf({ uplinks, port }: Line, ports: Ports): WanFact[] {
  const [first] = uplinks
  if (!first) return []
  const addresses = uplinks.flatMap((uplink) => uplink.addresses).slice(0, MAX_ADDRESSES)
  const carrier = port ? port.up : ports.upstream.length === 0 || ports.upstream.some(({ up }) => up)
  const ipv4 = objectOf(first.item.ipv4)
  return [
    {
      name: port?.name ?? first.name,
      up: carrier && addresses.length > 0,
      type: wanTypeOf(ipv4),
      addresses,
      gateway: textOf(ipv4.gateway, 64),
      dns: textsOf(first.item.dns_servers, 8, 64),
    },
  ]
}

/** Recognised by its traces: a lease comes with DHCP, a lone address (/32) with a point-to-point link; the rest was given by hand. */
function wanTypeOf(ipv4: Loose): WanFact['type'] {
  if (ipv4.dhcp_server !== undefined || (countOf(ipv4.leasetime) ?? 0) > 0) return 'dhcp'
  const [address] = textsOf(ipv4.addresses, 1, 64)
  if (address === undefined) return 'unknown'
  return address.endsWith('/32') ? 'pppoe' : 'static'
}
