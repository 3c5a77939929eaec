import type { NetNode, DocumentInterface, SimulatedRadio, ProviderLine } from '../model/network.ts'
import type { SeededRandom } from '../random.ts'
import { channelPlan } from '../model/wifi.ts'
import { listOf, type LooseDocument, matchPorts, objectOf } from './check-config.ts'
import { airOf, portsOf, settingsOf } from './rendering.ts'
import type { SwitchConfig } from './switch-config.ts'

/** The effects of a configuration on the device's behaviour towards the gateway. */
export interface ReportIntervals {
  /** Seconds; undefined: the configuration sets none, and the device sends none. */
  state: number | undefined
  health: number | undefined
  /** Event types that it may send by itself. */
  realtime: readonly string[]
  /** Optional parts of states: `ssids`, `lldp`, `clients`. */
  types: readonly string[]
}

/** The factory settings of access points: a state every ten minutes with the device's own data only, and no events. */
export const factoryReporting: Readonly<ReportIntervals> = { state: 600, health: 120, realtime: [], types: [] }

/** All reports enabled. */
export const allTypes: readonly string[] = ['ssids', 'lldp', 'clients']

/** Events that the access points' client supports; others in a list are ignored. */
const knownEvents = new Set(
  `ssh health health.dns health.dhcp health.radius health.memory client client.join client.leave client.key-mismatch
  wifi wifi.start wifi.stop wired wired.carrier-up wired.carrier-down unit unit.boot-up`.split(/\s+/),
)

/** Without configuration a switch sends nothing by itself, and requested states contain neither neighbours nor terminals. */
export const factorySwitchReporting = {
  state: undefined,
  health: undefined,
  types: [],
} satisfies Partial<ReportIntervals>

/** Statistics without types are ignored, and terminals without neighbours disable them. */
export function switchReportingOf(config: LooseDocument): ReportIntervals {
  const metrics = objectOf(config.metrics)
  const { interval, types } = objectOf(metrics.statistics)
  const reported = textsOf(types)
  const isOff = types === undefined || (reported.includes('clients') && !reported.includes('lldp'))
  const state = isOff ? undefined : seconds(interval, 3)
  return {
    state,
    health: seconds(objectOf(metrics.health).interval, 60),
    realtime: [],
    types: state === undefined ? [] : reported,
  }
}

/** Without configuration an access point reports as in its factory state. */
export function accessPointReportingOf(config: LooseDocument): ReportIntervals {
  const metrics = objectOf(config.metrics)
  const { interval, types } = objectOf(metrics.statistics)
  const state = seconds(interval, 60)
  return {
    state: state ?? factoryReporting.state,
    health: seconds(objectOf(metrics.health).interval, 60) ?? factoryReporting.health,
    realtime: textsOf(objectOf(metrics.realtime).types).filter((type) => knownEvents.has(type)),
    // without an interval the whole section is left out
    types: state === undefined ? [] : textsOf(types),
  }
}

const seconds = (value: unknown, least: number) => (typeof value === 'number' ? Math.max(least, value) : undefined)
const textsOf = (value: unknown) => listOf(value).filter((one) => typeof one === 'string')

/** Applies a validated configuration on an access point, router or firewall. */
export function applyAccessPointConfig(node: NetNode, config: LooseDocument, random: SeededRandom): void {
  const { name } = objectOf(config.unit)
  if (typeof name === 'string' && name) node.hostname = name.slice(0, 63)
  const radios = listOf(config.radios).map(objectOf)
  for (const radio of node.radios)
    applyRadio(
      node,
      radio,
      radios.find(({ band }) => String(band).startsWith(radio.band)),
      random,
    )
  if (node.radios.length > 0) {
    node.networks = networksOf(config)
    node.setSsids(
      listOf(config.interfaces)
        .flatMap((entry, network) =>
          listOf(objectOf(entry).ssids).map((ssid) => ({ network, ...ssidOf(node, objectOf(ssid)) })),
        )
        // those for the vendor's own purposes are not on the air unless the uplink is lost
        .filter(({ bands }) => bands.length > 0)
        .slice(0, 16),
    )
  }
  for (const port of node.ports.values()) port.enabled = true
  for (const entry of listOf(config.ethernet).map(objectOf)) applySocket(node, entry)
  const upstream = listOf(config.interfaces)
    .map(objectOf)
    .filter(({ role }) => role === 'upstream')
  for (const wan of node.wans)
    applyWan(
      wan,
      upstream.find((entry) => [true, false].some((tagged) => portsOf(node, entry, tagged).includes(wan.port.name))),
    )
}

/** PoE on LAN ports only, and only where an entry mentions it; without a setting it is on. */
function applySocket(node: NetNode, { enabled, poe, 'select-ports': ports }: LooseDocument): void {
  for (const port of matchPorts(node, listOf(ports)).map((name) => node.ports.get(name))) {
    if (!port) continue
    port.enabled = enabled !== false
    if (poe !== undefined && port.poe && port.name.startsWith('LAN'))
      port.poe.enabled = objectOf(poe)['admin-mode'] !== false
  }
}

function networksOf(config: LooseDocument): DocumentInterface[] {
  return listOf(config.interfaces).map((entry) => {
    const { role, vlan, ipv4, ssids } = objectOf(entry)
    const { addressing, subnet } = objectOf(ipv4)
    const { id } = objectOf(vlan)
    return {
      upstream: role === 'upstream',
      vlan: typeof id === 'number' ? id : 0,
      dynamic: addressing === 'dynamic',
      subnet: addressing === 'static' && typeof subnet === 'string' ? subnet : undefined,
      onboarding: listOf(ssids).some((ssid) => objectOf(ssid).purpose === 'onboarding-sta'),
    }
  })
}

/** A radio that the document does not name is off. */
function applyRadio(
  node: NetNode,
  radio: SimulatedRadio,
  entry: LooseDocument | undefined,
  random: SeededRandom,
): void {
  radio.enabled = entry !== undefined && entry.enable !== false
  if (!entry) return
  const { channel, width } = settingsOf(node, entry)
  // one with automatic channel selection that was not told to change keeps its channel
  if (channel > 0) radio.channel = channel
  else if (entry.channel !== undefined) radio.channel = random.pick(channelPlan[radio.band])
  radio.width = width
  const power = entry['tx-power']
  if (typeof power === 'number') radio.power = power
}

function ssidOf(node: NetNode, ssid: LooseDocument) {
  const limit = objectOf(ssid['rate-limit'])
  const control = objectOf(ssid['access-control-list'])
  const macs = listOf(control['mac-address'])
    .filter((mac) => typeof mac === 'string')
    .map((mac) => mac.toLowerCase())
  return {
    name: String(ssid.name),
    bands: airOf(node, ssid).bands,
    ingress: Number(limit['ingress-rate'] ?? 0) || 0,
    egress: Number(limit['egress-rate'] ?? 0) || 0,
    denied: control.mode === 'deny' ? macs : [],
  }
}

/** A line that no network uses is down, also with a cable. */
function applyWan(wan: ProviderLine, entry: LooseDocument | undefined): void {
  wan.unused = entry === undefined
  if (!entry) return
  const { addressing, subnet, gateway } = objectOf(entry.ipv4)
  if (objectOf(entry['broad-band']).protocol === 'pppoe') wan.how = 'pppoe'
  else if (addressing === 'dynamic') wan.how = 'dhcp'
  else if (addressing === 'static' && typeof subnet === 'string') {
    const [address = '', prefix] = subnet.split('/')
    Object.assign(wan, { how: 'static', address, prefix: Number(prefix), gateway: String(gateway ?? wan.gateway) })
  }
}

/** The effect of a soft router's document in the model: its name. */
export function applyLinuxConfig(node: NetNode, config: LooseDocument): void {
  const { name, hostname } = objectOf(config.unit)
  const wanted = hostname ?? name
  if (typeof wanted === 'string' && wanted) node.hostname = wanted.slice(0, 63)
}

/**
 * Applies a configuration on a switch completely: ports without an entry are shut down and without PoE. Returns the ports whose
 * powered device must restart.
 */
export function applySwitchConfig(node: NetNode, { ports }: SwitchConfig, vlans: NetNode['vlans']): string[] {
  node.vlans = vlans
  for (const [name, port] of node.ports) {
    const entry = ports.get(name)
    port.enabled = entry?.enabled ?? false
    // a port that is down keeps its speed, and so does one that does not support the new one
    if (entry?.enabled && entry.speed <= port.capable) port.speed = entry.speed
    if (port.poe) port.poe.enabled = entry?.power ?? false
  }
  return [...ports].flatMap(([name, { reset }]) => (reset ? [name] : []))
}
