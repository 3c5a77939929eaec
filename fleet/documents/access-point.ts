import {
  addressIn,
  EndCounters,
  type NetNode,
  type DocumentInterface,
  type SimulatedRadio,
  siblingMac,
  type Ssid,
  type Subnet,
} from '../model/network.ts'
import type { SimulatedTerminal } from '../model/network.ts'
import type { LinkRate } from '../model/wifi.ts'
import { centreChannel, frequencyOf } from '../model/wifi.ts'
import { countersOf, deltaOf, packets } from './counters.ts'
import { peersOf } from './neighbours.ts'
import { coresOf, temperatureOf, unitOf } from './unit.ts'

/** The purpose of a report: a periodic one is the base for the differences of the next one. */
export interface ReportOptions {
  now: number
  periodic: boolean
  /** Statistics that its configuration enables: `ssids`, `lldp`, `clients`. */
  types: readonly string[]
}

/**
 * The state document of an access point (uCentral, client of the access points). Not simulated: counters of single VLANs, and a
 * radio measured by the firmware's own channel management.
 */
export function accessPointState(node: NetNode, report: ReportOptions) {
  const { now, types } = report
  return {
    version: 1,
    unit: {
      ...unitOf(node, now),
      boottime: Math.floor(node.bootAt),
      cpu_load: coresOf(node, now),
      temperature: temperatureOf(node, now),
    },
    radios: node.radios.filter(({ enabled }) => enabled).map((radio) => radioOf(radio, report)),
    interfaces: node.networks.map((network, i) => networkOf(node, network, i, report)),
    'link-state': linkState(node, report),
    ...powerOf(node),
    ...(types.includes('lldp') ? { 'lldp-peers': peersOf(node) } : {}),
  }
}

function radioOf({ band, phy, channel, width, power, noise, jammed, air }: SimulatedRadio, { now }: ReportOptions) {
  const centre = centreChannel(band, channel, width)
  const channels = centre === channel ? [channel] : [channel, centre]
  const frequency = channels.map((entry) => frequencyOf(band, entry))
  const floor = jammed ? noise + 24 : noise + Math.round(Math.sin(now / 300 + channel))
  return {
    channel,
    channels,
    frequency,
    channel_width: width,
    tx_power: power,
    phy,
    band: [band],
    // it is measured only while the firmware's channel management runs, and is 0 otherwise
    chanUtil: 0,
    survey: [
      {
        frequency: frequency[0],
        noise: floor,
        time: Math.round(air.time),
        busy: Math.round(air.busy),
        time_rx: Math.round(air.receiving),
        time_tx: Math.round(air.sending),
      },
    ],
  }
}

/** The interface with the device's own address: the first upstream one with an address configuration and a cable. */
const isOwn = ({ networks }: NetNode, network: DocumentInterface) =>
  network ===
  networks.find(({ upstream, dynamic, subnet, onboarding }) => upstream && !onboarding && (dynamic || subnet))

function networkOf(node: NetNode, network: DocumentInterface, i: number, report: ReportOptions) {
  const { upstream, vlan, subnet } = network
  const name = `${upstream ? 'up' : 'down'}${i}v${vlan}`
  const location = `/interfaces/${i}`
  const ssids = report.types.includes('ssids')
    ? { ssids: node.ssids.flatMap((ssid, s) => (ssid.network === i ? ssidsOf(node, ssid, s, report) : [])) }
    : {}
  const uptime = Math.floor(report.now - node.bootAt) - 38
  if (isOwn(node, network)) return { name, location, uptime, ...uplinkOf(node, report), ...ssids }
  // its members are those of the bridge, so that it has the same counters as the first one
  if (upstream && vlan === 0)
    return { name, location, uptime: 0, counters: node.uplink && countersOf(node.uplink.counters, 'rx'), ...ssids }
  const counters = countersOf(new EndCounters(), 'rx')
  return { name, location, uptime, ...(subnet && { ipv4: { addresses: [subnet] } }), counters, ...ssids }
}

function uplinkOf(node: NetNode, report: ReportOptions) {
  const counters = node.uplink?.counters
  const gateway = node.gateway.subnet as Subnet
  return {
    ipv4: { addresses: [`${node.address}/${gateway.prefix}`], leasetime: 43_200, dhcp_server: addressIn(gateway, 1) },
    dns_servers: [addressIn(gateway, 1)],
    counters: counters && countersOf(counters, 'rx'),
    delta_counters: counters && deltaOf(counters, 'rx', report.periodic),
    ...(report.types.includes('clients') ? { clients: clientsOf(node, gateway, report.now) } : {}),
  }
}

function clientsOf(node: NetNode, gateway: Subnet, now: number) {
  return [...node.stations].map((terminal) => ({
    mac: terminal.mac,
    ipv4_addresses: [addressIn(gateway, terminal.host)],
    ...(terminal.host % 2 === 0 ? { ipv6_addresses: [ipv6Of(gateway, terminal)] } : {}),
    ports: [ifaceName(terminal.ssid, terminal.radio)],
    last_seen: idle(terminal, now),
  }))
}

/** Documentation addresses: a separate prefix for each IPv4 network. */
export function ipv6Of({ base }: Subnet, { mac, host }: SimulatedTerminal): string {
  const part = (value: number) => (value & 0xffff).toString(16)
  return `2001:db8:${part(base >>> 8)}::${part(host)}:${mac.slice(12).replace(':', '')}`
}

const ifaceName = (ssid: number, radio: number) => `wlan${radio}${ssid === 0 ? '' : `-${ssid}`}`

/** MAC address of one network on one radio. */
export function bssidOf(node: NetNode, ssid: number, radio: number): string {
  return siblingMac(node.serial, 1 + ((ssid * node.radios.length + radio) % 30))
}

function ssidsOf(node: NetNode, ssid: Ssid, i: number, report: ReportOptions) {
  return node.radios.flatMap((radio, r) => {
    if (!radio.enabled || !ssid.bands.includes(radio.band)) return []
    const bssid = bssidOf(node, i, r)
    const counters = ssid.counters[r]
    const frequency = frequencyOf(radio.band, radio.channel)
    return [
      {
        ssid: ssid.name,
        mode: 'ap',
        bssid,
        iface: ifaceName(i, r),
        phy: radio.phy,
        band: radio.band,
        radio: { $ref: `#/radios/${r}` },
        location: `/interfaces/${ssid.network}/ssids/${i}`,
        frequency: [frequency],
        counters: counters && countersOf(counters, 'tx'),
        delta_counters: counters && deltaOf(counters, 'tx', report.periodic),
        associations: stationsOf(node, i, r, bssid, report),
      },
    ]
  })
}

function stationsOf(node: NetNode, ssid: number, radio: number, bssid: string, report: ReportOptions) {
  const rows: object[] = []
  for (const terminal of node.stations) {
    if (terminal.ssid === ssid && terminal.radio === radio) rows.push(associationOf(node, terminal, bssid, report))
  }
  return rows
}

function associationOf(node: NetNode, terminal: SimulatedTerminal, bssid: string, { now, periodic }: ReportOptions) {
  const { rx, tx, sentRx, sentTx, rssi, mac, since, rate } = terminal
  const lost = rssi < -70 ? 0.09 : 0.03
  const sent = packets(tx, true)
  if (periodic) {
    terminal.sentRx = rx
    terminal.sentTx = tx
  }
  return {
    station: mac,
    bssid,
    connected: Math.floor(now - since),
    inactive: idle(terminal, now),
    rssi,
    ack_signal: rssi - 1,
    ack_signal_avg: rssi - 1,
    rx_bytes: Math.floor(rx),
    tx_bytes: Math.floor(tx),
    rx_packets: packets(rx, false),
    tx_packets: sent,
    tx_retries: Math.floor(sent * lost),
    tx_failed: Math.floor(sent * lost * 0.004),
    rx_rate: rate && rateOf(rate, 0.85),
    tx_rate: rate && rateOf(rate, 1),
    ipaddr_v4: leaseOf(node, terminal),
    delta_counters: {
      rx_bytes: Math.floor(rx) - Math.floor(sentRx),
      tx_bytes: Math.floor(tx) - Math.floor(sentTx),
      rx_packets: packets(rx, false) - packets(sentRx, false),
      tx_packets: sent - packets(sentTx, true),
    },
  }
}

function leaseOf(node: NetNode, { host, mac, hostname, leasedAt }: SimulatedTerminal) {
  const gateway = node.gateway.subnet as Subnet
  return { address: addressIn(gateway, host), mac, hostname, assigned: String(Math.floor(leasedAt)) }
}

function idle({ demandDown, lastActive }: SimulatedTerminal, now: number): number {
  return demandDown > 50_000 ? 0 : Math.min(290, Math.max(0, Math.floor(now - lastActive)))
}

function rateOf({ bitrate, mcs, nss, chwidth, standard }: LinkRate, share: number) {
  return {
    bitrate: Math.round((bitrate * share) / 100) * 100,
    [standard]: true,
    mcs,
    nss,
    chwidth,
    ...(standard === 'he' ? { he_gi: 0, he_dcm: 0 } : { sgi: true }),
  }
}

function linkState(node: NetNode, report: ReportOptions) {
  const sides = { upstream: {} as Record<string, object>, downstream: {} as Record<string, object> }
  for (const port of node.ports.values()) {
    const up = port === node.uplink
    const carrier = up ? port.enabled : port.carrier
    sides[up ? 'upstream' : 'downstream'][port.name] = carrier
      ? {
          carrier: 1,
          speed: port.speed,
          duplex: 'full',
          counters: countersOf(port.counters, up ? 'rx' : 'tx'),
          delta_counters: up ? {} : deltaOf(port.counters, 'tx', report.periodic),
        }
      : { carrier: 0 }
  }
  return sides
}

/** For models with PoE on a LAN port: by port number, with watts only while power is supplied. */
function powerOf({ ports, model }: NetNode) {
  const sockets = model.lan.map((name) => ports.get(name)).filter((port) => port?.poe)
  if (sockets.length === 0) return {}
  const reported = sockets.map((port, i) => {
    const watt = port?.poe?.enabled ? (port.device?.model.draws ?? port.terminal?.kind.draws ?? 0) : 0
    const status = !port?.poe?.enabled ? 'Disabled' : watt > 0 ? 'Delivering power' : 'Searching'
    return { id: String(i + 1), status, ...(watt > 0 ? { consumption: watt } : {}) }
  })
  return { poe: { consumption: reported.reduce((sum, { consumption = 0 }) => sum + consumption, 0), ports: reported } }
}
