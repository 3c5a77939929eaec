import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { invalidateSessions } from './api.ts'
import { withdrawCancellation } from './cancel/store.ts'
import { deleteFirstPassword } from './first-password.ts'
import { remember } from './known/known.ts'
import { requestSecondStep, secondStep } from './otp/second-step.ts'
import { profileOf } from './profile.ts'
import { noteSignIn } from './session/store.ts'
import { type Account, addSession, markUsed } from './store.ts'

type LoginAnswer = Out<typeof userCalls.login>

/**
 * Ends the first step of every sign-in method (`password`, `sms`): begins the session, or refuses with the request for
 * the second step.
 */
export async function admit(
  ctx: Ctx,
  account: Account,
  first: 'password' | 'sms',
  known_device: string | undefined,
): Promise<LoginAnswer> {
  const methods = await secondStep(ctx.system, account, first)
  if (methods.length) throw await requestSecondStep(ctx, account, first, methods, known_device)
  return beginSession(ctx, account, first, { known_device })
}

interface Beginning {
  /** When the owner last proved their identity. */
  proved_at?: number
  known_device: string | undefined
}

/** Begins the session of an account that has passed every step; `method` is the last one it passed. */
export async function beginSession(
  ctx: Ctx,
  account: Account,
  method: string,
  { proved_at = ctx.now(), known_device }: Beginning,
): Promise<LoginAnswer> {
  const token = newToken()
  const restored = await withdrawCancellation(ctx, account.id)
  const profile = await profileOf(ctx, account)
  const now = ctx.now()
  const one = { token_hash: hashToken(token), uid: account.id, ip: ctx.ip, agent: ctx.agent, now, proved_at }
  const ended = await addSession(ctx, one)
  if (ended > 0) ctx.afterwards(() => invalidateSessions(ctx.system, [account.id]))
  const device = await remember(ctx, account.id, known_device)
  await noteSignIn(ctx, { uid: account.id, at: now, method, ok: 1, ip: ctx.ip, agent: ctx.agent })
  const actor = { uid: account.id, account: account.account, team_id: account.team_id }
  ctx.audit({ object: `account:${account.id}`, name: account.account, actor })
  if (account.unused) {
    await markUsed(ctx, account.id)
    ctx.afterwards(() => deleteFirstPassword(ctx.system.config.data))
  }
  return { ...profile, token, ...(device && { known_device: device }), ...(restored && { restored: 1 as const }) }
}
