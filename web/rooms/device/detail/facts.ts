import type { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import type { Answer } from '../../../kit/call.ts'

export type Detail = Answer<typeof deviceCalls.detail>

/** What a device last told, as the drivers put it; everything may be missing. */
export interface Facts {
  health?: number
  memory?: { total: number; free: number; cached?: number }
  interfaces?: Interface[]
  radios?: Radio[]
  ssids?: Ssid[]
  neighbours?: Neighbour[]
  wans?: Wan[]
  poe?: { budget_w: number; used_w: number; status?: string }
}

export interface Interface {
  name: string
  role: 'wan' | 'lan' | 'port' | 'other'
  up: boolean
  speed_mbps?: number
  duplex?: 'full' | 'half'
  mac?: string
  addresses?: string[]
  rx_bytes?: number
  tx_bytes?: number
  rx_bps?: number
  tx_bps?: number
  rx_errors?: number
  tx_errors?: number
  rx_dropped?: number
  tx_dropped?: number
  poe?: { watt?: number; status: string; class?: number; fault?: string }
}

export interface Radio {
  band: string
  channel: number
  width_mhz: number
  tx_power_dbm?: number
  utilisation?: number
  noise_dbm?: number
  temperature?: number
}

export interface Ssid {
  ssid: string
  bssid: string
  band: string
  terminals: number
}

export interface Neighbour {
  port: string
  name?: string
  mac?: string
  remote_port?: string
  description?: string
  addresses?: string[]
}

export interface Wan {
  name: string
  up: boolean
  type: 'disabled' | 'pppoe' | 'dhcp' | 'static' | 'unknown'
  addresses: string[]
  gateway?: string
  dns?: string[]
}

export function factsOf(detail: Detail): Facts {
  return (detail.facts ?? {}) as Facts
}

/** 1000 → `1 Gbps`; 100 → `100 Mbps`; 2500 → `2.5 Gbps`. */
export function speedText(mbps: number | undefined): string | undefined {
  if (mbps === undefined || mbps <= 0) return undefined
  return mbps >= 1000 ? `${mbps / 1000} Gbps` : `${mbps} Mbps`
}

/** Sum of the counters that are known; undefined when none is. */
export function sumOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined)
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : undefined
}
