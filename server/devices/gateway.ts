import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { LateIntake } from './ingest/backfill.ts'
import type { LogIntake } from './ingest/log-intake.ts'
import type { Pki } from '../base/keys/pki.ts'

/** What a gateway is given besides the system: it knows no room and no driver by name. */
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
  /** Stops listening, lets go of its devices without calling them lost, and returns when nothing is under way. */
  stop(): Promise<void>
}

export interface Gateway<S = unknown> {
  readonly name: string
  /** Devices with a certificate of their own dial it: its port is what people tell them. At most one. */
  readonly dialIn?: true
  start(system: S, parts: GatewayParts): Promise<RunningGateway>
}

/** Question on the bus, answered while a gateway of that name runs: the port it listens on. */
export const gatewayPortSubject = (name: string) => `gateway.port.${name}`

/** Question on the bus: the port of the gateway that devices dial. */
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
