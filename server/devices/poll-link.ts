import { defineEvent } from '../kernel/event.ts'
import type { MonitorReach } from '../base/edge/outbound.ts'

/**
 * The interface between the polling gateway and rooms, for devices that do not connect themselves. The gateway leases its targets, so that
 * each device is polled by one of several gateways; a lease that is not renewed expires.
 */

export type PollType = 'none' | 'ping' | 'tcp' | 'http' | 'snmp'

/** How a device is polled. The used members depend on `type`. */
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
  /** Must occur in the answer. */
  text?: string
  /** Days before the end of a certificate from which it is reported. */
  certificate_days?: number
  /** snmp. */
  version?: 'v2c' | 'v3'
  user?: string
  auth?: 'none' | 'md5' | 'sha' | 'sha256' | 'sha512'
  priv?: 'none' | 'des' | 'aes'
}

/** Secrets of a monitor: in plain text only between the vault and the wire. */
export interface PollSecrets {
  community?: string
  auth_password?: string
  priv_password?: string
}

export interface PollTarget {
  device_id: number
  scene_id: number
  serial: string
  /** Rises with every change. */
  rev: number
  ip: string
  mac: string | null
  vendor: string
  model: string
  monitor: PollMonitor
  secrets: PollSecrets
  /** Session by which it is online; null: offline. */
  session: string | null
  /** Of a team that runs the installation. */
  home: boolean
}

/** Sent every `LEASE_SECONDS / 3`: the targets of this gateway, as device and revision. Renews its leases. */
export const pollLeaseSubject = 'poll.lease'
export const LEASE_SECONDS = 30
export interface PollLeaseRequest {
  gateway: string
  /** The gateway stops: its leases end at once. */
  leaving?: true
}
export interface PollLeaseAnswer {
  /** `home`: of a team that runs the installation. */
  leased: [device_id: number, rev: number, home: 0 | 1][]
  /** The permitted networks; part of every lease, so that a change takes effect with the next one. */
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
  /** Further information of the other side. */
  detail: string
  /** Unix seconds at which the presented certificate expires. */
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
  /** The identity that it reported; SNMP only. */
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

/** Monitors were added, changed or removed: gateways renew their leases at once. */
export const pollChanged = defineEvent<{ device_ids: number[] }>('device.poll-changed')
