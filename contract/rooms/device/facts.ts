/**
 * A report of a device, independent of its protocol. Everything is optional: unknown values are absent. Counters are cumulative since boot
 * or link-up, octets and packets; a decrease is a reset.
 */
export interface DeviceFacts {
  /** One of a stream that was requested for a live view. */
  streamed?: true
  /** Seconds since boot. */
  uptime?: number
  /** Unix seconds of the report by the device's clock. */
  clock?: number
  /** Load average over 1, 5, 15 minutes. */
  load?: [number, number, number]
  /** Percent, 0 to 100. */
  cpu?: number
  /** Bytes. */
  memory?: { total: number; free: number; cached?: number }
  /** Degrees Celsius, the hottest sensor. */
  temperature?: number
  /** The device's own health score, percent; 100: no fault. */
  health?: number
  /** Findings of its own check; empty: none. Absent: this message is no check. */
  checks?: CheckFact[]
  /** Percent of memory in use, as its own check measured it. */
  memory_used?: number
  /** The number of the configuration the device runs (unix seconds); 0 or absent: none sent by the platform. */
  config_uuid?: number
  interfaces?: InterfaceFact[]
  radios?: RadioFact[]
  ssids?: SsidFact[]
  terminals?: TerminalFact[]
  neighbours?: NeighbourFact[]
  /** Octets by application, by a device that can tell them apart. */
  apps?: AppFact[]
  wans?: WanFact[]
  /** Ports over which it reaches its default gateway. */
  uplinks?: string[]
  /** Address by which it is managed, where no interface of role `lan` has it. */
  address?: string
  poe?: { budget_w: number; used_w: number; status?: string }
  /** The path between device and gateway; measured by the gateway, not reported by the device. */
  path?: { rtt_ms: number }
  /** Counters as of some seconds ago, if the traffic until then was reported separately: counting continues from there. */
  since?: { seconds: number; interfaces: Pick<InterfaceFact, 'name' | 'rx_bytes' | 'tx_bytes'>[] }
  ups?: UpsFact
  printer?: PrinterFact
}

/** One finding of a device's own check. */
export interface CheckFact {
  what: 'dns' | 'dhcp' | 'radius' | 'ssid' | 'other'
  /** Interface, SSID, or the device's name of the check; empty: none. */
  where: string
  /** The device's own text. */
  text?: string
}

/** An uninterruptible power supply, or a device that has one inside. */
export interface UpsFact {
  source: 'mains' | 'battery' | 'bypass' | 'none' | 'other'
  /** Percent. */
  charge?: number
  /** Minutes the battery lasts at the present load. */
  minutes_left?: number
  /** Percent. */
  load?: number
  input_v?: number
  output_v?: number
  battery_low?: boolean
}

export interface PrinterFact {
  status: 'idle' | 'printing' | 'warming' | 'other'
  /** Sheets or impressions since it was made. */
  pages?: number
  supplies: { name: string /** Percent; absent: not reported. */; left?: number }[]
  /** Reported faults by their standard names: `jammed`, `noPaper`. */
  faults: string[]
}

export interface InterfaceFact {
  /** The device's own name: `WAN`, `Ethernet7`, `eth0`. */
  name: string
  /** `wan` and `lan`: logical, with addresses; their counters are the device's traffic. `port`: a physical port. */
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
  /** Time on the frequency in use and how much of it was busy, ms, since boot: utilisation is what these grow by. */
  air?: { mhz: number; time_ms: number; busy_ms: number }
  noise_dbm?: number
  temperature?: number
}

export interface SsidFact {
  ssid: string
  bssid: string
  band: '2.4G' | '5G' | '6G'
  /** Absent: untagged, or not reported. */
  vlan?: number
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
  /** Vendor class of its DHCP client (option 60): `MSFT 5.0`, `android-dhcp-14`. */
  dhcp_class?: string
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

/** Traffic of one application between inside and outside. Cumulative as other counters are. */
export interface AppFact {
  /** Key of the table of applications, or the device's own name. */
  app: string
  /** From the Internet, and towards it. */
  rx_bytes: number
  tx_bytes: number
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
  /** Loss and delay measured by the device over this line; absent: not measured. */
  probes?: ProbeFact[]
}

/** Results of packets sent to one address over a line, within the last minute. */
export interface ProbeFact {
  target: string
  /** The gateway of the line; else an address beyond it. */
  gateway?: true
  sent: number
  lost: number
  /** Mean of the answered packets. */
  rtt_ms?: number
}

/** The facts of `device/detail`: rates beside the counters they come from; terminals have a list of their own. */
export interface ShownFacts extends Omit<DeviceFacts, 'interfaces' | 'terminals'> {
  interfaces?: ShownInterface[]
}

export interface ShownInterface extends InterfaceFact {
  /** bit/s. */
  rx_bps?: number
  tx_bps?: number
}
