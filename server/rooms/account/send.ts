import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { sendCalls } from '@belvedere/contract/rooms/account/send.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { type Instead, issueCode } from './code/code.ts'
import type { CodeUse } from './code/code-rules.ts'
import { knownAs } from './known/known.ts'
import { ownAccount } from './own-account.ts'
import { type CaptchaInput, spendPuzzle } from '../captcha/api.ts'
import { findByAddress } from './store.ts'
import { requireTarget, type CodeCarrier } from '../delivery/api.ts'

export const calls = implement(sendCalls, {
  sms: (ctx, { phone, purpose, ...answer }) => sendCode(ctx, 'sms', phone, purpose, answer),
  email: (ctx, { email, purpose, ...answer }) => sendCode(ctx, 'email', email, purpose, answer),
})

async function sendCode(
  ctx: Ctx,
  channel: CodeCarrier,
  given: string | undefined,
  purpose: CodeUse['purpose'],
  answer: CaptchaInput,
) {
  if (purpose === 'bind') {
    await ownAccount(ctx)
    return issueCode(ctx, { channel, target: requireTarget(ctx, channel, given), purpose })
  }
  if (purpose === 'verify' || purpose === 'cancel') {
    return issueCode(ctx, { channel, target: await ownTarget(ctx, channel), purpose }, { standing: 1 })
  }
  if (purpose === 'register') requireRegistration(ctx)
  const target = requireTarget(ctx, channel, given)
  await spendPuzzle(ctx, answer)
  const account = await findByAddress(ctx, channel, target)
  const known = await knownAs(ctx, account?.id, ctx.ip, undefined)
  const standing = known.as === 'stranger' ? 0 : 2
  return issueCode(ctx, { channel, target, purpose }, { instead: insteadOf(purpose, account !== undefined), standing })
}

/** A registration with a known address and a reset for an unknown address receive no code. */
function insteadOf(purpose: CodeUse['purpose'], known: boolean): Instead | undefined {
  if (purpose === 'register') return known ? 'taken' : undefined
  return known ? undefined : 'nothing'
}

async function ownTarget(ctx: Ctx, channel: CodeCarrier): Promise<string> {
  if (!ctx.session) throw refuse(commonErrors.authFailed)
  const { phone, email } = await ownAccount(ctx)
  const target = channel === 'sms' ? phone : email
  if (!target) throw refuse(errors.wayNotBound)
  return target
}

/** Refuses when the installation accepts no new customers. */
export function requireRegistration({ system }: Pick<Ctx, 'system'>): void {
  if (system.config.registration === 'closed') throw refuse(errors.registrationClosed)
}
