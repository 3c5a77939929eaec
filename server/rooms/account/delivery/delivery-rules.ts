import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { messageState } from '@belvedere/contract/rooms/account/enums.ts'

export type State = IdOf<typeof messageState>

/** Seconds a provider has to answer, and until a message is free again that a lost process had taken. */
export const SEND_LIMIT = 20
export const LEASE = 45
/** Tries of one message. */
export const MAX_ATTEMPTS = 6
/** Seconds a message is kept after it was written. */
export const KEEP = 30 * 86_400
/** Characters of a provider's answer that are kept. */
export const MOST_ANSWER = 500

/** Seconds to wait at most; what is to wait longer was put off by a clock that was ahead. */
export const FURTHEST = 120

/** Seconds to wait after so many failed tries. */
export function backOff(attempts: number): number {
  return Math.min(FURTHEST, 2 * 3 ** Math.max(0, attempts - 1))
}
