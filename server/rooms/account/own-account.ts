import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type Account, findAccount } from './store.ts'

/** The account of the session; refuses as signed out when it was just removed. */
export async function ownAccount(ctx: Ctx): Promise<Account> {
  const account = await findAccount(ctx, ctx.uid)
  if (!account) throw refuse(commonErrors.authFailed)
  return account
}
