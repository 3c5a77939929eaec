import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { messagePurpose } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { codeChannel } from '@belvedere/contract/rooms/account/enums.ts'

/** What a code is for, and where it went: a phone number or mail address in its one spelling. */
export interface CodeUse {
  channel: IdOf<typeof codeChannel>
  target: string
  purpose: IdOf<typeof messagePurpose>
}

/** Seconds a code is good for. */
export const CODE_LIFE = 600
/** Seconds between two codes for the same purpose to the same address. */
export const RESEND = 60
/** Tries at one code. */
export const MAX_TRIES = 5

const minute = 60
const hour = 60 * minute

/** Codes at most, by window in seconds: to one phone or mailbox whatever they are for, and asked from one network address. */
export const targetLimits: readonly CodeLimit[] = [
  { within: hour, most: 6 },
  { within: 24 * hour, most: 15 },
]
export const addressLimits: readonly CodeLimit[] = [
  { within: hour, most: 30 },
  { within: 24 * hour, most: 150 },
]

export interface CodeLimit {
  within: number
  most: number
}

/**
 * Seconds until another code may go out, by the times earlier ones were asked for; 0: now. `times` in unix seconds, newest
 * first.
 */
export function waitFor(times: readonly number[], limits: readonly CodeLimit[], now: number): number {
  const waits = limits.map(({ within, most }) => {
    const oldest = times[most - 1]
    return oldest === undefined ? 0 : oldest + within - now
  })
  return Math.max(0, ...waits)
}
