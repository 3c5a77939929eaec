import type { Words } from '@belvedere/contract/kit/text.ts'
import type { SeededRandom } from '../random.ts'
import type { RadioBand, DeviceModel } from './catalogue.ts'
import type { TerminalKind } from './terminal-kind.ts'
import { allowedChannels, channelPlan, type LinkRate, rateAt } from './wifi.ts'

/** Octets through one end of a link since its device booted; `sent…` are the values of the previous periodic report. */
export class EndCounters {
  rx = 0
  tx = 0
  errors = 0
  dropped = 0
  sentRx = 0
  sentTx = 0

  add(rx: number, tx: number): void {
    this.rx += rx
    this.tx += tx
  }

  reset(): void {
    this.rx = this.tx = this.errors = this.dropped = this.sentRx = this.sentTx = 0
  }
}

/** A physical port. */
export class HousingPort {
  readonly name: string
  /** Hardware speed in Mbit/s, and the configured one. */
  readonly capable: number
  speed: number
  enabled = true
  /** `fault`: set by a fault, in the words of the switch. */
  poe: { enabled: boolean; priority: string; fault?: string } | undefined
  readonly counters = new EndCounters()
  /** The connected device: a device of the fleet, a terminal, or none. */
  device: NetNode | undefined
  terminal: SimulatedTerminal | undefined
  /** An unmanaged switch is connected: several terminals, and a carrier at all times. */
  shared = false

  constructor(name: string, speed: number, poe: boolean) {
    this.name = name
    this.capable = speed
    this.speed = speed
    this.poe = poe ? { enabled: true, priority: 'low' } : undefined
  }

  get carrier(): boolean {
    if (!this.enabled) return false
    if (this.device) return this.device.powered && !this.device.cableCut && this.device.booted
    return this.shared || (this.terminal?.online ?? false)
  }
}

/** One line to a provider. */
export interface ProviderLine {
  port: HousingPort
  how: 'static' | 'dhcp' | 'pppoe'
  address: string
  prefix: number
  gateway: string
  dns: string[]
  /** Mbit/s */
  down: number
  up: number
  cut: boolean
  /** No network of the configuration uses its port. */
  unused?: boolean
  /** PPPoE login refused by the provider: the cable is connected, there is no address. */
  refused: boolean
  /** Share of the line used by unknown traffic, 0 to 1. */
  fill?: number
  since: number
}

/** Octets of one application, from the internet and towards it. */
export interface AppBytes {
  rx: number
  tx: number
}

export interface SimulatedRadio {
  band: RadioBand
  phy: string
  channel: number
  width: number
  streams: number
  power: number
  noise: number
  enabled: boolean
  /** Shares of air time in the last step, 0 to 1: busy in total, terminals' uploads, downloads. */
  busy: number
  receiving: number
  sending: number
  jammed: boolean
  air: AirTime
}

/** Besides octets and frames: time on the present channel since boot, ms, and its use. */
export interface AirTime {
  channel: number
  time: number
  busy: number
  receiving: number
  sending: number
}

/** An interface of an access point's document. */
export interface DocumentInterface {
  upstream: boolean
  /** 0: untagged. */
  vlan: number
  dynamic: boolean
  subnet: string | undefined
  /** It would reach a gateway over the vendor's own Wi-Fi network; it shares the bridge of the first. */
  onboarding: boolean
}

export interface Ssid {
  name: string
  bands: readonly RadioBand[]
  /** Mbit/s for each terminal; 0: no limit. */
  ingress: number
  egress: number
  denied: readonly string[]
  /** Index of its interface in the document. */
  network: number
  /** One per radio. */
  counters: EndCounters[]
}

export const stillAir = (channel: number): AirTime => ({ channel, time: 0, busy: 0, receiving: 0, sending: 0 })

/** A device in the tree: gateway, switch, access point. */
export class NetNode {
  readonly serial: string
  readonly model: DeviceModel
  readonly name: Words
  /** LLDP and DHCP name. */
  hostname: string
  parent: NetNode | undefined
  readonly children: NetNode[] = []
  readonly ports = new Map<string, HousingPort>()
  /** Its port towards the parent, and the parent's port towards it. */
  uplink: HousingPort | undefined
  parentPort: HousingPort | undefined
  readonly wans: ProviderLine[] = []
  /** Address in the network of the gateway above; for gateways with their own network, that network. */
  address = ''
  subnet: Subnet | undefined

  /** Without power: a fault, or a disconnected plug. */
  off = false
  booted = true
  cableCut = false
  /** Whether packets can reach the root of the tree. */
  reachable = true
  /** Its configuration makes its own address unreachable. */
  stranded = false
  /** Of a switch: members of its VLANs. */
  vlans: ReadonlyMap<number, ReadonlyMap<string, 'tagged' | 'un-tagged'>> = new Map()
  /** Ports without the management network. */
  closed: ReadonlySet<string> = new Set()
  /** Unix seconds, may have a fraction. */
  bootAt = 0
  /** Traffic of faults, bit/s, as if a client behind this device caused it. */
  fill: { down: number; up: number } | undefined
  /** Of a Linux host: packet loss of its line, and the addresses that it pings. */
  lineLoss: number | undefined
  lineTargets: readonly string[] | undefined
  overheat = 0
  /** Failing health checks, set by faults: `dns`, `dhcp`, `radius`, `ssid`, `memory`. */
  readonly failing = new Set<string>()
  /** Of a switch: the finding of its health check, set by a fault. */
  ailment: string | undefined

  /** Of gateways: traffic by application, by key of the table of applications. */
  readonly apps = new Map<string, AppBytes>()
  readonly radios: SimulatedRadio[] = []
  ssids: Ssid[] = []
  /** Of access points: the interfaces of their document. */
  networks: DocumentInterface[] = [{ upstream: true, vlan: 0, dynamic: true, subnet: undefined, onboarding: false }]
  readonly stations = new Set<SimulatedTerminal>()
  readonly wired: SimulatedTerminal[] = []

  // octets of the current step, summed from the leaves to the root
  down = 0
  up = 0
  localDown = 0
  localUp = 0
  /** Mbit/s through the device, smoothed over about a minute. */
  load = 0
  /** The same over five and fifteen minutes. */
  load5 = 0
  load15 = 0
  /** Where wired local traffic ends: a file server or video recorder at the core. */
  serverPort: HousingPort | undefined

  constructor(serial: string, model: DeviceModel, name: Words, hostname: string) {
    this.serial = serial
    this.model = model
    this.name = name
    this.hostname = hostname
    const fast = model.lan.length - (model.fastPorts ?? 0)
    for (const port of model.wan) this.ports.set(port, new HousingPort(port, model.speed, false))
    model.lan.forEach((port, i) => {
      const speed = i >= fast ? (model.fastSpeed ?? model.speed) : model.speed
      this.ports.set(port, new HousingPort(port, speed, i < (model.poe?.ports ?? 0)))
    })
    if (model.type === 'switch') this.resetSwitch()
  }

  /** Access points are powered by their switch port. */
  get powered(): boolean {
    if (this.off) return false
    const { parentPort: port } = this
    return this.model.draws === undefined || !port?.poe || (port.poe.enabled && port.enabled)
  }

  get isGateway(): boolean {
    return this.model.type !== 'ap' && this.model.type !== 'switch'
  }

  get mac(): string {
    return macText(this.serial)
  }

  /** The nearest device above with a DHCP server, itself included. */
  get gateway(): NetNode {
    return this.subnet || !this.parent ? this : this.parent.gateway
  }

  plugInto(parent: NetNode, port: HousingPort, uplink: HousingPort): void {
    this.parent = parent
    this.parentPort = port
    this.uplink = uplink
    port.device = this
    uplink.device = parent
    uplink.speed = port.speed = Math.min(port.capable, uplink.capable)
    parent.children.push(this)
  }

  freePort(wanted: (port: HousingPort) => boolean = () => true): HousingPort | undefined {
    for (const name of this.model.lan) {
      const port = this.ports.get(name) as HousingPort
      if (!port.device && !port.terminal && port !== this.serverPort && port !== this.uplink && wanted(port))
        return port
    }
    return undefined
  }

  /** State that a boot resets. */
  resetCounters(): void {
    for (const port of this.ports.values()) port.counters.reset()
    for (const ssid of this.ssids) for (const counters of ssid.counters) counters.reset()
    for (const radio of this.radios) radio.air = stillAir(radio.channel)
    this.apps.clear()
    this.load = this.load5 = this.load15 = 0
  }

  /** The factory state of a switch: every port on, with PoE, untagged in VLAN 1. */
  resetSwitch(): void {
    for (const port of this.ports.values()) {
      port.enabled = true
      if (port.poe) port.poe.enabled = true
    }
    this.vlans = new Map([[1, new Map([...this.ports.keys()].map((name) => [name, 'un-tagged' as const]))]])
  }

  addRadios(random: SeededRandom): void {
    for (const { band, phy, width, streams } of this.model.radios ?? []) {
      const channel = random.pick(channelPlan[band])
      const noise = band === '2G' ? -92 : -96
      const power = band === '2G' ? 17 : 20
      this.radios.push({
        band,
        phy,
        channel,
        width,
        streams,
        power,
        noise,
        enabled: true,
        busy: 0,
        receiving: 0,
        sending: 0,
        jammed: false,
        air: stillAir(channel),
      })
    }
  }

  setSsids(
    ssids: readonly {
      name: string
      bands: readonly RadioBand[]
      ingress?: number
      egress?: number
      denied?: readonly string[]
      network?: number
    }[],
  ): void {
    this.ssids = ssids.map(({ name, bands, ingress = 0, egress = 0, denied = [], network = 0 }) => {
      return { name, bands, ingress, egress, denied, network, counters: this.radios.map(() => new EndCounters()) }
    })
  }

  mayUse(band: RadioBand, channel: number): boolean {
    return allowedChannels[band].includes(channel)
  }
}

/** IPv4 network of a gateway: `base` as a number, `10.20.0.0/22`. */
export interface Subnet {
  base: number
  prefix: number
}

/** The n-th address of a network as text. */
export function addressIn({ base }: Subnet, host: number): string {
  const value = base + host
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

export function subnetOf(text: string): Subnet {
  const [address = '', prefix] = text.split('/')
  const base = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return { base: (base & (-1 << (32 - Number(prefix)))) >>> 0, prefix: Number(prefix) }
}

export function macText(serial: string): string {
  return serial.replace(/(..)(?=.)/g, '$1:')
}

/** Further MAC addresses of a device: the first byte increases by four, so they stay locally administered. */
export function siblingMac(serial: string, n: number): string {
  const first = (Number.parseInt(serial.slice(0, 2), 16) + 4 * n) & 0xfe
  return macText(first.toString(16).padStart(2, '0') + serial.slice(2))
}

/** One client device and, while it is present, its association. */
export class SimulatedTerminal {
  readonly mac: string
  readonly kind: TerminalKind
  readonly hostname: string
  /** Number of its address in the gateway's network. */
  readonly host: number
  /** Its home: index of its usual access point among the site's. */
  readonly home: number
  online = false
  at: NetNode | undefined
  port: HousingPort | undefined
  radio = 0
  ssid = 0
  /** Unix seconds of the association, of the lease, and of its next decision. */
  since = 0
  leasedAt = 0
  decideAt = 0
  /** Below the present share of its type it is present. */
  mood = 0
  /** Present at any hour. */
  pinned = false
  /** Its present demand, and when that ends. */
  demandUntil = 0
  demandDown = 0
  demandUp = 0
  /** Key of the application of the demand. */
  app = 'other'
  rssi = 0
  rate: LinkRate | undefined
  lastActive = 0
  bannedUntil = 0
  rx = 0
  tx = 0
  sentRx = 0
  sentTx = 0
  // octets of the current step
  stepDown = 0
  stepUp = 0

  constructor(mac: string, kind: TerminalKind, hostname: string, host: number, home: number) {
    this.mac = mac
    this.kind = kind
    this.hostname = hostname
    this.host = host
    this.home = home
  }

  /** Associates with a radio with new counters; `distance` 0 (beside it) to 1 (edge of the cell). */
  associate(node: NetNode, radio: number, ssid: number, distance: number, now: number): void {
    this.leave()
    this.at = node
    this.radio = radio
    this.ssid = ssid
    this.online = true
    this.since = now
    if (now - this.leasedAt > 21_600) this.leasedAt = now
    this.rx = this.tx = this.sentRx = this.sentTx = 0
    this.rssi = Math.round(-42 - 34 * distance)
    this.refreshRate()
    node.stations.add(this)
  }

  plugIn(node: NetNode, port: HousingPort): void {
    this.at = node
    this.port = port
    port.terminal = this
    node.wired.push(this)
  }

  leave(): void {
    if (!this.port) {
      this.at?.stations.delete(this)
      this.at = undefined
    }
    this.online = false
    this.stepDown = this.stepUp = 0
  }

  /** The signal varies a little, and the rate with it. */
  wander(random: SeededRandom): void {
    this.rssi = Math.max(-84, Math.min(-34, this.rssi + Math.round(random.swing() * 1.2)))
    this.refreshRate()
  }

  refreshRate(): void {
    const radio = this.at?.radios[this.radio]
    if (!radio) return
    const wide = this.kind.ax ? radio.width : Math.min(80, radio.width)
    const penalty = radio.jammed ? 22 : 0
    this.rate = rateAt(this.rssi - penalty, radio.band, wide, Math.min(this.kind.streams, radio.streams), this.kind.ax)
  }
}
