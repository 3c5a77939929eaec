import type { InterfaceRow } from './linux-tables.ts'
import { connectionCount, interfacesOf, nameServersOf } from './linux-tables.ts'
import { reportedApps } from '../model/app-mix.ts'
import { addressIn, type NetNode, type HousingPort, type Subnet } from '../model/network.ts'
import type { ReportOptions } from './access-point.ts'
import { countersOf } from './counters.ts'
import { peersOf, terminalsBelow } from './neighbours.ts'
import { hash32 } from '../random.ts'
import { coresOf, temperatureOf, unitOf } from './unit.ts'
import { leasesOf } from './gateway.ts'
import { kernel, system } from './linux-host.ts'

/** The state document of a Linux host with the agent. */
export function softRouterState(node: NetNode, { now }: ReportOptions) {
  const rows = interfacesOf(node).filter(({ name }) => name !== 'lo')
  return {
    version: 1,
    unit: {
      ...unitOf(node, now),
      boottime: Math.floor(node.bootAt),
      cpu_load: coresOf(node, now),
      temperature: temperatureOf(node, now),
    },
    radios: [],
    interfaces: rows.map((row, i) => interfaceOf(node, row, i, now)),
    'link-state': { upstream: linksOf(node, rows, 'wan'), downstream: linksOf(node, rows, 'lan') },
    'lldp-peers': peersOf(node),
    'x-belvedere': {
      version: 1,
      hostname: node.hostname,
      system,
      kernel,
      wans: wansOf(node),
      interfaces: rows.map(ownInterface),
      connections: connectionCount(node),
      apps: reportedApps(node),
      octets: octetsOf(node),
    },
  }
}

function interfaceOf(node: NetNode, { name, role, addresses }: InterfaceRow, i: number, now: number) {
  const port = node.ports.get(name) as HousingPort
  const leases = role === 'lan' && addresses.length > 0 ? leasesOf(node, node.subnet as Subnet, now) : []
  return {
    name,
    location: `/interfaces/${i}`,
    ipv4: {
      addresses,
      ...(leases.length > 0 ? { leases: leases.map(({ assigned: _, ...lease }) => lease) } : {}),
    },
    ipv6: { addresses: [] },
    dns_servers: role === 'wan' ? nameServersOf(node) : [],
    counters: countersOf(port.counters, role === 'wan' ? 'rx' : 'tx'),
    clients: role === 'lan' ? clientsOn(node, name) : [],
  }
}

function clientsOn(node: NetNode, name: string) {
  return [...terminalsBelow(node)]
    .filter(({ port }) => port === name)
    .map(({ terminal }) => ({
      mac: terminal.mac,
      ipv4_addresses: [addressIn(node.subnet as Subnet, terminal.host)],
      ipv6_addresses: [],
      ports: [name],
      last_seen: 0,
      hostname: terminal.hostname,
    }))
}

function linksOf(node: NetNode, rows: InterfaceRow[], role: string) {
  const links = rows.filter((row) => row.role === role)
  return Object.fromEntries(
    links.map(({ name, up }) => [
      name,
      up ? { carrier: 1, speed: node.ports.get(name)?.speed, duplex: 'full' } : { carrier: 0 },
    ]),
  )
}

function wansOf(node: NetNode) {
  const wan = interfacesOf(node).find(({ role }) => role === 'wan')
  if (!wan) return []
  const { name, up, addresses, gateway } = wan
  return [
    {
      name,
      up,
      type: 'dhcp',
      addresses,
      gateway,
      metric: 100,
      dns: nameServersOf(node),
      probes: probesOf(node, gateway, up),
    },
  ]
}

/** By terminal, up and down. Not simulated: a host does not see traffic between terminals; the model includes both. */
function octetsOf(node: NetNode): Record<string, [number, number]> {
  return Object.fromEntries(
    [...terminalsBelow(node)].map(({ terminal }) => [terminal.mac, [Math.floor(terminal.rx), Math.floor(terminal.tx)]]),
  )
}

/** As measured by the agent; addresses beyond the line have the simulated loss of the line. */
function probesOf(node: NetNode, gateway: string | undefined, up: boolean) {
  if (!up || gateway === undefined) return undefined
  const beyond = node.lineTargets ?? ['223.5.5.5', '1.1.1.1']
  const lost = Math.round(80 * (node.lineLoss ?? 0))
  const far = beyond.map((target) => ({
    target,
    sent: 80,
    lost,
    ...(lost < 80 && { rtt_ms: 6 + (hash32(target) % 400) / 10 }),
  }))
  return [{ target: gateway, gateway: true, sent: 80, lost: 0, rtt_ms: 0.6 }, ...far]
}

function ownInterface({ name, kind, mac, mtu, role, up, addresses, speed_mbps }: InterfaceRow) {
  return {
    name,
    kind,
    mac,
    mtu,
    role,
    up,
    enabled: true,
    carrier: up,
    addresses,
    physical: true,
    wireless: false,
    speed_mbps,
    duplex: up ? 'full' : undefined,
  }
}
