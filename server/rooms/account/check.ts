import { checkCalls } from '@belvedere/contract/rooms/account/check.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { checkCode } from './code/code.ts'
import { requireTarget, type CodeCarrier } from '../delivery/api.ts'

export const calls = implement(checkCalls, {
  async check(ctx, { code, purpose, ...given }) {
    await checkCode(ctx, { ...targetOf(ctx, given), purpose }, code)
    return {}
  },
})

/** Where the code was sent, by the caller's input: a phone number, else a mail address. */
export function targetOf(
  ctx: Pick<Ctx, 'lang'>,
  { phone, email }: { phone?: string; email?: string },
): { channel: CodeCarrier; target: string } {
  const channel = phone === undefined ? 'email' : 'sms'
  return { channel, target: requireTarget(ctx, channel, phone ?? email) }
}
