import { contactCalls } from '@belvedere/contract/rooms/account/contact.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { maskEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone } from '@belvedere/pure/text/phone.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { spendCode } from './code/code.ts'
import { bindAddress, setSecond, unbindAddress } from './contact/store.ts'
import { requireConsole } from './otp/step-up.ts'
import { ownAccount } from './own-account.ts'
import type { Account } from './store.ts'
import { requireTarget, type CodeCarrier } from '../delivery/api.ts'

export const calls = implement(contactCalls, {
  async get(ctx) {
    const { second_sms, second_email, ...me } = await ownAccount(ctx)
    return { phone: maskOf(me, 'sms'), email: maskOf(me, 'email'), second_sms, second_email }
  },
  async bind(ctx, { phone, email, code }) {
    requireConsole(ctx)
    const me = await ownAccount(ctx)
    const channel: CodeCarrier = phone === undefined ? 'email' : 'sms'
    const target = requireTarget(ctx, channel, phone ?? email)
    await spendCode(ctx, { channel, target, purpose: 'bind' }, code)
    if (!(await bindAddress(ctx, me.id, channel, target))) throw refuse(errors.contactTaken)
    note(ctx, me, channel, await ownAccount(ctx))
    return {}
  },
  async unbind(ctx, { channel }) {
    requireConsole(ctx)
    const me = await ownAccount(ctx)
    requireAddress(me, channel)
    await unbindAddress(ctx, me.id, channel)
    note(ctx, me, channel, await ownAccount(ctx))
    return {}
  },
  async second(ctx, { channel, on }) {
    requireConsole(ctx)
    const me = await ownAccount(ctx)
    requireAddress(me, channel)
    await setSecond(ctx, me.id, channel, on)
    ctx.audit({ object: `account:${me.id}`, name: me.account, after: { [`second_${channel}`]: on } })
    return {}
  },
})

function requireAddress(me: Account, channel: CodeCarrier): void {
  if (!(channel === 'sms' ? me.phone : me.email)) throw refuse(errors.wayNotBound)
}

function maskOf({ phone, email }: Pick<Account, 'phone' | 'email'>, channel: CodeCarrier): string {
  if (channel === 'sms') return phone ? maskPhone(phone) : ''
  return email ? maskEmail(email) : ''
}

/** Whole addresses are private: the operation log keeps them as they are displayed. */
function note(ctx: Ctx, before: Account, channel: CodeCarrier, after: Account): void {
  const shown = (one: Account) => ({ [channel === 'sms' ? 'phone' : 'email']: maskOf(one, channel) })
  ctx.audit({ object: `account:${before.id}`, name: before.account, before: shown(before), after: shown(after) })
}
