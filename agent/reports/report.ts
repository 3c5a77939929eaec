import { compact } from '../loose.ts'
import { readNumber } from '../host/read-file.ts'
import { flowMeter } from '../facts/app-flows.ts'
import { TerminalOctets } from '../facts/terminal-octets.ts'
import { DhcpClasses, DnsNames, dnsmasqLog } from '../facts/dns-names.ts'
import { readHost } from '../facts/host.ts'
import { type InterfaceAddress, within } from '../facts/links.ts'
import { type RoledLink, type Snapshot, takeSnapshot } from '../facts/snapshot.ts'
import type { AccessPoint, Station } from '../facts/stations.ts'
import { type HostTerminal, terminalsOf } from '../facts/terminals.ts'
import { cpuMeter, readUnit } from '../facts/unit.ts'
import type { Probe } from '../lines/line-meter.ts'
import { wanDevices } from '../facts/routes.ts'

type StateReport = Record<string, unknown>
/** The measurements of a line. */
type ProbesOf = (line: string) => Probe[] | undefined

/** Makes `state` documents; keeps the values from which rates are computed. */
export function stateReporter(
  uptimeOf?: () => number,
  probesOf: ProbesOf = () => undefined,
): () => Promise<StateReport> {
  const cpu = cpuMeter()
  const utilisation = airMeter()
  const names = new DnsNames()
  const classes = new DhcpClasses()
  const readFlows = flowMeter(names)
  const octets = new TerminalOctets()
  const readLog = dnsmasqLog()
  return async () => {
    const now = Math.floor(Date.now() / 1000)
    const log = await readLog()
    names.learn(log)
    classes.learn(log)
    const [unit, cores, snapshot, connections, metered] = await Promise.all([
      readUnit(now),
      cpu(),
      takeSnapshot(),
      readNumber('/proc/sys/net/netfilter/nf_conntrack_count'),
      readFlows(),
    ])
    if (metered) octets.add(metered.inside, snapshot.neighbours)
    const terminals = metered && octets.of(terminalsOf(snapshot).map(({ mac }) => mac))
    const uptime = uptimeOf?.() ?? unit.uptime
    return {
      version: 1,
      unit: compact({ localtime: now, ...unit, uptime, boottime: now - uptime, cpu_load: cores }),
      ...networkOf(withClasses(snapshot, classes), utilisation),
      'x-belvedere': {
        ...(await ownMember(snapshot, probesOf)),
        ...compact({ connections, apps: metered?.apps, octets: terminals }),
      },
    }
  }
}

/** Leases with the vendor classes of their clients. */
function withClasses(snapshot: Snapshot, classes: DhcpClasses): Snapshot {
  const leases = snapshot.leases.map((lease) => ({ ...lease, vendor_class: lease.mac && classes.classOf(lease.mac) }))
  return { ...snapshot, leases }
}

/** The uCentral members that describe the network. */
export function networkOf(snapshot: Snapshot, utilisation: (point: AccessPoint) => number | undefined): StateReport {
  const terminals = terminalsOf(snapshot)
  const shown = snapshot.interfaces.filter(
    (link) => link.kind !== 'loopback' && (link.role !== 'other' || link.enabled),
  )
  return {
    radios: radiosOf(snapshot.accessPoints, utilisation),
    interfaces: shown.map((link, i) => interfaceOf(link, i, snapshot, terminals)),
    'link-state': {
      upstream: linkStates(shown.filter((link) => link.role === 'wan')),
      downstream: linkStates(shown.filter((link) => link.role === 'lan' || link.role === 'port')),
    },
    'lldp-peers': {
      upstream: peersAt(snapshot, (role) => role === 'wan'),
      downstream: peersAt(snapshot, (role) => role !== 'wan'),
    },
  }
}

function interfaceOf(link: RoledLink, i: number, snapshot: Snapshot, terminals: HostTerminal[]): StateReport {
  const addresses = (family: 4 | 6) => link.addresses.filter((address) => address.family === family)
  const leases = snapshot.leases.filter((lease) => lease.mac && within(lease.address, addresses(4)))
  const points = snapshot.accessPoints.filter((point) => point.device === link.name)
  return compact({
    name: link.name,
    location: `/interfaces/${i}`,
    ipv4: compact({
      addresses: addresses(4).map(cidr),
      leases:
        leases.length > 0
          ? leases.map(({ address, mac, hostname, vendor_class }) => compact({ address, mac, hostname, vendor_class }))
          : undefined,
    }),
    ipv6: {
      addresses: addresses(6).map(({ valid_s, ...address }) => compact({ address: cidr(address), valid: valid_s })),
    },
    dns_servers: link.role === 'wan' ? snapshot.nameServers : [],
    counters: link.counters,
    clients: terminals.filter((terminal) => terminal.device === link.name).map(clientOf),
    ssids:
      points.length > 0
        ? points.map((point) => ssidOf(point, snapshot.accessPoints.indexOf(point), terminals))
        : undefined,
  })
}

function clientOf(terminal: HostTerminal): StateReport {
  return compact({
    mac: terminal.mac,
    ipv4_addresses: terminal.ipv4,
    ipv6_addresses: terminal.ipv6,
    ports: [terminal.port],
    last_seen: terminal.last_seen_s,
    vlan: terminal.vlan,
    hostname: terminal.hostname,
  })
}

function ssidOf(point: AccessPoint, radio: number, terminals: HostTerminal[]): StateReport {
  const address = new Map(terminals.map((terminal) => [terminal.mac, terminal.ipv4[0]]))
  return compact({
    ssid: point.ssid,
    mode: 'ap',
    bssid: point.bssid,
    iface: point.device,
    band: point.band,
    radio: { $ref: `#/radios/${radio}` },
    frequency: [point.frequency],
    associations: point.stations.map((station) => associationOf(station, point.bssid, address.get(station.mac))),
  })
}

function associationOf(station: Station, bssid: string | undefined, address: string | undefined): StateReport {
  const { mac, connected_s, inactive_s, signal_dbm, rx_kbps, tx_kbps, ...counters } = station
  return compact({
    station: mac,
    bssid,
    connected: connected_s,
    inactive: inactive_s,
    rssi: signal_dbm,
    ...counters,
    rx_rate: rx_kbps === undefined ? undefined : { bitrate: rx_kbps },
    tx_rate: tx_kbps === undefined ? undefined : { bitrate: tx_kbps },
    ipaddr_v4: address,
  })
}

function radiosOf(points: AccessPoint[], utilisation: (point: AccessPoint) => number | undefined): StateReport[] {
  return points.map((point) =>
    compact({
      channel: point.channel,
      channels: [point.channel],
      frequency: [point.frequency],
      channel_width: point.width_mhz,
      tx_power: point.tx_power_dbm,
      phy: point.device,
      band: [point.band],
      chanUtil: utilisation(point),
      survey: surveysOf(point),
    }),
  )
}

function surveysOf({
  frequency,
  noise_dbm: noise,
  active_ms: time,
  busy_ms: busy,
}: AccessPoint): StateReport[] | undefined {
  return noise === undefined && time === undefined ? undefined : [compact({ frequency, noise, time, busy })]
}

// Survey times only grow; the share of busy time is computed from the growth between two reports.
function airMeter(): (point: AccessPoint) => number | undefined {
  const before = new Map<string, { active: number; busy: number }>()
  return ({ device, active_ms: active, busy_ms: busy }) => {
    const last = before.get(device)
    if (active === undefined || busy === undefined) return undefined
    before.set(device, { active, busy })
    if (!last || active <= last.active) return undefined
    return Math.min(100, Math.max(0, Math.round(((busy - last.busy) / (active - last.active)) * 100)))
  }
}

function linkStates(links: RoledLink[]): StateReport {
  return Object.fromEntries(
    links.map((link) => [
      link.name,
      compact({
        carrier: link.carrier ? 1 : 0,
        speed: link.speed_mbps,
        duplex: link.duplex,
      }),
    ]),
  )
}

function peersAt(snapshot: Snapshot, wanted: (role: string) => boolean): StateReport {
  const ports = snapshot.interfaces.filter((link) => wanted(link.role) && snapshot.peers.has(link.name))
  return Object.fromEntries(ports.map((link) => [link.name, snapshot.peers.get(link.name)]))
}

/** Data without a member in uCentral's state. */
async function ownMember(snapshot: Snapshot, probesOf: ProbesOf): Promise<StateReport> {
  const host = await readHost()
  return {
    version: 1,
    hostname: host.hostname,
    system: host.system,
    kernel: host.kernel,
    wans: wanDevices(snapshot.routes).map((name) => wanOf(name, snapshot, probesOf(name))),
    interfaces: snapshot.interfaces.filter((link) => link.kind !== 'loopback').map(ownInterface),
  }
}

function ownInterface(link: RoledLink): StateReport {
  const { counters: _, addresses, enabled, carrier, ...rest } = link
  return { ...rest, up: enabled && carrier, enabled, carrier, addresses: addresses.map(cidr) }
}

function wanOf(name: string, snapshot: Snapshot, probes: Probe[] | undefined): StateReport {
  const link = snapshot.interfaces.find((candidate) => candidate.name === name)
  const route = snapshot.routes.find((entry) => entry.destination === 'default' && entry.device === name)
  return compact({
    name,
    up: link ? link.enabled && link.carrier : false,
    type: wanType(link),
    addresses: (link?.addresses ?? []).filter((address) => address.scope === 'global').map(cidr),
    gateway: route?.gateway,
    metric: route?.metric,
    dns: snapshot.nameServers,
    probes,
  })
}

function wanType(link: RoledLink | undefined): 'pppoe' | 'dhcp' | 'static' | 'unknown' {
  if (!link) return 'unknown'
  if (link.kind === 'ppp' || link.name.startsWith('ppp')) return 'pppoe'
  const four = link.addresses.filter((address) => address.family === 4)
  if (four.length === 0) return 'unknown'
  return four.some((address) => address.dynamic) ? 'dhcp' : 'static'
}

function cidr({ address, prefix }: Pick<InterfaceAddress, 'address' | 'prefix'>): string {
  return `${address}/${prefix}`
}
