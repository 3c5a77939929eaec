import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { messagePurpose } from '@belvedere/contract/rooms/delivery/enums.ts'
import type { codeChannel } from '@belvedere/contract/rooms/account/enums.ts'

/** The purpose of a code, and its target: a normalized phone number or mail address. */
export interface CodeUse {
  channel: IdOf<typeof codeChannel>
  target: string
  purpose: IdOf<typeof messagePurpose>
}

/** Seconds for which a code is valid. */
export const CODE_LIFE = 600
/** Seconds between two codes for the same purpose to the same address. */
export const RESEND = 60
/** Attempts at one code. */
export const MAX_TRIES = 5

const minute = 60
const hour = 60 * minute

/**
 * Maximum number of codes, by window in seconds: to one phone or mailbox for all purposes, and requested from one
 * network address.
 */
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
 * Seconds until another code may be sent, by the times of earlier requests; 0: now. `times` in unix seconds, newest
 * first.
 */
export function waitFor(times: readonly number[], limits: readonly CodeLimit[], now: number): number {
  const waits = limits.map(({ within, most }) => {
    const oldest = times[most - 1]
    return oldest === undefined ? 0 : oldest + within - now
  })
  return Math.max(0, ...waits)
}
