import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { admit } from './admit.ts'
import { refuseLocked } from './old-password.ts'
import { isPassword } from './password.ts'
import { puzzle, spendPuzzle } from './puzzle.ts'
import { accountLocks, addressLocks, lockedFor, needsCaptcha } from './rules.ts'
import { noteSignIn } from './session/store.ts'
import { clearGuard, countTry, findByName, guardKey, readGuards } from './store.ts'

type Try = In<typeof userCalls.login>

/**
 * Nothing here depends on whether the account exists until the password is right: names nobody has are counted, locked and
 * timed like any other.
 */
export async function signIn(ctx: Ctx, input: Try): Promise<Out<typeof userCalls.login>> {
  const name = input.account.trim()
  const [byName, byAddress] = [guardKey('account', name), guardKey('address', ctx.ip)]
  const [account, address] = await readGuards(ctx, [byName, byAddress])
  const now = ctx.now()
  refuseLocked(lockedFor([account, address], now))
  if (needsCaptcha(account, address, now)) await spendPuzzle(ctx, input)
  if (!(await countTry(ctx, byName, accountLocks, now)))
    refuseLocked(lockedFor(await readGuards(ctx, [byName]), now) || 1)

  const found = await findByName(ctx, name)
  if (!(await isPassword(input.password, found?.hash)) || !found) {
    await countTry(ctx, byAddress, addressLocks, now)
    ctx.log.warn({ ip: ctx.ip, uid: found?.id }, 'sign-in failed')
    if (found) await noteSignIn(ctx, { uid: found.id, at: now, way: 'password', ok: 0, ip: ctx.ip, agent: ctx.agent })
    // the failure that locks says so itself
    refuseLocked(lockedFor(await readGuards(ctx, [byName, byAddress]), now))
    throw refuse(errors.wrongPassword, undefined, puzzle)
  }
  await clearGuard(ctx, byName)
  return admit(ctx, found, 'password')
}
