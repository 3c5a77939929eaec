import type { Words } from '@belvedere/contract/kit/text.ts'
import type { CommandResult, CommandVerb, DeviceCommand, DeviceFacts, DeviceIdentity, Happening } from './facts.ts'

/** First message of a device, as its protocol puts it. */
export interface Hello {
  serial: string
  firmware: string
  capabilities: Record<string, unknown>
  reason?: string
}

/** One command in the words of the protocol. */
export interface WireCommand {
  method: string
  params: Record<string, unknown>
  /** Milliseconds until it counts as lost. */
  timeout: number
  /** `false`: the device never answers this method; sending is the success. */
  answers?: boolean
  /** The way from the device's result to ours; without it `status.error` 0 is success and `status.text` the message. */
  read?(result: Record<string, unknown>): CommandResult
}

/** What a driver makes of one device message. */
export interface Reading {
  facts?: DeviceFacts
  happenings?: Happening[]
}

/**
 * The front door for one family of hardware: pure data and pure functions. It never sees a socket or the database.
 * `hears` is called for every message but the first; `says` is total over the verbs listed in `identify().verbs`.
 */
export interface DeviceDriver {
  readonly family: string
  readonly words: Words
  /** Asked in order of `priority`, highest first; the first that says yes drives the device. */
  readonly priority: number
  matches(hello: Hello): boolean
  identify(hello: Hello): DeviceIdentity
  hears(method: string, params: Record<string, unknown>): Reading
  /** `undefined`: this driver cannot (`Not support`). */
  says(command: DeviceCommand, identity: DeviceIdentity): WireCommand | undefined
  /** Largest message the device takes, bytes. */
  readonly maxMessage: number
  /** Seconds between our pings; a device silent for two of them is gone. */
  readonly pingSeconds: number
}

const mark = Symbol.for('belvedere.device-driver')

export function defineDeviceDriver<const D extends DeviceDriver>(driver: D): D {
  Object.defineProperty(driver, mark, { value: true })
  return driver
}

/** True for what `defineDeviceDriver` made; discovery looks for it in every `drivers/device/<family>/driver.ts`. */
export function isDeviceDriver(value: unknown): value is DeviceDriver {
  return typeof value === 'object' && value !== null && mark in value
}

export type { CommandResult, CommandVerb, DeviceCommand, DeviceFacts, DeviceIdentity, Happening }
