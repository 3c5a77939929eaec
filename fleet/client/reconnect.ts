import type { DeviceFamily } from './device-client.ts'

/** How one client program keeps and renews its connection; all times in seconds. */
export interface Habits {
  /** Sends a ping after this time without a frame from the gateway; undefined: never. */
  pingAfter: number | undefined
  /** Closes the connection after this time. */
  dropAfter: number | undefined
  /** Delay before attempt `n` (1 first) after the connection was lost; `chance` from 0 to 1. */
  wait(n: number, chance: number): number
  /** A watchdog restarts the client after this time without a connection. */
  watchdog: number | undefined
}

// The first two were measured with the real clients: no jitter, so that reconnect storms are as hard as real ones.
export const habits: Readonly<Record<DeviceFamily, Habits>> = {
  ap: { pingAfter: 60, dropAfter: 70, wait: (n) => Math.min(10 * n, 900), watchdog: 360 },
  switch: { pingAfter: undefined, dropAfter: undefined, wait: () => 5, watchdog: undefined },
  linux: {
    pingAfter: 25,
    dropAfter: 60,
    wait: (n, chance) => Math.min(30, 2 ** Math.min(n - 1, 10)) * (0.5 + chance / 2),
    watchdog: undefined,
  },
}

/** For interactive use: every device reconnects within a second. */
export const fastWait = (n: number, chance: number): number => Math.min(10, 0.2 + 0.8 * chance + 0.5 * (n - 1))
