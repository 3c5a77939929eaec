/** Checked on each click. */
const idleLimit = 3_600_000

/** True if the last click in any tab is longer ago than the idle limit. Both in unix milliseconds; 0 = unknown. */
export function idleTooLong(lastClick: number, now: number): boolean {
  return lastClick > 0 && now - lastClick > idleLimit
}
