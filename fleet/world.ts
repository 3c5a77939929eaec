import type { LookupFunction } from 'node:net'
import type { DeviceCertificates } from './client/certificates.ts'
import type { BusyBox } from './commands/busybox.ts'
import type { Doorman } from './dial-limiter.ts'
import type { SeededRandom } from './random.ts'
import type { TimerWheel } from './timer-wheel.ts'

/** Data shared by all devices of one process. */
export interface World {
  wheel: TimerWheel
  random: SeededRandom
  certificates: DeviceCertificates
  host: string
  port: number
  /** The name by which devices know the gateway; its certificate must contain it. */
  dialled: string | undefined
  lookup: LookupFunction
  /** Seconds between states until a configuration sets another interval. */
  interval: number
  /** Delays of reboots, downloads and the like are multiplied by this. */
  timeScale: number
  /** Reconnect within a second instead of like the real clients. */
  fast: boolean
  /** Report associations and cables as they change. */
  realtime: boolean
  /** Access points and switches are in their factory state, not configured. */
  factory: boolean
  /** Firmware of access points that still answers a request for a state or a health check. */
  answersRequests: boolean
  /** Access points execute signed scripts only. */
  restricted: boolean
  /** Runs the scripts of the controller; undefined: they are interpreted without a shell. */
  busybox: BusyBox | undefined
  tally: Tally
  /** Limits the concurrent handshakes of this process: real devices have a processor each. */
  doorman: Doorman
}

/** Counters of this process since it started. */
export interface Tally {
  connects: number
  failures: number
  losses: number
  sent: number
  sentBytes: number
  commands: number
  oversize: number
  /** The latest reason why a connection failed or was lost. */
  trouble: string
}

export const newTally = (): Tally => ({
  connects: 0,
  failures: 0,
  losses: 0,
  sent: 0,
  sentBytes: 0,
  commands: 0,
  oversize: 0,
  trouble: '',
})

export const seconds = (): number => Date.now() / 1000
