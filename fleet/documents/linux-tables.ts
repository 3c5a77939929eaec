import type { CgiRow, CgiType } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { SeededRandom } from '../random.ts'
import { addressIn, type NetNode, type HousingPort, siblingMac, type Subnet } from '../model/network.ts'
import type { SimulatedTerminal } from '../model/network.ts'
import { countersOf } from './counters.ts'
import { leasesOf, wanIsUp } from './gateway.ts'
import { terminalsBelow } from './neighbours.ts'
import { kernel, system } from './linux-host.ts'
import { loadOf, memoryOf, temperatureOf } from './unit.ts'

/** One network interface of a simulated Linux host. */
export interface InterfaceRow {
  name: string
  kind: string
  role: 'wan' | 'lan' | 'other'
  mac?: string
  mtu: number
  up: boolean
  addresses: string[]
  gateway?: string
  speed_mbps?: number
}

/** The addresses in `ip addr`. */
export function interfacesOf(node: NetNode): InterfaceRow[] {
  const ports = [...node.ports.values()]
  return [
    { name: 'lo', kind: 'loopback', role: 'other', mtu: 65_536, up: true, addresses: ['127.0.0.1/8'] },
    ...ports.map((port, i) => interfaceOf(node, port, i)),
  ]
}

function interfaceOf(node: NetNode, port: HousingPort, i: number): InterfaceRow {
  const line = lineOf(node, port)
  const up = line ? line.up : port.carrier
  const subnet = node.subnet as Subnet
  const lan = port === innerPort(node) ? [`${addressIn(subnet, 1)}/${subnet.prefix}`] : []
  return {
    name: port.name,
    kind: 'ether',
    role: line ? 'wan' : 'lan',
    mac: i === 0 ? node.mac : siblingMac(node.serial, i),
    mtu: 1500,
    up,
    addresses: line ? (line.up ? [line.address] : []) : lan,
    gateway: line?.gateway,
    speed_mbps: up ? port.speed : undefined,
  }
}

/** The port of the host's own network. */
const innerPort = (node: NetNode): HousingPort | undefined => {
  const ports = [...node.ports.values()].filter((port) => port !== node.uplink)
  return ports.find(({ shared }) => shared) ?? ports.find(({ device }) => device !== undefined)
}

/** The uplink of a port, if it is one. */
function lineOf(node: NetNode, port: HousingPort): { up: boolean; address: string; gateway: string } | undefined {
  if (port === node.uplink) {
    const above = (node.parent as NetNode).gateway.subnet as Subnet
    return {
      up: port.enabled && node.reachable,
      address: `${node.address}/${above.prefix}`,
      gateway: addressIn(above, 1),
    }
  }
  const wan = node.wans.find((entry) => entry.port === port)
  return wan && { up: wanIsUp(wan), address: `${wan.address}/${wan.prefix}`, gateway: wan.gateway }
}

export function nameServersOf(node: NetNode): string[] {
  const above = node.parent?.gateway.subnet
  return above ? [addressIn(above, 1)] : (node.wans[0]?.dns ?? [])
}

const perTerminal = 5

export function connectionCount(node: NetNode): number {
  return 6 + perTerminal * [...terminalsBelow(node)].length
}

type QueryTables = { readonly [T in CgiType]: (node: NetNode, now: number) => CgiRow<T>[] }

/** Rows of every query of `x-belvedere.cgi`, from the model. */
export const linuxTables: QueryTables = {
  interfaces: (node) => interfacesOf(node).map((row) => interfaceRow(node, row)),
  routes: (node) => routesOf(node),
  neighbours: (node) => neighboursOf(node),
  dhcp_leases: (node, now) =>
    leasesOf(node, node.subnet as Subnet, now).map(({ address, mac, hostname, assigned }) => ({
      address,
      mac,
      hostname,
      expires: Number(assigned) + 43_200,
    })),
  terminals: (node) =>
    [...terminalsBelow(node)].map(({ terminal, port }) => ({
      mac: terminal.mac,
      ipv4: ipOf(node, terminal),
      hostname: terminal.hostname,
      device: port,
      port,
      last_seen_s: 0,
    })),
  connections: (node) => connectionsOf(node),
  wifi_stations: () => [],
  system: (node, now) => systemOf(node, now),
  services: (node) =>
    services.map(([unit, usual, description]) => {
      const sub = serviceState(node, unit) ?? usual
      return { unit, load: 'loaded', active: sub === 'dead' ? 'inactive' : 'active', sub, description }
    }),
  log_tail: (node, now) => logOf(node, now),
}

const ipOf = (node: NetNode, { host }: SimulatedTerminal) => addressIn(node.subnet as Subnet, host)

function interfaceRow(
  node: NetNode,
  { name, role, up, kind, mac, addresses, mtu, speed_mbps }: InterfaceRow,
): CgiRow<'interfaces'> {
  const port = node.ports.get(name)
  const {
    multicast: _,
    collisions: __,
    ...counters
  } = port ? countersOf(port.counters, role === 'wan' ? 'rx' : 'tx') : ({} as ReturnType<typeof countersOf>)
  return {
    name,
    role,
    state: up ? 'up' : 'down',
    kind,
    mac,
    ipv4: addresses.join(', '),
    ipv6: '',
    mtu,
    speed_mbps,
    duplex: speed_mbps ? 'full' : undefined,
    ...counters,
  }
}

function routesOf(node: NetNode): CgiRow<'routes'>[] {
  const rows = interfacesOf(node).filter(({ role, addresses }) => role !== 'other' && addresses.length > 0)
  const own = rows.map(({ name, addresses }) => ({
    family: 'IPv4',
    destination: networkOf(addresses[0] ?? ''),
    device: name,
    protocol: 'kernel',
    scope: 'link',
    source: addresses[0]?.split('/')[0],
  }))
  const out = rows
    .filter(({ gateway }) => gateway)
    .map(({ name, gateway }) => ({
      family: 'IPv4',
      destination: 'default',
      gateway,
      device: name,
      metric: 100,
      protocol: 'dhcp',
    }))
  return [...out, ...own]
}

function networkOf(address: string): string {
  const [ip = '', prefix = '32'] = address.split('/')
  const value = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return `${addressIn({ base: (value & (-1 << (32 - Number(prefix)))) >>> 0, prefix: Number(prefix) }, 0)}/${prefix}`
}

function neighboursOf(node: NetNode): CgiRow<'neighbours'>[] {
  const below = [...terminalsBelow(node)].map(({ terminal, port }) => ({
    address: ipOf(node, terminal),
    mac: terminal.mac,
    device: port,
    state: terminal.demandDown > 20_000 ? 'REACHABLE' : 'STALE',
    confirmed_s: terminal.demandDown > 20_000 ? 4 : 95,
  }))
  const wan = interfacesOf(node).find(({ gateway }) => gateway)
  const above = wan && {
    address: wan.gateway,
    mac: node.parent?.gateway.mac ?? siblingMac(node.serial, 9),
    device: wan.name,
    state: 'REACHABLE',
    confirmed_s: 2,
  }
  return above ? [above, ...below] : below
}

// Documentation addresses represent the internet.
const world = ['203.0.113.10', '203.0.113.44', '198.51.100.7', '198.51.100.80', '192.0.2.200']
const ports = [443, 443, 443, 80, 53, 22, 8883]

function connectionsOf(node: NetNode): CgiRow<'connections'>[] {
  const out = interfacesOf(node)
    .find(({ role, addresses }) => role === 'wan' && addresses.length > 0)
    ?.addresses[0]?.split('/')[0]
  return [...terminalsBelow(node)].flatMap(({ terminal }) => {
    // the same connections for as long as the demand lasts
    const random = new SeededRandom(Math.floor(terminal.demandUntil) ^ terminal.host)
    return Array.from({ length: perTerminal }, () => {
      const port = random.pick(ports)
      const source_port = random.whole(32_768, 60_999)
      const udp = port === 53
      return {
        protocol: udp ? 'udp' : 'tcp',
        state: udp ? undefined : random.chance(0.85) ? 'ESTABLISHED' : 'TIME_WAIT',
        source: ipOf(node, terminal),
        source_port,
        destination: random.pick(world),
        destination_port: port,
        nat: out && `${out}:${source_port}`,
        bytes: Math.round(random.next() ** 3 * 4e7) + 600,
        expires_s: udp ? random.whole(1, 30) : random.whole(60, 432_000),
        seen_in: 'conntrack',
      }
    })
  })
}

function systemOf(node: NetNode, now: number): CgiRow<'system'>[] {
  const memory = memoryOf(node, now)
  const values: Record<string, string | number | undefined> = {
    hostname: node.hostname,
    model: `${node.model.vendor} ${node.model.model}`,
    system,
    kernel,
    architecture: 'x86_64',
    cpus: node.model.cores,
    cpu_model: 'Simulated CPU @ 2.00GHz',
    uptime_s: Math.floor(now - node.bootAt),
    boot_time: new Date(node.bootAt * 1000).toISOString(),
    local_time: new Date(now * 1000).toISOString(),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    load: loadOf(node, now).join(' '),
    memory_total: memory.total,
    memory_available: memory.free + memory.cached,
    disk_total: 62_725_623_808,
    disk_free: 51_204_218_880,
    temperature: temperatureOf(node, now)?.[1],
    name_servers: nameServersOf(node).join(', '),
    forwarding: 'on',
    connections: connectionCount(node),
    user: 'root',
  }
  return Object.entries(values).map(([item, value]) => ({ item, value }))
}

/** Services that were started or stopped since the start of the simulation. */
const changed = new WeakMap<NetNode, Map<string, string>>()
const serviceState = (node: NetNode, unit: string) => changed.get(node)?.get(unit)

/** Starts or stops a service of a simulated host; returns a reason when that fails. */
export function setService(node: NetNode, unit: unknown, action: unknown): string | undefined {
  const known = services.find(([name]) => name === unit)
  if (!known) return `Failed to ${String(action)} ${String(unit)}: Unit not found.`
  const states = changed.get(node) ?? new Map<string, string>()
  changed.set(node, states.set(known[0], action === 'stop' ? 'dead' : 'running'))
  return undefined
}

const services: readonly (readonly [string, string, string])[] = [
  ['belvedere-agent.service', 'running', 'Belvedere agent'],
  ['chrony.service', 'running', 'chrony, an NTP client/server'],
  ['cron.service', 'running', 'Regular background program processing daemon'],
  ['dnsmasq.service', 'running', 'dnsmasq - A lightweight DHCP and caching DNS server'],
  ['lldpd.service', 'running', 'LLDP daemon'],
  ['networking.service', 'exited', 'Raise network interfaces'],
  ['nftables.service', 'exited', 'nftables'],
  ['ssh.service', 'running', 'OpenBSD Secure Shell server'],
  ['systemd-journald.service', 'running', 'Journal Service'],
  ['unattended-upgrades.service', 'dead', 'Unattended Upgrades Shutdown'],
]

// The log has the DHCP server's exchanges with the terminals, which follow from their leases.
function logOf(node: NetNode, now: number): CgiRow<'log_tail'>[] {
  const leases = [...terminalsBelow(node)].map(({ terminal, port }) => ({
    time: Math.floor(Math.min(now, terminal.leasedAt)),
    severity: 6,
    source: 'dnsmasq-dhcp',
    text: `DHCPACK(${port}) ${ipOf(node, terminal)} ${terminal.mac} ${terminal.hostname}`,
  }))
  const boot = { time: Math.floor(node.bootAt), severity: 5, source: 'kernel', text: `Linux version ${kernel}` }
  return [...leases, boot].sort((a, b) => b.time - a.time)
}
