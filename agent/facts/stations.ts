export type StationBand = '2G' | '5G' | '6G'

/** A wireless client; counters from the view of the access point: rx is the client's upload. */
export interface Station {
  mac: string
  connected_s?: number
  inactive_s?: number
  signal_dbm?: number
  rx_bytes?: number
  tx_bytes?: number
  rx_packets?: number
  tx_packets?: number
  tx_retries?: number
  tx_failed?: number
  /** kbit/s */
  rx_kbps?: number
  tx_kbps?: number
}

/** One SSID of this host. */
export interface AccessPoint {
  device: string
  ssid: string
  bssid?: string
  band: StationBand
  channel: number
  frequency: number
  width_mhz: number
  tx_power_dbm?: number
  noise_dbm?: number
  /** Survey times since the radio started, ms. */
  active_ms?: number
  busy_ms?: number
  stations: Station[]
}

/** The band of a channel's center frequency, MHz. */
export function bandOf(frequency: number): StationBand {
  if (frequency >= 5925) return '6G'
  return frequency >= 4900 ? '5G' : '2G'
}
