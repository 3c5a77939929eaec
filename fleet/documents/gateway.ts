import {
  addressIn,
  EndCounters,
  type NetNode,
  type HousingPort,
  type Subnet,
  type ProviderLine,
} from '../model/network.ts'
import { ipv6Of, type ReportOptions } from './access-point.ts'
import { countersOf, deltaOf } from './counters.ts'
import { devicesBelow, peersOf, terminalsBelow } from './neighbours.ts'
import { coresOf, temperatureOf, unitOf } from './unit.ts'

const leaseSeconds = 43_200

/**
 * The state document of a router or firewall: the access points' client with its own networks and no radios. Traffic by
 * application is reported only by our own agent.
 */
export function gatewayState(node: NetNode, report: ReportOptions) {
  const { now, types } = report
  // a line that no network of the configuration uses is not an interface
  const used = node.wans.filter(({ unused }) => !unused)
  const wans = node.parent ? [behind(node, report)] : used.map((wan, i) => wanInterface(node, wan, i, report))
  return {
    version: 1,
    unit: {
      ...unitOf(node, now),
      boottime: Math.floor(node.bootAt),
      cpu_load: coresOf(node, now),
      temperature: temperatureOf(node, now),
    },
    interfaces: [...wans, lanInterface(node, wans.length, report)],
    'link-state': { upstream: upstreamPorts(node, report), downstream: downstreamPorts(node, report) },
    ...(types.includes('lldp') ? { 'lldp-peers': peersOf(node) } : {}),
  }
}

/** A line has an address while its cable is connected and the provider accepts the login. */
export const wanIsUp = (wan: ProviderLine) => !wan.cut && !wan.refused && !wan.unused

function wanInterface(node: NetNode, wan: ProviderLine, i: number, { now, periodic }: ReportOptions) {
  const { counters } = wan.port
  const shape = {
    name: `up${i}v0`,
    location: `/interfaces/${i}`,
    counters: countersOf(counters, 'rx'),
    delta_counters: deltaOf(counters, 'rx', periodic),
  }
  if (!wanIsUp(wan)) return { ...shape, uptime: 0, ipv4: {}, dns_servers: [] }
  const lease = wan.how === 'dhcp' ? { leasetime: 86_400, dhcp_server: wan.gateway } : {}
  return {
    ...shape,
    uptime: Math.max(1, Math.floor(now - Math.max(wan.since, node.bootAt))),
    ipv4: { addresses: [`${wan.address}/${wan.prefix}`], ...lease },
    dns_servers: wan.dns,
  }
}

/** The uplink of a gateway behind another one. */
function behind(node: NetNode, { now, periodic }: ReportOptions) {
  const above = (node.parent as NetNode).gateway.subnet as Subnet
  const { counters } = node.uplink as HousingPort
  return {
    name: 'up0v0',
    location: '/interfaces/0',
    uptime: Math.floor(now - node.bootAt) - 30,
    ipv4: { addresses: [`${node.address}/${above.prefix}`], leasetime: leaseSeconds, dhcp_server: addressIn(above, 1) },
    dns_servers: [addressIn(above, 1)],
    counters: countersOf(counters, 'rx'),
    delta_counters: deltaOf(counters, 'rx', periodic),
  }
}

function lanInterface(node: NetNode, i: number, { now, types }: ReportOptions) {
  const subnet = node.subnet as Subnet
  return {
    name: `down${i}v0`,
    location: `/interfaces/${i}`,
    uptime: Math.floor(now - node.bootAt) - 25,
    ipv4: {
      addresses: [`${addressIn(subnet, 1)}/${subnet.prefix}`],
      // vendor classes of clients are not included
      leases: leasesOf(node, subnet, now).map(({ vendor_class: _, ...lease }) => lease),
    },
    ipv6: { addresses: [{ address: `2001:db8:${((subnet.base >>> 8) & 0xffff).toString(16)}::1/64`, valid: 86_400 }] },
    dns_servers: [],
    counters: countersOf(lanCounters(node), 'tx'),
    ...(types.includes('clients') ? { clients: clientsOf(node, subnet) } : {}),
  }
}

/** Sum over the inside ports: the counters of their bridge. */
export function lanCounters(node: NetNode): EndCounters {
  const sum = new EndCounters()
  for (const name of node.model.lan) {
    const port = node.ports.get(name) as HousingPort
    if (port !== node.uplink) sum.add(port.counters.rx, port.counters.tx)
  }
  return sum
}

interface GatewayLease {
  address: string
  mac: string
  hostname: string
  assigned: string
  vendor_class?: string
}

/** Vendor classes of DHCP clients; Apple's send none. */
function dhcpClassOf(kind: string): string | undefined {
  if (['huawei', 'xiaomi', 'oppo', 'vivo', 'honor', 'samsung', 'tv'].includes(kind)) return 'android-dhcp-14'
  if (['laptop', 'desktop', 'till'].includes(kind)) return 'MSFT 5.0'
  return ['camera', 'telephone', 'printer', 'sensor'].includes(kind) ? 'udhcp 1.35.0' : undefined
}

export function leasesOf(node: NetNode, subnet: Subnet, now: number) {
  const leases: GatewayLease[] = [...devicesBelow(node)].map((device) => ({
    address: device.address,
    mac: device.mac,
    hostname: device.hostname,
    assigned: String(Math.floor(now - ((now - device.bootAt) % (leaseSeconds / 2)))),
  }))
  for (const { terminal } of terminalsBelow(node)) {
    const { host, mac, hostname, leasedAt, kind } = terminal
    const vendor_class = dhcpClassOf(kind.key)
    const assigned = String(Math.floor(leasedAt))
    leases.push({ address: addressIn(subnet, host), mac, hostname, assigned, ...(vendor_class && { vendor_class }) })
  }
  return leases
}

function clientsOf(node: NetNode, subnet: Subnet) {
  const clients: object[] = []
  for (const device of devicesBelow(node)) {
    clients.push({
      mac: device.mac,
      ipv4_addresses: [device.address],
      ports: [portTowards(node, device)],
      last_seen: 0,
    })
  }
  for (const { terminal, port } of terminalsBelow(node)) {
    clients.push({
      mac: terminal.mac,
      ipv4_addresses: [addressIn(subnet, terminal.host)],
      ...(terminal.host % 2 === 0 ? { ipv6_addresses: [ipv6Of(subnet, terminal)] } : {}),
      ports: [port],
      last_seen: 0,
    })
  }
  return clients
}

function portTowards(node: NetNode, device: NetNode): string {
  let at = device
  while (at.parent && at.parent !== node) at = at.parent
  return at.parentPort?.name ?? ''
}

function upstreamPorts(node: NetNode, { periodic }: ReportOptions) {
  const ports: Record<string, object> = {}
  if (node.uplink) ports[node.uplink.name] = portState(node.uplink, node.uplink.enabled, 'rx', periodic)
  for (const wan of node.wans) ports[wan.port.name] = portState(wan.port, !wan.cut, 'rx', periodic)
  return ports
}

function downstreamPorts(node: NetNode, { periodic }: ReportOptions) {
  const ports: Record<string, object> = {}
  for (const name of node.model.lan) {
    const port = node.ports.get(name) as HousingPort
    if (port !== node.uplink) ports[name] = portState(port, port.carrier, 'tx', periodic)
  }
  return ports
}

// The interface of an uplink has reported the difference already, and its base moves once.
function portState(port: HousingPort, carrier: boolean, heavy: 'rx' | 'tx', periodic: boolean) {
  if (!carrier) return { carrier: 0 }
  const delta = heavy === 'tx' ? { delta_counters: deltaOf(port.counters, heavy, periodic) } : {}
  return { carrier: 1, speed: port.speed, duplex: 'full', counters: countersOf(port.counters, heavy), ...delta }
}
