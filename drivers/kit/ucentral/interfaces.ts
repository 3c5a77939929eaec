import type { InterfaceFact, WanFact } from '../facts.ts'
import { countOf, listOf, objectOf, textOf, textsOf, type Loose } from '../coerce.ts'
import { countersOf, type Ports } from './ports.ts'

/** Logical interfaces of a device; more is garbage. */
export const MAX_INTERFACES = 256
const MAX_ADDRESSES = 16

/** `up0v0`: first upstream interface, untagged; `down1v100`: tagged 100. */
const logicalName = /^(up|down)\d+v(\d+)$/

export type Side = 'up' | 'down'

export function sideOfName(name: string): Side | undefined {
  return logicalName.exec(name)?.[1] as Side | undefined
}

/** Interfaces as an access point or router names them, then its ports. */
export function logicalInterfaces(list: readonly unknown[], ports: Ports): InterfaceFact[] {
  const facts: InterfaceFact[] = []
  for (const one of list) {
    const item = objectOf(one)
    const name = textOf(item.name, 32)
    if (name !== undefined) facts.push(logical(name, item, ports))
  }
  return facts.concat(ports.all)
}

function logical(name: string, item: Loose, ports: Ports): InterfaceFact {
  const side = sideOfName(name)
  const behind = side === 'up' ? ports.upstream : ports.downstream
  const linked = behind.find((port) => port.up)
  // a downstream network may consist of radios alone, so only an uplink is down for want of a carrier
  const up = side === 'up' && behind.length > 0 ? linked !== undefined : countOf(item.uptime) !== 0
  return {
    name,
    role: side === undefined ? 'other' : side === 'up' ? 'wan' : 'lan',
    up,
    speed_mbps: side === 'up' ? linked?.speed_mbps : undefined,
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

/** Uplinks: upstream interfaces that are untagged or have an address; a tagged one without is only bridged through. */
export function wansOf(list: readonly unknown[], ports: Ports): WanFact[] {
  const uplinks = list.map(objectOf).filter(isUplink)
  const paired = uplinks.length === ports.upstream.length
  return uplinks.map((item, at) => wanOf(item, paired ? ports.upstream[at] : undefined, ports))
}

function isUplink(item: Loose): boolean {
  const parts = typeof item.name === 'string' ? logicalName.exec(item.name) : null
  return parts?.[1] === 'up' && (parts[2] === '0' || addressesOf(item).length > 0)
}

function wanOf(item: Loose, port: InterfaceFact | undefined, ports: Ports): WanFact {
  const addresses = addressesOf(item)
  const carrier = port ? port.up : ports.upstream.length === 0 || ports.upstream.some(({ up }) => up)
  const ipv4 = objectOf(item.ipv4)
  const leased = ipv4.dhcp_server !== undefined || (countOf(ipv4.leasetime) ?? 0) > 0
  return {
    name: port?.name ?? (item.name as string),
    up: carrier && addresses.length > 0,
    // the state does not tell PPPoE from static; a lease is the only sure sign
    type: leased ? 'dhcp' : 'unknown',
    addresses,
    gateway: textOf(ipv4.gateway, 64),
    dns: textsOf(item.dns_servers, 8, 64),
  }
}
