import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { registerCalls } from '@belvedere/contract/rooms/account/register.ts'
import { maskEmail } from '@belvedere/pure/text/email.ts'
import { maskPhone } from '@belvedere/pure/text/phone.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { beginSession } from './admit.ts'
import { targetOf } from './check.ts'
import { codeWrong, spendCode } from './code/code.ts'
import { hashPassword, requireStrong } from './password.ts'
import { requireRegistration } from './send.ts'
import { type Account, addAccount, addTeam, findByAddress } from './store.ts'
import type { CodeCarrier } from '../delivery/api.ts'

export const calls = implement(registerCalls, {
  async state({ system }) {
    const open: 0 | 1 = system.config.registration === 'open' ? 1 : 0
    return { open }
  },
  async add(ctx, { code, password, team, theme, known_device, ...given }) {
    requireRegistration(ctx)
    requireStrong(password)
    const { channel, target } = targetOf(ctx, given)
    await spendCode(ctx, { channel, target, purpose: 'register' }, code)
    const account = await found(ctx, { channel, target, team: team.trim(), theme, hash: await hashPassword(password) })
    const { id, account: name, team_id } = account
    ctx.audit({
      object: `team:${team_id}`,
      name: account.team,
      after: { owner: name },
      actor: { uid: id, account: name, team_id },
    })
    return beginSession(ctx, account, channel, { known_device })
  },
})

interface Registrant {
  channel: CodeCarrier
  target: string
  team: string
  theme: 0 | 1 | undefined
  hash: string
}

/** Adds a customer with its owner, whose name is the address; a name that is taken gets a number appended. */
async function found(ctx: Ctx, { channel, target, team, theme, hash }: Registrant): Promise<Account> {
  const now = ctx.now()
  // two concurrent registrations with one address: the first one gets the address
  if (await findByAddress(ctx, channel, target)) throw codeWrong(ctx)
  const team_id = await addTeam(ctx, team, now)
  const name = channel === 'sms' ? target.slice(1) : target
  const address = channel === 'sms' ? { phone: target } : { email: target }
  const nickName = channel === 'sms' ? maskPhone(target) : (target.split('@')[0] ?? maskEmail(target)).slice(0, 32)
  for (const account of [name, `${name}-2`, `${name}-3`]) {
    const role = accountRole.id.owner
    const one = {
      team_id,
      account,
      nickName,
      role,
      is_admin: 0,
      unused: 0,
      hash,
      lang: ctx.lang,
      theme,
      by: account,
      now,
    } as const
    if (await addAccount(ctx, { ...one, ...address })) break
  }
  const added = await findByAddress(ctx, channel, target)
  if (added?.team_id !== team_id) throw codeWrong(ctx)
  return added
}
