import { placeOf } from '../../../base/edge/address.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { guardKey } from '../store.ts'
import { findKnown, isDevice, saveDevice, savePlace } from './store.ts'

/** The origin of a sign-in attempt, as the account knows it. */
export interface KnownOrigin {
  readonly as: 'device' | 'place' | 'stranger'
  /** The counter of failed attempts, separate from that of strangers. */
  readonly key: (kind: 'pair' | 'second', name: string | number) => Buffer
}

/**
 * A browser or place that the account (`uid`, undefined: it does not exist) signed in from before. Failed attempts by
 * others with the same name do not affect it: its failures are counted separately.
 */
export async function knownAs(
  at: QueryContext,
  uid: number | undefined,
  ip: string,
  secret: string | undefined,
): Promise<KnownOrigin> {
  const place = placeOf(ip)
  const hash = secret ? hashToken(secret) : undefined
  const found = await findKnown(at, uid ?? 0, hash, place)
  const own = found.device && hash ? `device ${hash.toString('hex')}` : `place ${place}`
  const as = found.device ? 'device' : found.place ? 'place' : 'stranger'
  return { as, key: (kind, name) => guardKey(kind, `${own} ${name}`) }
}

/**
 * Records where an account signed in from. `secret` is what the browser keeps, '' when it has none and requests one;
 * returns the secret that the browser keeps. Only secrets made here are accepted, so that no secret can be planted.
 */
export async function remember(ctx: Ctx, uid: number, secret: string | undefined): Promise<string | undefined> {
  const now = ctx.now()
  await savePlace(ctx, uid, placeOf(ctx.ip), now)
  if (secret === undefined) return undefined
  const kept = secret && (await isDevice(ctx, hashToken(secret))) ? secret : newToken()
  await saveDevice(ctx, uid, hashToken(kept), now)
  return kept
}
