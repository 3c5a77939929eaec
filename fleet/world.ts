import type { LookupFunction } from 'node:net'
import type { DeviceCertificates } from './client/certificates.ts'
import type { BusyBox } from './commands/busybox.ts'
import type { Doorman } from './dial-limiter.ts'
import type { SeededRandom } from './random.ts'
import type { TimerWheel } from './timer-wheel.ts'

/** What all devices of one process share. */
export interface World {
  wheel: TimerWheel
  random: SeededRandom
  certificates: DeviceCertificates
  host: string
  port: number
  /** The name by which devices learned of the gateway; its certificate has to carry it. */
  dialled: string | undefined
  lookup: LookupFunction
  /** Seconds between states until a configuration says otherwise. */
  interval: number
  /** Waiting for reboots, downloads and the like is multiplied by this. */
  timeScale: number
  /** Reconnect within a second instead of as the real clients do. */
  fast: boolean
  /** Tell of associations and cables as they happen. */
  realtime: boolean
  /** Access points and switches are as from the factory, not configured. */
  factory: boolean
  /** Firmware of access points that still answers a request for a state or a check. */
  answersRequests: boolean
  /** Access points carry out signed scripts alone. */
  restricted: boolean
  /** Runs the scripts of the controller; undefined: they are obeyed without a shell. */
  busybox: BusyBox | undefined
  tally: Tally
  /** Limits how many handshakes this process has under way: real devices have a processor each. */
  doorman: Doorman
}

/** What happened in this process since it started. */
export interface Tally {
  connects: number
  failures: number
  losses: number
  sent: number
  sentBytes: number
  commands: number
  oversize: number
  /** The latest reason a connection failed or was lost. */
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
