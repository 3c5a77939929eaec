import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** A WebSocket address a room serves on the console's port. */
export interface UpgradeHandler<S = unknown> {
  /** Prefix of the path: `/api/v1/device/remote/`. */
  readonly path: string
  /** Must answer or destroy the socket; neither session nor rights have been checked. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, system: S): void
}

const mark = Symbol.for('belvedere.upgrade')

/** Export the result from a file of the room. */
export function defineUpgrade<S>(upgrade: UpgradeHandler<S>): UpgradeHandler<S> {
  Object.defineProperty(upgrade, mark, { value: true })
  return upgrade
}

export function isUpgrade(value: unknown): value is UpgradeHandler {
  return typeof value === 'object' && value !== null && mark in value
}
