import type { Reach } from '../../kernel/db.ts'
import { setSecond } from './contact/store.ts'
import { removeAuthenticator } from './otp/store.ts'
import { type Account, clearGuard, clearSubjects, endSessionsOf, guardKey } from './store.ts'

/** The account asks for no second step any more; who is signed in with it is signed out. */
export async function takeSecondStep(at: Reach, { id }: Account): Promise<void> {
  await removeAuthenticator(at, id)
  for (const channel of ['sms', 'email'] as const) await setSecond(at, id, channel, 0)
  await clearGuard(at, guardKey('second', id))
  await endSessionsOf(at, id)
}

/** Nothing of the failures before keeps a new password from being used; who is signed in with the old one is signed out. */
export async function openAgain(at: Reach, { id, account, email, phone }: Account): Promise<void> {
  await endSessionsOf(at, id)
  await clearSubjects(at, [account, email, phone])
}
