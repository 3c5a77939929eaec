import type { Words } from '@belvedere/contract/kit/text.ts'

export type {
  AppFact,
  CheckFact,
  DeviceFacts,
  InterfaceFact,
  NeighbourFact,
  PrinterFact,
  ProbeFact,
  RadioFact,
  SsidFact,
  TerminalFact,
  UpsFact,
  WanFact,
} from '@belvedere/contract/rooms/device/facts.ts'

/** The identity of a device, reported when it connects. `type` is the specification's device type id. */
export interface DeviceIdentity {
  /** 0 router, 1 AP, 2 switch, 3 firewall, 4 soft router, 7 other. */
  type: 0 | 1 | 2 | 3 | 4 | 7
  vendor: string
  model: string
  firmware: string
  mac?: string
  /** Verbs of `DeviceCommand` that this device supports. */
  verbs: CommandVerb[]
  /** Query types of `device/cgi` that it supports; empty: none. */
  cgi: string[]
  /** It stores samples while disconnected, and delivers them on request. */
  late?: true
  /** It accepts a new certificate for its key over the open connection. */
  renews?: true
  /** It reports lines of its log. */
  logs?: true
  /** It opens shell connections with its certificate. */
  proves?: true
  /** As the device sent them, for display and for compilers. */
  capabilities: Record<string, unknown>
}

/** All verbs, in display order. */
export const commandVerbs = [
  'reboot',
  'upgrade',
  'backup',
  'restore',
  'script',
  'ping',
  'trace',
  'shell',
  'tunnel',
  'service',
  'cgi',
  'leds',
  'factory',
  'kick',
  'capture',
  'watch',
  'configure',
  'arm',
  'confirm',
  'running',
  'refresh',
  'listen',
  'measure',
] as const

export type CommandVerb = (typeof commandVerbs)[number]

/**
 * A command to a device; a driver encodes it in its protocol, or returns `Not support`.
 *
 * | verb | args | `data` of the result |
 * |---|---|---|
 * | reboot | | |
 * | upgrade | uri, sha256?, signature?, keep_config? 0/1, default 1; local_certificates? 1: it verifies by its own authority | |
 * | backup | uri (upload address of the archive) | {size, sha256} |
 * | restore | uri, sha256 | |
 * | script | script (text), type? shell, timeout? s | {text, exit} |
 * | ping | host, count? 1 to 20 | {text, exit} |
 * | trace | host | {text, exit} |
 * | shell | op open, write, resize or close; session; cols, rows; data (base64) | |
 * | tunnel | op open (host, port), write (data: base64), ack (bytes) or close; session | |
 * | service | name, action start, stop or restart | |
 * | cgi | type, content {page, limit, search, orderby} | {total, list} |
 * | leds | pattern on, off or blink; duration s | |
 * | factory | keep_config? 0/1, default 1: keys and gateway too | |
 * | watch | seconds between reports, 0: default interval | |
 * | capture | interface, packets or seconds, filter?, uri (upload address of the file) | |
 * | kick | mac, ban_s? 0 to 86400: time before it may reconnect | |
 * | configure | uuid (unix seconds), config | {uuid, rejected: Remark[], back?: true: it disconnected, and has rolled back} |
 * | arm | uuid of the next configuration, seconds until the device rolls back by itself | |
 * | confirm | uuid | |
 * | running | | {uuid, config} in the protocol's format |
 * | refresh | message? state or healthcheck | |
 * | listen | | {heard: NeighborNetwork[]}: other networks in range; its radios leave their channels for short times |
 * | measure | lines [{name, targets}]: the addresses it pings over each line; other lines use their default ones | |
 */
export interface DeviceCommand {
  verb: CommandVerb
  args: Record<string, unknown>
}

/** Another transmitter received by a radio, including own networks. */
export interface NeighborNetwork {
  /** Lower case, colons. */
  bssid: string
  /** '' when the SSID is hidden. */
  ssid: string
  band: '2.4G' | '5G' | '6G'
  channel: number
  /** dBm. */
  signal: number
}

/** The result of a command. `result` is the specification's task result: 0 success, 1 failed, 2 partial or time-out. */
export interface CommandResult {
  result: 0 | 1 | 2
  /** A text of the device or of the platform; empty on plain success. */
  msg: string
  /** The same from a device with texts in both languages. */
  words?: Words
  data?: unknown
}

/** A remark of a device about a received configuration. */
export interface Remark {
  /** Its own words. */
  text: string
  /** The same as text for people, where its meaning is known. */
  words: Words
  /** A note concerns no omitted or replaced value. */
  level: 'error' | 'warning' | 'note'
  /** JSON pointer of its subject. */
  place?: string
}

/** A line of a device's log. */
export interface LogLine {
  /** Unix seconds by the device's clock; 0: not sent. */
  at: number
  /** Syslog: 0 emergency to 7 debug. */
  severity: number
  /** The program that wrote it, without its process number; '' when unknown. */
  program: string
  text: string
}

/** A device event, independent of the protocol; `type` is an open list of dotted names. */
export interface DeviceEvent {
  /** Unix seconds by the device's clock; 0: not sent, and the gateway uses the time of arrival. */
  at: number
  type: string
  text?: string
  /** Syslog: 0 emergency to 7 debug. */
  severity?: number
  data?: Record<string, unknown>
}
