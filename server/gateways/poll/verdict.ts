import type { PollMonitor } from '../../devices/poll-link.ts'
import { limits } from './limits.ts'

/** What is known of a target between two tries: few numbers, there are thousands. */
export interface PollState {
  online: boolean
  /** Failures in a row. */
  missed: number
}

/** A try ended: whether that changes anything. One answer is enough to be online, silence counts only when it lasts. */
export function evaluateTry(
  before: PollState,
  ok: boolean,
  misses: number,
): { now: PollState; turned?: 'came' | 'left' } {
  if (ok) return { now: { online: true, missed: 0 }, ...(before.online ? {} : { turned: 'came' as const }) }
  const missed = before.missed + 1
  if (!before.online || missed < misses) return { now: { online: before.online, missed } }
  return { now: { online: false, missed }, turned: 'left' }
}

/** Seconds a doubtful device is asked again after, so that an outage is known soon. */
const DOUBT = 5

/**
 * Milliseconds until the next try: the interval while all is well, sooner while in doubt, later and later for what is dead.
 * `random` from 0 to 1 spreads them by a tenth, so that thousands do not march in step.
 */
export function pauseOf({ online, missed }: PollState, { interval, misses }: PollMonitor, random: number): number {
  const spread = (seconds: number) => Math.round(seconds * 1000 * (0.95 + random / 10))
  if (missed === 0) return spread(interval)
  if (online) return spread(Math.min(interval, DOUBT))
  const beyond = Math.max(0, missed - misses)
  const longer = interval * Math.min(limits.deadTimes, 2 ** Math.min(beyond, 16))
  return spread(Math.max(interval, Math.min(limits.deadSeconds, longer)))
}
