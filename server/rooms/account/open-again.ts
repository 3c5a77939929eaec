import type { QueryContext } from '../../kernel/db.ts'
import { setSecond } from './contact/store.ts'
import { removeAuthenticator } from './otp/store.ts'
import { type Account, clearGuard, clearSubjects, endSessionsOf, guardKey } from './store.ts'

/** Removes the second step of the account; its sessions end. */
export async function takeSecondStep(ctx: QueryContext, { id }: Account): Promise<void> {
  await removeAuthenticator(ctx, id)
  for (const channel of ['sms', 'email'] as const) await setSecond(ctx, id, channel, 0)
  await clearGuard(ctx, guardKey('second', id))
  await endSessionsOf(ctx, id)
}

/** Clears earlier failures so that a new password can be used; sessions that began with the old one end. */
export async function openAgain(ctx: QueryContext, { id, account, email, phone }: Account): Promise<void> {
  await endSessionsOf(ctx, id)
  await clearSubjects(ctx, [account, email, phone])
}
