import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { mayManage } from '@belvedere/contract/rooms/account/roles.ts'
import { tokenCalls } from '@belvedere/contract/rooms/account/token.ts'
import { implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { invalidateSessions } from './api.ts'
import { requireConsole } from './otp/step-up.ts'
import { ownAccount } from './own-account.ts'
import { MAX_TOKENS } from './rules.ts'
import { addToken, listTokens, removeToken } from './token/store.ts'

const DAY = 86_400

export const calls = implement(tokenCalls, {
  list: async (ctx) => ({ list: await listTokens(ctx, ctx.uid) }),
  async add(ctx, { name, role, days, sensitive = 0 }) {
    requireConsole(ctx)
    const me = await ownAccount(ctx)
    if (!mayManage(me.role, role))
      throw refuse(errors.tokenRole, undefined, { fields: { role: errors.tokenRole[ctx.lang] } })
    if ((await listTokens(ctx, me.id)).length >= MAX_TOKENS) throw refuse(errors.tooManyTokens, { most: MAX_TOKENS })
    const token = `bvd_${newToken()}`
    const expires_at = ctx.now() + days * DAY
    const one = {
      token_hash: hashToken(token),
      uid: me.id,
      name: name.trim(),
      role,
      sensitive,
      now: ctx.now(),
      expires_at,
    }
    const id = await addToken(ctx, one)
    if (id === undefined) throw refuse(errors.tokenName, undefined, { fields: { name: errors.tokenName[ctx.lang] } })
    ctx.audit({ object: `token:${id}`, name: one.name, after: { name: one.name, role, sensitive, expires_at } })
    return { id, token, expires_at }
  },
  async remove(ctx, { id }) {
    requireConsole(ctx)
    const gone = await removeToken(ctx, ctx.uid, id)
    if (!gone) throw refuse(commonErrors.notFound)
    ctx.audit({ object: `token:${id}`, name: gone.name, before: { name: gone.name, role: gone.role } })
    ctx.afterwards(() => invalidateSessions(ctx.system, [ctx.uid]))
    return {}
  },
})

const token: Reversal = {
  kind: 'token',
  async read(ctx, id) {
    const found = (await listTokens(ctx, ctx.uid)).find((one) => one.id === id)
    return found && { name: found.name, role: found.role, sensitive: found.sensitive, expires_at: found.expires_at }
  },
  remove: (ctx, id) => calls.handlers.remove(ctx, { id }),
}
const gone = { zh: '已删除的令牌不再恢复，请新建', en: 'A removed token cannot be restored; create a new one' }

export const undo = defineUndo(tokenCalls, { add: token, remove: gone })
