import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import type { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { judgeDrag } from '@belvedere/pure/slide-captcha.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { forgetFirstPassword } from './first-password.ts'
import { isPassword } from './password.ts'
import { profileOf } from './profile.ts'
import { accountLocks, addressLocks, lockedFor, needsCaptcha } from './rules.ts'
import {
  type Account,
  addSession,
  clearGuard,
  countTry,
  findByName,
  guardKey,
  markUsed,
  readGuards,
  takeCaptcha,
} from './store.ts'

type Try = In<typeof userCalls.login>

/** Tells the console to show a puzzle with the next try. */
const puzzle = { captcha: 1 }

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
  if (needsCaptcha(account, address, now)) await answerPuzzle(ctx, input)
  if (!(await countTry(ctx, byName, accountLocks, now)))
    refuseLocked(lockedFor(await readGuards(ctx, [byName]), now) || 1)

  const found = await findByName(ctx, name)
  if (!(await isPassword(input.password, found?.hash)) || !found) {
    await countTry(ctx, byAddress, addressLocks, now)
    ctx.log.warn({ ip: ctx.ip, uid: found?.id }, 'sign-in failed')
    throw refuse(errors.wrongPassword, undefined, puzzle)
  }
  await clearGuard(ctx, byName)
  return beginSession(ctx, found)
}

function refuseLocked(seconds: number): void {
  if (seconds > 0) throw refuse(errors.locked, { seconds }, { ...puzzle, seconds })
}

async function answerPuzzle(ctx: Ctx, { captcha_id, captcha_x, captcha_trail }: Try): Promise<void> {
  if (captcha_id === undefined || captcha_x === undefined) throw refuse(errors.captchaNeeded, undefined, puzzle)
  const gap = await takeCaptcha(ctx, captcha_id, ctx.now())
  if (gap === undefined) throw refuse(errors.captchaFailed, undefined, puzzle)
  const verdict = judgeDrag({ x: captcha_x, trail: captcha_trail ?? [] }, gap)
  if (verdict === 'fail') throw refuse(errors.captchaFailed, undefined, puzzle)
  if (verdict === 'again') throw refuse(errors.captchaTooRegular, undefined, puzzle)
}

async function beginSession(ctx: Ctx, account: Account): Promise<Out<typeof userCalls.login>> {
  const token = newToken()
  const profile = await profileOf(ctx, account)
  await addSession(ctx, { token_hash: hashToken(token), uid: account.id, ip: ctx.ip, agent: ctx.agent, now: ctx.now() })
  const actor = { uid: account.id, account: account.account, team_id: account.team_id }
  ctx.audit({ object: `account:${account.id}`, name: account.account, actor })
  if (account.unused) {
    await markUsed(ctx, account.id)
    ctx.afterwards(() => forgetFirstPassword(ctx.system.config.data))
  }
  return { ...profile, token }
}

/** Refuses unless `password` is the account's own; wrong ones are counted like failed sign-ins. */
export async function requireOldPassword(ctx: Ctx, account: Account, password: string | undefined): Promise<void> {
  const key = guardKey('password', account.id)
  const now = ctx.now()
  // outside the call's transaction: a refusal rolls that back, the count must stay
  if (!(await countTry(ctx.system, key, accountLocks, now))) {
    refuseLocked(lockedFor(await readGuards(ctx.system, [key]), now) || 1)
  }
  if (password === undefined || !(await isPassword(password, account.hash))) throw refuse(errors.wrongOldPassword)
  await clearGuard(ctx.system, key)
}

/** The account of the session; it may have been removed a moment ago. */
export function requireAccount(account: Account | undefined): Account {
  if (!account) throw refuse(commonErrors.authFailed)
  return account
}
