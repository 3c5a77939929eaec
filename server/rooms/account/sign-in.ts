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
 * Failures are counted by place and name together, and by place over all names. Failures with the same name from other
 * places cause a captcha and lock no user out. A browser that the account signed in from has its own counter, and a
 * place that it signed in from is not locked by attempts with other names there. For strangers, no behaviour depends on
 * whether the account exists until the password is correct: unknown names are counted, locked and timed like known
 * ones.
 */
export async function signIn(ctx: Ctx, input: LoginInput): Promise<Out<typeof userCalls.login>> {
  const place = placeOf(ctx.ip)
  // the many requests of one place queue behind each other, and do not delay others
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
    // the attempt that causes the lock reports it
    refuseLocked(lockedFor(await readGuards(ctx, known.as === 'stranger' ? [byOwn, byAddress] : [byOwn]), now))
    throw refuse(errors.wrongPassword, undefined, puzzle)
  }
  await clearGuard(ctx, byOwn)
  return admit(ctx, found, 'password', input.known_device)
}

/** Seconds after which a rejected request may be repeated. */
const WAIT = 5

/** Requests that present a browser secret have their own queue; whether the secret is valid is checked only inside. */
const looks = new FairSemaphore({ atOnce: 8, atOnceRest: 2, waiting: 200, waitingOfOne: 30 })

/**
 * What is known about the name and the origin, with the attempt counted; refuses when locked, or when a captcha is
 * required.
 */
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
