import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Access } from './access.ts'
import type { Grounds, Standing } from './live/standing.ts'
import type { Refusal } from './refuse.ts'

/** Who is calling. */
export interface Session {
  readonly id: number
  readonly uid: number
  readonly access: Access
  readonly account: string
  readonly name: string
  /** `console` a browser session, `api` a long-lived token. */
  readonly channel: 'console' | 'api'
  readonly lang: Lang
  /** Unix seconds until which the session is fresh; 0: not fresh. */
  readonly fresh_until: number
  /** Limits of the caller's team; absent: no limit. */
  readonly limits: TeamLimits
}

export interface TeamLimits {
  /** Calls a minute of all its sessions. */
  readonly calls?: number
  /** Live streams open at a time. */
  readonly streams?: number
}

/** `until`: unix seconds at which the session or a share expires. */
export type FoundSession = Session & { readonly until: number }

/** A room provides this (the account room); the kernel only caches it. */
export interface SessionSource {
  /** The session of a token's hash, undefined when unknown or expired. Touches its last use at most once a minute. */
  find(tokenHash: Buffer): Promise<FoundSession | undefined>
  /** Whether channels of a session may stay open. */
  standing(grounds: Grounds): Promise<Standing>
  /** The refusal of a `fresh` call; it states how the user can prove the identity. */
  challenge(session: Session, spec: CallSpec): Promise<Refusal>
}

const mark = Symbol.for('belvedere.session-source')

/** Export the result from a file of the room; there must be exactly one. `make` gets the process's system. */
export function defineSessionSource<S>(make: (system: S) => SessionSource): { make: (system: S) => SessionSource } {
  const source = { make }
  Object.defineProperty(source, mark, { value: true })
  return source
}

export function isSessionSource(value: unknown): value is { make: (system: never) => SessionSource } {
  return typeof value === 'object' && value !== null && mark in value
}

/** 256 random bits, base64url; without a leading dash, which would be a command line option. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url').replace(/^-/, '_')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Bus subject `{ uid: number }`, 0 for all: invalidates cached sessions of this user (signed out, role or scenes changed). */
export const sessionInvalidatedSubject = 'session.forget'

/** Seconds after which a revocation takes effect if a bus message is lost. */
const CACHE_SECONDS = 15

export interface Sessions {
  of(token: string): Promise<Session | undefined>
  /** The same, from the source instead of the cache. */
  anew(token: string): Promise<Session | undefined>
  /** From the source. */
  challenge(session: Session, spec: CallSpec): Promise<Refusal>
  forget(uid: number): void
}

export function cacheSessions(source: SessionSource): Sessions {
  const cache = new LRUCache<string, Session>({ max: 5000, ttl: CACHE_SECONDS * 1000 })
  let forgotten = 0
  const look = async (token: string, known: (key: string) => Session | undefined) => {
    if (token.length < 20 || token.length > 200) return undefined
    const hash = hashToken(token)
    const key = hash.toString('base64')
    const cached = known(key)
    if (cached) return cached
    const request = forgotten
    const found = await source.find(hash)
    // read before an invalidation: it may be revoked
    if (found && request === forgotten)
      cache.set(key, found, { ttl: Math.max(1, Math.min(CACHE_SECONDS * 1000, found.until * 1000 - Date.now())) })
    return found
  }
  return {
    of: (token) => look(token, (key) => cache.get(key)),
    anew: (token) => look(token, () => undefined),
    challenge: (session, spec) => source.challenge(session, spec),
    forget(uid) {
      forgotten++
      if (uid === 0) cache.clear()
      else for (const [key, session] of cache.entries()) if (session.uid === uid) cache.delete(key)
    },
  }
}
