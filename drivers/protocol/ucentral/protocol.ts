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
  /** Milliseconds until it counts as lost. */
  timeout: number
  /** `false`: the device never answers this method; sending is the success. */
  answers?: boolean
  /** Reads the device's result; without it `status.error` 0 is success and `status.text` the message. */
  read?(result: Record<string, unknown>): CommandResult
  /** Sent in its place where the device refuses it. */
  otherwise?: UcentralCommand
  /** Sent when it has ended; the device's answer to it changes nothing. */
  afterwards?: UcentralCommand
  /**
   * For commands whose "accepted" is not the end: asked for each later message of the device, within `timeout`, until it
   * answers. `sent` is what went out, with the `request_uuid` the gateway added.
   */
  settles?(method: string, params: Record<string, unknown>, sent: Record<string, unknown>): CommandResult | undefined
  /** The link may drop while the device obeys: the result, by the configuration with which it comes back. */
  resumes?(config_uuid: number, sent: Record<string, unknown>): CommandResult
  /** The device goes away when it obeys: a connection lost after it accepted is success. */
  restarts?: true
  /** Sent beside whatever the device is busy with, outside the queue of one. */
  aside?: true
  /**
   * The device opens a connection of its own to the terminal port. The gateway sends the command when a shell is opened, with
   * `server`, `port`, `id` and `token`; what else is asked of the shell goes over that connection.
   */
  dials?: true
}

/** What the gateway asks of a driver of uCentral. */
export interface UcentralProtocol extends ProtocolMember<UcentralHello> {
  readonly name: 'ucentral'
  encode(command: DeviceCommand, can: Abilities): UcentralCommand | InvalidArgument | undefined
  /** Largest message the device takes, bytes. */
  readonly maxMessage: number
  /** Seconds between our pings; a device silent for two of them is gone. */
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
