import type { InterfaceFact, WanFact } from '../facts.ts'
import { countOf, listOf, objectOf, textOf, textsOf, type Loose } from '../coerce.ts'
import { countersOf, type Ports } from './ports.ts'

/** Logical interfaces of a device; more is garbage. */
export const MAX_INTERFACES = 256
const MAX_ADDRESSES = 16

/** `up0v0`: first upstream interface, untagged; `down1v100`: tagged 100. */
const logicalName = /^(up|down)\d{1,4}v(\d{1,4})$/

export type Side = 'up' | 'down'

export function sideOfName(name: string): Side | undefined {
  return logicalName.exec(name)?.[1] as Side | undefined
}

/** Interfaces as an access point or router names them, then its ports. */
export function logicalInterfaces(list: readonly unknown[], ports: Ports): InterfaceFact[] {
  const uplinks = uplinksOf(list, ports)
  const facts: InterfaceFact[] = []
  for (const one of list) {
    const item = objectOf(one)
    const name = textOf(item.name, 32)
    if (name !== undefined) facts.push(logical(name, item, uplinks.get(name), ports))
  }
  return facts.concat(ports.all)
}

function logical(name: string, item: Loose, own: InterfaceFact | undefined, ports: Ports): InterfaceFact {
  const side = sideOfName(name)
  const linked = own ?? ports.upstream.find((port) => port.up)
  // a downstream network may consist of radios alone, so only an uplink is down for want of a carrier
  const carried = side === 'up' && ports.upstream.length > 0
  return {
    name,
    role: side === undefined ? 'other' : side === 'up' ? 'wan' : 'lan',
    up: carried ? linked?.up === true : countOf(item.uptime) !== 0,
    speed_mbps: carried ? linked?.speed_mbps : undefined,
    addresses: addressesOf(item),
    ...countersOf(objectOf(item.counters)),
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

/**
 * Uplinks by name, with their port where it is known: the state does not tell which carries which, but when there are as
 * many ports as uplinks they come in the same order. An uplink is an upstream interface that is untagged or has an address;
 * a tagged one without is only bridged through.
 */
function uplinksOf(list: readonly unknown[], ports: Ports): Map<string, InterfaceFact | undefined> {
  const names = list
    .map(objectOf)
    .filter(isUplink)
    .map((item) => item.name as string)
  const paired = names.length === ports.upstream.length
  return new Map(names.map((name, at) => [name, paired ? ports.upstream[at] : undefined]))
}

function isUplink(item: Loose): boolean {
  const parts = typeof item.name === 'string' ? logicalName.exec(item.name) : null
  return parts?.[1] === 'up' && (parts[2] === '0' || addressesOf(item).length > 0)
}

export function wansOf(list: readonly unknown[], ports: Ports): WanFact[] {
  const uplinks = uplinksOf(list, ports)
  return list
    .map(objectOf)
    .filter(isUplink)
    .map((item) => wanOf(item, uplinks.get(item.name as string), ports))
}

function wanOf(item: Loose, port: InterfaceFact | undefined, ports: Ports): WanFact {
  const addresses = addressesOf(item)
  const carrier = port ? port.up : ports.upstream.length === 0 || ports.upstream.some(({ up }) => up)
  const ipv4 = objectOf(item.ipv4)
  return {
    name: port?.name ?? (item.name as string),
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
