import type { QueryContext } from '../../kernel/db.ts'
import { setSecond } from './contact/store.ts'
import { removeAuthenticator } from './otp/store.ts'
import { type Account, clearGuard, clearSubjects, endSessionsOf, guardKey } from './store.ts'

/** The account asks for no second step any more; who is signed in with it is signed out. */
export async function takeSecondStep(ctx: QueryContext, { id }: Account): Promise<void> {
  await removeAuthenticator(ctx, id)
  for (const channel of ['sms', 'email'] as const) await setSecond(ctx, id, channel, 0)
  await clearGuard(ctx, guardKey('second', id))
  await endSessionsOf(ctx, id)
}

/** Nothing of the failures before keeps a new password from being used; who is signed in with the old one is signed out. */
export async function openAgain(ctx: QueryContext, { id, account, email, phone }: Account): Promise<void> {
  await endSessionsOf(ctx, id)
  await clearSubjects(ctx, [account, email, phone])
}
