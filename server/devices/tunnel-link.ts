import type { Grounds } from '../kernel/live/channels.ts'

/** Where the tunnel gateway and the room that lets people through it meet; neither imports the other. */

/** Question on `openTunnelSubject`: hold a way to one service behind a device. */
export interface OpenTunnel {
  session: string
  device_id: number
  /** The connection of the device over which it is opened. */
  connection: string
  /** Who opens it, and the most that these may have open; absent: no limit of their own. */
  team_id: number
  most?: number
  /** On whose behalf it is held. */
  grounds: Grounds
  /** `tcp`: the bytes as they are, over a WebSocket. */
  scheme: 'http' | 'https' | 'tcp'
  /** As the device reaches it. */
  host: string
  port: number
  /** SHA-256 of the ticket that opens it, base64. */
  ticket: string
  /** Seconds for which it is held; afterwards nothing of it works. No moment: clocks of processes differ. */
  seconds: number
}

/**
 * `port`: where it listens, an origin of its own; `origin`: where browsers find it, empty at the host of the console; `full`: too
 * many are held, `mine` of them by the caller's team.
 */
export type OpenedTunnel = { port: number; origin: string } | { full: true; mine: number }

export const openTunnelSubject = 'tunnel.open'

/** News for the gateway: end it, with a task reason. */
export const closeTunnelSubject = 'tunnel.close'

/** News from the gateway when a way has ended; `bytes` to the browser. */
export const tunnelClosedSubject = 'tunnel.closed'

export interface TunnelClosed {
  session: string
  why: string
  bytes: number
}
