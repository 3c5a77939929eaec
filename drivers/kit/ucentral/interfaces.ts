import type { InterfaceFact, WanFact } from '../facts.ts'
import { countOf, listOf, objectOf, textOf, textsOf, type Loose } from '../coerce.ts'
import { countersOf, type Ports } from './ports.ts'

/** Logical interfaces of a device; more is garbage. */
export const MAX_INTERFACES = 256
const MAX_ADDRESSES = 16

/** `up0v0`: first upstream interface, untagged; `down1v100`: tagged 100. */
const logicalName = /^(up|down)\d{1,4}v(\d{1,4})$/

export type Side = 'up' | 'down'

interface Place {
  side?: Side
  untagged: boolean
}

const unnamed: Place = { untagged: false }
/** Few names occur, and each in every message. */
const places = new Map<string, Place>()

function placeOfName(name: string): Place {
  const known = places.get(name)
  if (known) return known
  const [, side, vlan] = name.length <= 16 ? (logicalName.exec(name) ?? []) : []
  if (!side) return unnamed
  if (places.size >= 5000) places.clear()
  const place = { side: side as Side, untagged: vlan === '0' }
  places.set(name, place)
  return place
}

export function sideOfName(name: string): Side | undefined {
  return placeOfName(name).side
}

/** Interfaces as an access point or router names them, then its ports. */
export function logicalInterfaces(list: readonly unknown[], ports: Ports, uplinks: readonly Uplink[]): InterfaceFact[] {
  const facts: InterfaceFact[] = []
  for (const one of list) {
    const item = objectOf(one)
    const name = textOf(item.name, 32)
    if (name !== undefined) facts.push(logical(name, item, uplinks.find((uplink) => uplink.name === name)?.port, ports))
  }
  return facts.concat(ports.all)
}

function logical(name: string, item: Loose, own: InterfaceFact | undefined, ports: Ports): InterfaceFact {
  const side = sideOfName(name)
  const linked = own ?? ports.upstream.find((port) => port.up)
  // a downstream network may consist of radios alone, so only an uplink is down for want of a carrier
  const carried = side === 'up' && ports.upstream.length > 0
  return {
    // first: copying into a new object is quick, into one that has members already is not
    ...countersOf(objectOf(item.counters)),
    name,
    role: side === undefined ? 'other' : side === 'up' ? 'wan' : 'lan',
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

/** An upstream interface that leads out, and its port where it is known. */
interface Uplink {
  item: Loose
  name: string
  addresses: string[]
  port: InterfaceFact | undefined
}

/**
 * Uplinks in their order, with their port where it is known: the state does not tell which carries which, but when there are
 * as many ports as uplinks they come in the same order. An uplink is an upstream interface that is untagged or has an
 * address; a tagged one without is only bridged through.
 */
export function uplinksOf(list: readonly unknown[], ports: Ports): Uplink[] {
  const uplinks: Uplink[] = []
  for (const one of list) {
    const item = objectOf(one)
    if (typeof item.name !== 'string') continue
    const { side, untagged } = placeOfName(item.name)
    if (side !== 'up') continue
    const addresses = addressesOf(item)
    if (untagged || addresses.length > 0) uplinks.push({ item, name: item.name, addresses, port: undefined })
  }
  if (uplinks.length === ports.upstream.length)
    for (const [at, uplink] of uplinks.entries()) uplink.port = ports.upstream[at]
  return uplinks
}

export function wanOf({ item, name, addresses, port }: Uplink, ports: Ports): WanFact {
  const carrier = port ? port.up : ports.upstream.length === 0 || ports.upstream.some(({ up }) => up)
  const ipv4 = objectOf(item.ipv4)
  return {
    name: port?.name ?? name,
    up: carrier && addresses.length > 0,
    type: wanTypeOf(ipv4),
    addresses,
    gateway: textOf(ipv4.gateway, 64),
    dns: textsOf(item.dns_servers, 8, 64),
  }
}

/** Told by its traces: a lease comes with DHCP, a lone address (/32) with a point-to-point link; the rest was given by hand. */
function wanTypeOf(ipv4: Loose): WanFact['type'] {
  if (ipv4.dhcp_server !== undefined || (countOf(ipv4.leasetime) ?? 0) > 0) return 'dhcp'
  const [address] = textsOf(ipv4.addresses, 1, 64)
  if (address === undefined) return 'unknown'
  return address.endsWith('/32') ? 'pppoe' : 'static'
}
