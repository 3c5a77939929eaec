import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { placeOf } from '../../base/edge/address.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { admit } from './admit.ts'
import { FairSemaphore } from '../../engines/fair-semaphore/fair-semaphore.ts'
import { knownAs } from './known/known.ts'
import { refuseLocked } from './old-password.ts'
import { isPassword } from './password.ts'
import { puzzle, spendPuzzle } from '../captcha/api.ts'
import { accountLocks, addressLocks, lockedFor, nameLocks, needsCaptcha } from './rules.ts'
import { noteSignIn } from './session/store.ts'
import { clearGuard, countTry, findByName, guardKey, readGuards } from './store.ts'

type LoginInput = In<typeof userCalls.login>

/**
 * Failures count per place and name together, and per place over all names; what others fail with the same name elsewhere asks
 * for a puzzle and locks nobody. A browser the account signed in from counts for itself, and a place it signed in from is not
 * kept out by what was tried with other names there.
 *
 * To strangers nothing here depends on whether the account exists until the password is right: names nobody has are counted,
 * locked and timed like any other.
 */
export async function signIn(ctx: Ctx, input: LoginInput): Promise<Out<typeof userCalls.login>> {
  const place = placeOf(ctx.ip)
  // whoever asks a thousand times waits behind themselves, not others behind them for the database
  const looked = await looks.take(place, Boolean(input.known_device), () => lookUp(ctx, input, place))
  if (!looked) throw refuse(commonErrors.tooMany, { seconds: WAIT }, { seconds: WAIT })
  const { found, known, byOwn, byName, byAddress } = looked.done
  const now = ctx.now()
  const asker = { who: place, isFirst: known.as === 'device' }
  if (!(await isPassword(input.password, found?.hash, asker)) || !found) {
    await countTry(ctx, byName, nameLocks, now)
    await countTry(ctx, byAddress, addressLocks, now)
    ctx.log.warn({ ip: ctx.ip, uid: found?.id }, 'sign-in failed')
    if (found)
      await noteSignIn(ctx, { uid: found.id, at: now, method: 'password', ok: 0, ip: ctx.ip, agent: ctx.agent })
    // the failure that locks says so itself
    refuseLocked(lockedFor(await readGuards(ctx, known.as === 'stranger' ? [byOwn, byAddress] : [byOwn]), now))
    throw refuse(errors.wrongPassword, undefined, puzzle)
  }
  await clearGuard(ctx, byOwn)
  return admit(ctx, found, 'password', input.known_device)
}

/** Seconds after which who was one too many may ask again. */
const WAIT = 5

/** Those who say that they are known have a place of their own; whether they are is only found out there. */
const looks = new FairSemaphore({ atOnce: 8, atOnceRest: 2, waiting: 200, waitingOfOne: 30 })

/** What is known of the name and of who asks, with the try counted; refuses who is locked out or has a puzzle to solve first. */
async function lookUp(ctx: Ctx, input: LoginInput, place: string) {
  const name = input.account.trim()
  const now = ctx.now()
  const found = await findByName(ctx, name)
  const known = await knownAs(ctx, found?.id, ctx.ip, input.known_device)
  const [byOwn, byName, byAddress] = [known.key('pair', name), guardKey('account', name), guardKey('address', place)]
  const [own, all, address] = await readGuards(ctx, [byOwn, byName, byAddress])
  refuseLocked(lockedFor(known.as === 'stranger' ? [own, address] : [own], now))
  if (needsCaptcha(known.as, { own, name: all, address }, now)) await spendPuzzle(ctx, input)
  if (!(await countTry(ctx, byOwn, accountLocks, now, byName)))
    refuseLocked(lockedFor(await readGuards(ctx, [byOwn]), now) || 1)
  return { found, known, byOwn, byName, byAddress }
}
