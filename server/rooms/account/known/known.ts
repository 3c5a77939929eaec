import { placeOf } from '../../../base/edge/address.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { hashToken, newToken } from '../../../kernel/session.ts'
import { guardKey } from '../store.ts'
import { findKnown, isDevice, saveDevice, savePlace } from './store.ts'

/** Where somebody who wants in comes from, as the account knows it. */
export interface KnownOrigin {
  readonly as: 'device' | 'place' | 'stranger'
  /** Whose count failed tries go to, beside those of strangers. */
  readonly key: (kind: 'pair' | 'second', name: string | number) => Buffer
}

/**
 * A browser or place that the account (`uid`, undefined: there is none) signed in from before. What others do with its name
 * is nothing to those: their failed tries are counted alone.
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
 * Notes whence an account signed in. `secret` is what the browser keeps, '' when it has none and wants one; answers what it is
 * to keep. Only what was made here is taken: nobody plants a secret of theirs.
 */
export async function remember(ctx: Ctx, uid: number, secret: string | undefined): Promise<string | undefined> {
  const now = ctx.now()
  await savePlace(ctx, uid, placeOf(ctx.ip), now)
  if (secret === undefined) return undefined
  const kept = secret && (await isDevice(ctx, hashToken(secret))) ? secret : newToken()
  await saveDevice(ctx, uid, hashToken(kept), now)
  return kept
}
