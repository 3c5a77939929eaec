import type { Lang } from '@belvedere/contract/kit/text.ts'

const minute = 60
const hour = 60 * minute

/** Seconds after sign-in at which a session ends, used or not. */
export const SESSION_LIFE = 7 * 24 * hour
/** Seconds after its last use at which a session ends. */
export const SESSION_IDLE = 24 * hour
/** Maximum number of sessions of one account; a further sign-in ends the least recently used one. */
export const MAX_SESSIONS = 100

/** Seconds after which failures expire. */
export const FAILURES_EXPIRE = 15 * minute
/** Seconds of lock-out after the first, second … failure in a row; the last value applies to all further ones. */
export const accountLocks: readonly number[] = [0, 0, 0, 0, minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute]
/** For a name from all places: no lock-out, only a captcha. */
export const nameLocks: readonly number[] = [0]
/** The same for an address, which a whole office may share. */
export const addressLocks: readonly number[] = [
  ...Array<number>(29).fill(0),
  minute,
  2 * minute,
  5 * minute,
  15 * minute,
]

/** Seconds that the second step of a sign-in may take, and the attempts in it. */
export const TICKET_LIFE = 5 * minute
export const TICKET_TRIES = 5
/** Seconds that the binding of an authenticator may take. */
export const BINDING_LIFE = 10 * minute
/** Seconds for which a session counts as fresh, after sign-in or proof of identity. */
export const PROOF_LIFE = 10 * minute
/** Seconds in which a QR code can be scanned and confirmed. */
export const QR_LIFE = 2 * minute
/** Maximum number of API tokens of one account. */
export const MAX_TOKENS = 50
/** Seconds for which an expired API token is still listed. */
export const TOKEN_MEMORY = 30 * 24 * hour
/** Seconds between closing an account and its removal. */
export const CANCEL_GRACE = 7 * 24 * hour
/** Seconds for which sign-in records are kept. */
export const LOG_LIFE = 90 * 24 * hour

/** Until when a session counts as fresh; an API token that was made for sensitive calls always does. */
export function freshUntil(one: { channel: string; proved_at: number; sensitive: 0 | 1; expires_at: number }): number {
  if (one.channel === 'api') return one.sensitive ? one.expires_at : 0
  return one.proved_at + PROOF_LIFE
}

export interface Guard {
  failures: number
  /** Unix seconds. */
  last_at: number
  locked_until: number
}

/** The failure counts that apply to an attempt. */
export interface GuardCounts {
  /** Of this place or known browser with this name. */
  own: Guard | undefined
  /** Of all places with this name. */
  name: Guard | undefined
  /** Of the address with any name. */
  address: Guard | undefined
}

/**
 * True when an attempt is risky: the same one failed before, or this name failed, or the address failed three times.
 * For a known browser only its own failures count; for a known place failures from elsewhere do not count.
 */
export function needsCaptcha(
  as: 'device' | 'place' | 'stranger',
  { own, name, address }: GuardCounts,
  now: number,
): boolean {
  if (freshFailures(own, now) >= 1) return true
  if (as === 'device') return false
  return freshFailures(address, now) >= 3 || (as === 'stranger' && freshFailures(name, now) >= 1)
}

function freshFailures(guard: Guard | undefined, now: number): number {
  return guard && guard.last_at > now - FAILURES_EXPIRE ? guard.failures : 0
}

/** Seconds to wait before the next attempt; 0: none. */
export function lockedFor(guards: readonly (Guard | undefined)[], now: number): number {
  return Math.max(0, ...guards.map((guard) => (guard?.locked_until ?? 0) - now))
}

export interface NavEntry {
  slug: string
  title: string
  sort: number
}

const isIndex = ({ slug }: NavEntry) => slug === '/index' || slug === 'index'

/** The menu in order, numbered from 1, each path once, the index entry always there. */
export function orderNav(nav: readonly NavEntry[], lang: Lang): NavEntry[] {
  const index = { slug: '/index', title: { zh: '首页', en: 'Home' }[lang], sort: 0 }
  const whole = nav.some(isIndex) ? nav : [index, ...nav]
  const once = [...new Map(whole.map((entry) => [entry.slug, entry])).values()]
  return once.sort((a, b) => a.sort - b.sort).map(({ slug, title }, at) => ({ slug, title, sort: at + 1 }))
}
