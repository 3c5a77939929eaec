/** The times that a device reported, in seconds. */
export interface OwnTime {
  uptime: number
  /** Its clock; null: not reported. */
  clock: number | null
}

/** Seconds by which clocks may differ over the time between two reports. */
const SLACK = 120
/** Uptimes in hundredths of a second with 32 bits, as in SNMP, overflow after 497 days. */
const WRAPS = Math.floor(2 ** 32 / 100)

/**
 * Whether a device restarted between two of its reports. `elapsed`: seconds between them by the server's clock. Its own
 * uptime decreases when it does; delayed messages, and changes of the server's clock, do not affect that. If the former
 * uptime was shorter than the current one, a restart shows as missing time, by the device's clock and the server's: one
 * of them alone may have been set.
 */
export function hasRestarted(before: OwnTime, now: OwnTime, elapsed: number): boolean {
  if (now.uptime < before.uptime) return !(before.uptime < WRAPS && before.uptime + elapsed + SLACK >= WRAPS)
  if (before.clock === null || now.clock === null) return false
  const ran = now.uptime - before.uptime + SLACK
  return now.clock - before.clock > ran && elapsed > ran
}
