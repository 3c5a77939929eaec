/** Seconds a provider has to answer, and until a message is free again that a lost process had taken. */
export const SEND_LIMIT = 10
export const LEASE = 20
/** Tries of one message: the last is some two hours after the first. */
export const MAX_ATTEMPTS = 10
/** Seconds messages stay in the log. */
export const KEEP = 90 * 86_400
/** Characters of a provider's answer that are kept. */
export const MOST_ANSWER = 500

/** Seconds to wait at most, also when a provider says how long; what is to wait longer was put off by a clock that was ahead. */
export const FURTHEST = 3600

/** Seconds to wait after so many failed tries; a provider that says how long is left alone that long. */
export function backOff(attempts: number, after = 0): number {
  return Math.max(Math.min(FURTHEST, after), Math.min(1800, 5 * 2 ** Math.max(0, attempts - 1)))
}

export interface Limit {
  count: number
  seconds: number
}

/** Seconds until another message may go; 0: now. `times` of the last ones in unix seconds, newest first. */
export function waitFor(times: readonly number[], limit: Limit | undefined, now: number): number {
  const oldest = limit && times[limit.count - 1]
  return oldest === undefined ? 0 : Math.max(0, oldest + (limit?.seconds ?? 0) - now)
}

/** What a provider said, on one line: it is shown. */
export const plainLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_ANSWER)
