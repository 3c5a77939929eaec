import type { PollMonitor } from '../../devices/poll-link.ts'
import { limits } from './limits.ts'

/** State of a target between two attempts: few numbers, since there are thousands of targets. */
export interface PollState {
  online: boolean
  /** Consecutive failures. */
  missed: number
}

/** The effect of an attempt on the state. One response is enough for online, failures count only when they persist. */
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

/** Seconds until the next attempt for a device in doubt, so that an outage is detected soon. */
const DOUBT = 5

/**
 * Milliseconds until the next attempt: the interval while the device is up, a shorter time while it is in doubt, a growing time
 * while it is down. `random` from 0 to 1 varies them by a tenth, so that thousands of attempts are not synchronous.
 */
export function pauseOf({ online, missed }: PollState, { interval, misses }: PollMonitor, random: number): number {
  const spread = (seconds: number) => Math.round(seconds * 1000 * (0.95 + random / 10))
  if (missed === 0) return spread(interval)
  if (online) return spread(Math.min(interval, DOUBT))
  const beyond = Math.max(0, missed - misses)
  const longer = interval * Math.min(limits.deadTimes, 2 ** Math.min(beyond, 16))
  return spread(Math.max(interval, Math.min(limits.deadSeconds, longer)))
}
