import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { LateIntake } from './ingest/backfill.ts'
import type { LogIntake } from './ingest/log-intake.ts'
import type { Pki } from '../base/keys/pki.ts'

/** The parameters of a gateway besides the system: it knows no room and no driver by name. */
export interface GatewayParts {
  readonly drivers: readonly DeviceDriver[]
  readonly ingest: Ingest
  readonly late: LateIntake
  readonly logs: LogIntake
  readonly pki: Pki
}

export interface RunningGateway {
  /** The port it listens on (the one chosen by the system when 0 was asked). */
  readonly port: number
  /** Stops listening, disconnects its devices without reporting them offline, and returns when nothing is running. */
  stop(): Promise<void>
}

export interface Gateway<S = unknown> {
  readonly name: string
  /** Devices with their own certificate connect to it: its port is shown to users. At most one. */
  readonly dialIn?: true
  start(system: S, parts: GatewayParts): Promise<RunningGateway>
}

/** Request on the bus for the port of a gateway by name. */
export const gatewayPortSubject = (name: string) => `gateway.port.${name}`

/** Request on the bus for the port of the gateway that devices connect to. */
export const dialInPortSubject = 'gateway.dial-in-port'

const mark = Symbol.for('belvedere.gateway')

/** Export the result from `server/gateways/<name>/gateway.ts`. */
export function defineGateway<S>(gateway: Gateway<S>): Gateway<S> {
  Object.defineProperty(gateway, mark, { value: true })
  return gateway
}

export function isGateway(value: unknown): value is Gateway {
  return typeof value === 'object' && value !== null && mark in value
}
