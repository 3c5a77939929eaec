import type { Pace } from '../../../engines/outbox/pace-rules.ts'

/** Seconds for a provider to answer, and seconds of the lease of a message. */
export const SEND_LIMIT = 10
export const LEASE = 20
/** Seconds for which messages are kept. */
export const RETENTION = 90 * 86_400
/** The last attempt is about two hours after the first. */
export const PACE: Pace = { tries: 10, first: 5, factor: 2, longest: 1800, furthest: 3600 }

export interface SendLimit {
  count: number
  seconds: number
}

/** Seconds until the next message may be sent; 0: now. `times` of the last ones in unix seconds, newest first. */
export function waitFor(times: readonly number[], limit: SendLimit | undefined, now: number): number {
  const oldest = limit && times[limit.count - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + (limit?.seconds ?? 0) - now)
}
