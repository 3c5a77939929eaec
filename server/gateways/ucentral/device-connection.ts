import type { WebSocket } from 'ws'
import type { Abilities } from '@belvedere/drivers/kit/define-protocol.ts'
import type { CommandResult, DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import type { Loose } from '@belvedere/drivers/kit/coerce.ts'
import type { UcentralCommand } from '@belvedere/drivers/protocol/ucentral/protocol.ts'
import type { UcentralDriver } from './drivers.ts'
import type { HeldSession } from './sessions.ts'
import type { Rival } from './rivals.ts'

/** One device on one socket, as the other parts of the gateway see it. `connection.ts` implements it. */
export interface DeviceConnection extends HeldSession {
  readonly socket: WebSocket
  readonly serial: string
  /** Host name or address by which the device reached the gateway; '' when it sent none. */
  readonly dialled: string
  /** Undefined until the device is identified. */
  readonly driver: UcentralDriver | undefined
  readonly can: Abilities | undefined
  scene_id: number
  /** The device accepts commands in `compress_64`. */
  readonly inflates: boolean
  /** The gateway is shutting down. */
  readonly stopping: boolean
  /** False: the connection has ended, or the device does not read. */
  send(text: string): boolean
  /** Stops reading until the promise settles. */
  waitFor(room: Promise<void>): void
  /** Reports an event of the device. */
  reportEvent(event: DeviceEvent): void
  /** Admits, or no longer admits, the pieces of a shell or tunnel session. */
  noteStream(op: unknown, session: unknown): void
  /** Carries out a command for which the device opens a connection of its own. */
  runShell(command: UcentralCommand, args: Loose, timeout: number): Promise<CommandResult>
  /** Called every tick while the connection is slowed; false when it is read again. */
  stillSlowed(now: number): boolean
  /** Requires a sign of life within seconds, or ends the connection. */
  probe(): void
  /** The device was released from its scene. */
  released(): void
  /** The device has a newer connection, at this gateway or at another one. */
  replaced(): void
  /** Another connection came with the same certificate. */
  contested(rival: Rival): void
  /** Whether the device is present and keeps its place against another connection with its serial number. */
  keepsFrom(rival: Rival): Promise<boolean>
  /** Closes with "going away". */
  stop(): void
}
