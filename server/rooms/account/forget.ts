import { forgetCalls } from '@belvedere/contract/rooms/account/forget.ts'
import { implement } from '../../kernel/implement.ts'
import { invalidateSessions } from './api.ts'
import { targetOf } from './check.ts'
import { codeWrong, spendCode } from './code/code.ts'
import { hashPassword, requireStrong } from './password.ts'
import { changeAccount, clearSubjects, endSessionsOf, findByAddress } from './store.ts'

export const calls = implement(forgetCalls, {
  async reset(ctx, { code, password, ...given }) {
    requireStrong(password)
    const { channel, target } = targetOf(ctx, given)
    await spendCode(ctx, { channel, target, purpose: 'forget' }, code)
    const account = await findByAddress(ctx, channel, target)
    if (!account) throw codeWrong(ctx)
    const hash = await hashPassword(password)
    await changeAccount({ db: ctx.db, access: ctx.system.access }, account.id, { hash }, account.account, ctx.now())
    await endSessionsOf(ctx, account.id)
    await clearSubjects(ctx, [account.account, target])
    const actor = { uid: account.id, account: account.account, team_id: account.team_id }
    ctx.audit({ object: `account:${account.id}`, name: account.account, after: { password: 'reset' }, actor })
    ctx.afterwards(() => invalidateSessions(ctx.system, [account.id]))
    return {}
  },
})
