import type { Words } from '@belvedere/contract/kit/text.ts'

/**
 * What a device said, in the product's terms, whatever protocol it spoke. Everything is optional: a device that does not
 * know a thing leaves it out. Counters are cumulative since boot or link-up, octets and packets; a decrease is a reset.
 */
export interface DeviceFacts {
  /** Seconds since boot. */
  uptime?: number
  /** Load average over 1, 5, 15 minutes. */
  load?: [number, number, number]
  /** Percent, 0 to 100. */
  cpu?: number
  /** Bytes. */
  memory?: { total: number; free: number; cached?: number }
  /** Degrees Celsius, the hottest sensor. */
  temperature?: number
  /** The device's own judgement of itself, percent; 100: nothing wrong. */
  health?: number
  /** The number of the configuration the device runs (unix seconds); 0 or absent: none of ours. */
  config_uuid?: number
  interfaces?: InterfaceFact[]
  radios?: RadioFact[]
  ssids?: SsidFact[]
  terminals?: TerminalFact[]
  neighbours?: NeighbourFact[]
  wans?: WanFact[]
  poe?: { budget_w: number; used_w: number; status?: string }
}

export interface InterfaceFact {
  /** The device's own name: `WAN`, `Ethernet7`, `eth0`. */
  name: string
  /** `wan` and `lan`: logical, with addresses; their counters are the device's traffic. `port`: a socket of the housing. */
  role: 'wan' | 'lan' | 'port' | 'other'
  up: boolean
  /** Mbit/s; absent when down or unknown. */
  speed_mbps?: number
  duplex?: 'full' | 'half'
  mac?: string
  /** With prefix length: `192.168.1.1/24`. */
  addresses?: string[]
  rx_bytes?: number
  tx_bytes?: number
  rx_packets?: number
  tx_packets?: number
  rx_errors?: number
  tx_errors?: number
  rx_dropped?: number
  tx_dropped?: number
  poe?: { watt?: number; status: string; class?: number; fault?: string }
}

export interface RadioFact {
  band: '2.4G' | '5G' | '6G'
  channel: number
  width_mhz: number
  tx_power_dbm?: number
  /** Percent of air time busy. */
  utilisation?: number
  noise_dbm?: number
  temperature?: number
}

export interface SsidFact {
  ssid: string
  bssid: string
  band: '2.4G' | '5G' | '6G'
  iface?: string
  terminals: number
}

/** One client device behind this device. `link` wired, or the band it is associated on. */
export interface TerminalFact {
  /** Lower case, colons. */
  mac: string
  link: 'wired' | '2.4G' | '5G' | '6G'
  ip?: string
  ipv6?: string[]
  hostname?: string
  ssid?: string
  bssid?: string
  port?: string
  vlan?: number
  signal_dbm?: number
  /** kbit/s, seen from the terminal: up = terminal to network. */
  up_kbps?: number
  down_kbps?: number
  /** Cumulative since association, seen from the terminal. */
  up_bytes?: number
  down_bytes?: number
  /** Seconds since association. */
  connected_s?: number
}

export interface NeighbourFact {
  port: string
  name?: string
  mac?: string
  remote_port?: string
  description?: string
  addresses?: string[]
  capabilities?: string[]
}

export interface WanFact {
  name: string
  up: boolean
  type: 'disabled' | 'pppoe' | 'dhcp' | 'static' | 'unknown'
  addresses: string[]
  gateway?: string
  dns?: string[]
}

/** What a device is, told when it connects. `type` is the specification's device type id. */
export interface DeviceIdentity {
  /** 0 router, 1 AP, 2 switch, 3 firewall, 4 soft router, 7 other. */
  type: 0 | 1 | 2 | 3 | 4 | 7
  vendor: string
  model: string
  firmware: string
  mac?: string
  /** Verbs of `DeviceCommand` this very device can do. */
  verbs: CommandVerb[]
  /** Query types of `device/cgi` it answers; empty: none. */
  cgi: string[]
  /** As the device sent them, for display and later compilers. */
  capabilities: Record<string, unknown>
}

/** Every verb there is, in the order people are shown them. */
export const commandVerbs = [
  'reboot',
  'upgrade',
  'backup',
  'restore',
  'script',
  'ping',
  'trace',
  'shell',
  'cgi',
  'leds',
  'factory',
  'configure',
  'refresh',
] as const

export type CommandVerb = (typeof commandVerbs)[number]

/**
 * What the product asks of a device; a driver turns it into words of its protocol, or answers `Not support`.
 *
 * | verb | args | `data` of the result |
 * |---|---|---|
 * | reboot | | |
 * | upgrade | uri, sha256?, signature?, keep_config? 0/1 | |
 * | backup | uri (where the archive is put) | {size, sha256} |
 * | restore | uri, sha256 | |
 * | script | script (text), type? shell, timeout? s | {text, exit} |
 * | ping | host, count? 1 to 20 | {text, exit} |
 * | trace | host | {text, exit} |
 * | shell | op open, write, resize or close; session; cols, rows; data (base64) | |
 * | cgi | type, content {page, limit, search, orderby} | {total, list} |
 * | leds | pattern on, off or blink; duration s | |
 * | factory | keep_gateway? 0/1, 1 unless told | |
 * | configure | uuid (unix seconds), config | {uuid, rejected: text[]} |
 * | refresh | message? state or healthcheck | |
 */
export interface DeviceCommand {
  verb: CommandVerb
  args: Record<string, unknown>
}

/** How a command ended. `result` is the specification's task result: 0 success, 1 failed, 2 partial or time-out. */
export interface CommandResult {
  result: 0 | 1 | 2
  /** The device's own words, or ours; empty on plain success. */
  msg: string
  /** The same from a device that speaks both languages. */
  words?: Words
  data?: unknown
}

/** Something that happened on a device at a moment, in the product's terms; `type` is an open list of dotted names. */
export interface Happening {
  /** Unix seconds by the device's clock; 0: it did not tell, and the gateway puts the moment it heard of it. */
  at: number
  type: string
  text?: string
  /** Syslog: 0 emergency to 7 debug. */
  severity?: number
  data?: Record<string, unknown>
}
