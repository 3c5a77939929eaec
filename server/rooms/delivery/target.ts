import { deliveryErrors as errors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { maskEmail, normalEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone, normalPhone } from '@belvedere/pure/text/phone.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'

export type CodeCarrier = 'sms' | 'email'

/** The normalized target of a code; undefined when it cannot be such an address. */
export function normalTarget(channel: CodeCarrier, text: string): string | undefined {
  return channel === 'sms' ? normalPhone(text) : normalEmail(text)
}

export function maskTarget(channel: CodeCarrier, target: string): string {
  return channel === 'sms' ? maskPhone(target) : maskEmail(target)
}

/** The normalized address; refuses an invalid one, with its field. */
export function requireTarget(ctx: Pick<Ctx, 'lang'>, channel: CodeCarrier, text: string | undefined): string {
  const target = normalTarget(channel, text ?? '')
  if (target) return target
  const [error, field] = channel === 'sms' ? [errors.badPhone, 'phone'] : [errors.badEmail, 'email']
  throw refuse(error, undefined, { fields: { [field]: error[ctx.lang] } })
}
