import { objectOf, textOf } from '../../kit/coerce.ts'
import { type Abilities, defineProtocol, type InvalidArgument, type ProtocolMember } from '../../kit/define-protocol.ts'
import type { CommandResult, DeviceCommand } from '../../kit/facts.ts'

/** The message `connect`. */
export interface UcentralHello {
  serial: string
  firmware: string
  capabilities: Record<string, unknown>
  reason?: string
}

/** One command as a JSON-RPC request. */
export interface UcentralCommand {
  method: string
  params: Record<string, unknown>
  /** Milliseconds until it times out. */
  timeout: number
  /** `false`: the device never answers this method; sending it is the success. */
  answers?: boolean
  /** Reads the device's result; without it `status.error` 0 is success and `status.text` the message. */
  read?(result: Record<string, unknown>): CommandResult
  /** Sent instead when the device refuses it. */
  otherwise?: UcentralCommand
  /** Sent after it has ended; the answer to it is ignored. */
  afterwards?: UcentralCommand
  /**
   * For commands whose acknowledgement is not the end: called for each later message of the device, within `timeout`, until it
   * returns a result. `sent` are the sent parameters, with the `request_uuid` of the gateway.
   */
  settles?(method: string, params: Record<string, unknown>, sent: Record<string, unknown>): CommandResult | undefined
  /** The connection may be lost during execution: the result, by the configuration number after reconnection. */
  resumes?(config_uuid: number, sent: Record<string, unknown>): CommandResult
  /** The device disconnects during execution: a connection lost after the acknowledgement is success. */
  restarts?: true
  /** Sent in parallel with running commands, outside of the queue. */
  aside?: true
  /**
   * The device opens a separate connection to the terminal port. The gateway sends the command when a shell is opened, with
   * `server`, `port`, `id` and `token`; later operations on the shell use that connection.
   */
  dials?: true
}

/** The part of a uCentral driver for the gateway. */
export interface UcentralProtocol extends ProtocolMember<UcentralHello> {
  readonly name: 'ucentral'
  encode(command: DeviceCommand, can: Abilities): UcentralCommand | InvalidArgument | undefined
  /** Largest message the device accepts, bytes. */
  readonly maxMessage: number
  /** Seconds between our pings; a device that misses two of them is offline. */
  readonly pingSeconds: number
}

/** Reads `connect`. */
export function readConnect(given: Record<string, unknown>): UcentralHello {
  const params = objectOf(given)
  return {
    serial: textOf(params.serial) ?? '',
    firmware: textOf(params.firmware, 128) ?? '',
    capabilities: objectOf(params.capabilities) as Record<string, unknown>,
    reason: textOf(params.reason, 64),
  }
}

export const ucentral = defineProtocol<UcentralProtocol>('ucentral', readConnect)
