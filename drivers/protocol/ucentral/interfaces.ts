import type { InterfaceFact, WanFact } from '../../kit/facts.ts'
import { countOf, listOf, objectOf, textOf, textsOf, type Loose } from '../../kit/coerce.ts'
import { countersOf, type Ports } from './ports.ts'

/** Most logical interfaces of a device. */
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
/** The names are few, and in each message. */
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

/** 0: untagged; undefined: not part of the name. */
export function vlanOfName(name: string): number | undefined {
  return placeOfName(name).vlan
}

/** Interfaces by the names on an access point or router, then its ports. */
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
  // a downstream network may consist of radios alone, so only an uplink is down without a carrier
  const carried = side === 'up' && ports.upstream.length > 0
  const repeated = line !== undefined && line.repeated.includes(name)
  return {
    // first: copying into an empty object is fast, into one with members is not
    ...countersOf(objectOf(item.counters)),
    name,
    // an interface with the counters of another uplink has no traffic of its own
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

/** An upstream interface towards the internet or the site. */
interface Uplink {
  item: Loose
  name: string
  untagged: boolean
  addresses: string[]
}

/** A line to the upstream network: one cable, with any number of interfaces. */
export interface Line {
  /** The interface with the line's address. */
  uplinks: Uplink[]
  /** Names of interfaces with the counters of another one. */
  repeated: string[]
  port: InterfaceFact | undefined
}

/**
 * Lines in order, with their port where it is known. An upstream interface that is untagged or has an address is an uplink; a
 * tagged one without an address is only bridged. The state does not contain the port of an interface. A device has at most as
 * many lines as upstream ports; with equal numbers the order is the same. Upstream interfaces in the same VLAN share a bridge, so
 * that an access point counts the same octets for each of them: in the factory state it has a second one, for the onboarding
 * network, without a separate cable.
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
  // where several must share a line, the untagged ones are the lines
  return uplinks.length > upstream.length ? uplinks.sort((a, b) => Number(b.untagged) - Number(a.untagged)) : uplinks
}

const isFull = (lines: readonly Line[], { upstream }: Ports) => upstream.length > 0 && lines.length >= upstream.length

/** Both report the counters of one bridge: two separate lines never have equal octets in both directions. */
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

/** The address type, inferred: a lease means DHCP, a single address (/32) a point-to-point link; the rest is static. */
function wanTypeOf(ipv4: Loose): WanFact['type'] {
  if (ipv4.dhcp_server !== undefined || (countOf(ipv4.leasetime) ?? 0) > 0) return 'dhcp'
  const [address] = textsOf(ipv4.addresses, 1, 64)
  if (address === undefined) return 'unknown'
  return address.endsWith('/32') ? 'pppoe' : 'static'
}
