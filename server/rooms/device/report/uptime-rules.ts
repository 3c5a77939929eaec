/** What a device told of its own time, seconds. */
export interface OwnTime {
  uptime: number
  /** Its clock; null: not told. */
  clock: number | null
}

/** Seconds by which clocks may differ over the time between two reports. */
const SLACK = 120
/** Uptimes of hundredths of a second in 32 bits, as SNMP has them, begin again after 497 days. */
const WRAPS = Math.floor(2 ** 32 / 100)

/**
 * Whether a device has started again between two of its reports. `elapsed`: seconds from one to the other by our clock. Its own uptime
 * goes back when it does; messages that waited, and our clock being set, change nothing about that. One that ran for a shorter
 * time than this before is found by the time that is missing, by its clock and ours: one of them alone may have been set.
 */
export function hasRestarted(before: OwnTime, now: OwnTime, elapsed: number): boolean {
  if (now.uptime < before.uptime) return !(before.uptime < WRAPS && before.uptime + elapsed + SLACK >= WRAPS)
  if (before.clock === null || now.clock === null) return false
  const ran = now.uptime - before.uptime + SLACK
  return now.clock - before.clock > ran && elapsed > ran
}
