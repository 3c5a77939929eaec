import type { SeededRandom } from '../random.ts'
import type { NetNode, HousingPort } from './network.ts'
import type { LinkRate } from './wifi.ts'
import { rateAt } from './wifi.ts'

/** A type of client device: vendor, name, times of presence, traffic. */
export interface TerminalKind {
  key: string
  weight: number
  /** First three bytes of the vendors' MAC addresses. */
  ouis: readonly string[]
  /** `#` stands for a random hexadecimal digit. */
  names: readonly string[]
  presence: 'always' | 'guest' | 'worker' | 'visitor'
  /** It roams between access points. */
  mobile: boolean
  /** Uses a random MAC address, as phones do. */
  hidden?: number
  ax: boolean
  sixGhz?: boolean
  streams: 1 | 2
  /** Mean bit/s while it is in use. */
  down: number
  up: number
  /** Share of its traffic within the site (file server, video recorder). */
  local?: number
  /** Watts that it draws from a PoE port. */
  draws?: number
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
