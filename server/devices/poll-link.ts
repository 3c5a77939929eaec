import { defineEvent } from '../kernel/event.ts'
import type { MonitorReach } from '../base/edge/outbound.ts'

/**
 * Where the polling gateway and the rooms meet: devices that do not dial are asked by us, and somebody must say which. The
 * gateway leases what it polls, so that of several gateways one asks each device; a lease that is not renewed is free.
 */

export type PollType = 'none' | 'ping' | 'tcp' | 'http' | 'snmp'

/** How a device is asked. Which members count depends on `type`. */
export interface PollMonitor {
  type: PollType
  port?: number
  /** Seconds between two tries while it answers. */
  interval: number
  /** Failures in a row after which it counts as offline. */
  misses: number
  /** Milliseconds one try may take. */
  timeout: number
  /** http. */
  tls?: boolean
  path?: string
  /** Status that is right; absent: any below 400. */
  status?: number
  /** Must occur in what is answered. */
  text?: string
  /** Days before a certificate ends from which on it is told. */
  certificate_days?: number
  /** snmp. */
  version?: 'v2c' | 'v3'
  user?: string
  auth?: 'none' | 'md5' | 'sha' | 'sha256' | 'sha512'
  priv?: 'none' | 'des' | 'aes'
}

/** What opens a monitor: in plain text only between the vault and the wire. */
export interface PollSecrets {
  community?: string
  auth_password?: string
  priv_password?: string
}

export interface PollTarget {
  device_id: number
  scene_id: number
  serial: string
  /** Rises when anything here is changed. */
  rev: number
  ip: string
  mac: string | null
  vendor: string
  model: string
  monitor: PollMonitor
  secrets: PollSecrets
  /** Connection it is shown online by; null: offline. */
  session: string | null
  /** Of a team that runs the installation. */
  home: boolean
}

/** Asked every `LEASE_SECONDS / 3`: what this gateway may poll, as device and revision. Renews what it held. */
export const pollLeaseSubject = 'poll.lease'
export const LEASE_SECONDS = 30
export interface PollLeaseRequest {
  gateway: string
  /** It stops: its leases are free at once. */
  leaving?: true
}
export interface PollLeaseAnswer {
  /** `home`: of a team that runs the installation. */
  leased: [device_id: number, rev: number, home: 0 | 1][]
  /** What may be reached from here; told with every lease, so that a change counts within one. */
  reach: MonitorReach
}

/** The targets of leases, secrets opened: `{ gateway, ids }` → `PollTarget[]`. */
export const pollTargetsSubject = 'poll.targets'

/** Outcomes of tries, gathered: `PollReport[]`. */
export const pollReportSubject = 'poll.told'
export interface PollReport {
  device_id: number
  /** Unix seconds. */
  at: number
  /** Microseconds; null: it did not answer. */
  rtt_us: number | null
  /** Why it did not answer, as `pollFault` of the contract has it; '' when it did. */
  fault: string
  /** What else is worth knowing, in the words of the other side. */
  detail: string
  /** Unix seconds at which the certificate it showed ends. */
  certificate_end: number | null
}

/** Asks any gateway to try a target once: `PollTestRequest` → `PollTried`. */
export const pollTestSubject = 'poll.test'
export interface PollTestRequest {
  target: PollTarget
  reach: MonitorReach
}
export interface PollTried {
  ok: boolean
  rtt_us: number | null
  fault: string
  detail: string
  certificate_end: number | null
  /** What it said of itself; SNMP alone. */
  identity?: { vendor: string; model: string; firmware: string; name: string }
}

/** Asks any gateway who answers on its own network: `PollSweepRequest` → `PollFound[]`. For those who run the installation alone. */
export const pollSweepSubject = 'poll.sweep'
export interface PollSweepRequest {
  addresses: string[]
  reach: MonitorReach
}
export interface PollFound {
  ip: string
  mac: string | null
  rtt_us: number | null
}

/** Monitors were added, changed or removed: gateways ask again at once. */
export const pollChanged = defineEvent<{ device_ids: number[] }>('device.poll-changed')
