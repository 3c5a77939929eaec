import type { Grounds } from '../kernel/live/standing.ts'

/** The interface between the tunnel gateway and the room that authorises its users; neither imports the other. */

/** Request on `openTunnelSubject`: opens a tunnel to one service behind a device. */
export interface OpenTunnel {
  session: string
  device_id: number
  /** The connection of the device over which it is opened. */
  connection: string
  /** Its team or user, and their limit of open tunnels; absent: no limit. */
  team_id: number
  most?: number
  /** The account it is open for. */
  grounds: Grounds
  /** `tcp`: raw bytes over a WebSocket. */
  scheme: 'http' | 'https' | 'tcp'
  /** Address as seen from the device. */
  host: string
  port: number
  /** SHA-256 of the ticket that opens it, base64. */
  ticket: string
  /** Duration in seconds; it is closed afterwards. Not a time, because clocks of processes differ. */
  seconds: number
}

/**
 * `port`: its own listening port, a separate origin; `origin`: its public address, empty at the host of the console; `full`: too many
 * tunnels are open, `mine` of them by the caller's team.
 */
export type OpenedTunnel = { port: number; origin: string } | { full: true; mine: number }

export const openTunnelSubject = 'tunnel.open'

/** Message to the gateway: close it, with a task reason. */
export const closeTunnelSubject = 'tunnel.close'

/** Message of the gateway when a tunnel has ended; `bytes` to the browser. */
export const tunnelClosedSubject = 'tunnel.closed'

export interface TunnelClosed {
  session: string
  why: string
  bytes: number
}
