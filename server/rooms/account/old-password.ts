import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { placeOf } from '../../base/edge/address.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { wrongProof } from './otp/wrong-proof.ts'
import { isPassword } from './password.ts'
import { accountLocks, lockedFor } from './rules.ts'
import { type Account, clearGuard, countTry, guardKey, readGuards } from './store.ts'

/** Refuses while locked, with the seconds to wait; a captcha does not end the lock, so none is requested. */
export function refuseLocked(seconds: number): void {
  if (seconds > 0) throw refuse(errors.locked, { seconds }, { seconds })
}

/**
 * Refuses unless `password` is the account's password; wrong ones are counted like failed sign-ins, for the place they
 * come from.
 */
export async function requireOldPassword(ctx: Ctx, account: Account, password: string | undefined): Promise<void> {
  const key = guardKey('password', `${placeOf(ctx.ip)} ${account.id}`)
  const now = ctx.now()
  // outside the call's transaction: a refusal rolls that back, the count must persist
  if (!(await countTry(ctx.system, key, accountLocks, now, guardKey('account', account.account)))) {
    refuseLocked(lockedFor(await readGuards(ctx.system, [key]), now) || 1)
  }
  if (
    password === undefined ||
    !(await isPassword(password, account.hash, { who: `account ${account.id}`, isFirst: true }))
  )
    throw wrongProof(ctx, account, 'password', errors.wrongOldPassword)
  await clearGuard(ctx.system, key)
}
