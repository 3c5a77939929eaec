import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { defineUndo, type AuditedWrite, type Reversal } from '../../engines/undo/define-undo.ts'
import { invalidateSessions } from './api.ts'
import { remember } from './known/known.ts'
import { hashPassword, requireStrong } from './password.ts'
import { profileOf } from './profile.ts'
import { requireOldPassword } from './old-password.ts'
import { requireConsole } from './otp/step-up.ts'
import { ownAccount } from './own-account.ts'
import { removeOtherSessions } from './session/store.ts'
import { signIn } from './sign-in.ts'
import { type Account, changeAccount, endSession } from './store.ts'
import { removeTokens } from './token/store.ts'

export const calls = implement(userCalls, {
  login: signIn,
  async logout(ctx) {
    await endSession(ctx, ctx.session?.id ?? 0)
    ctx.afterwards(() => invalidateSessions(ctx.system, [ctx.uid]))
    return {}
  },
  async profile(ctx) {
    const mine = await profileOf(ctx, await ownAccount(ctx))
    if (ctx.session?.channel !== 'api') return mine
    // the token's permissions, not its owner's
    return { ...mine, is_admin: 0 as const, permissions: ctx.access.everywhere() }
  },
  async changeProfile(ctx, { theme, language, nickName, password, old_password, keep_tokens = 0 }) {
    const before = await ownAccount(ctx)
    const hash = password === undefined ? undefined : await newPassword(ctx, before, password, old_password)
    if (hash !== undefined && !keep_tokens) await removeTokens(ctx, ctx.uid)
    const lang = language && (language === 'cn' ? 'zh' : 'en')
    await changeAccount(ctx, ctx.uid, { theme, lang, nickName: nickName?.trim(), hash }, before.account, ctx.now())
    if (hash !== undefined) await remember(ctx, ctx.uid, undefined)
    const after = await ownAccount(ctx)
    noteChange(ctx, before, after, keep_tokens)
    ctx.afterwards(() => invalidateSessions(ctx.system, [ctx.uid]))
    return profileOf(ctx, after)
  },
})

/** The hash of the new password; the account's other sessions end with it. */
async function newPassword(ctx: Ctx, account: Account, password: string, old: string | undefined): Promise<string> {
  requireConsole(ctx)
  requireStrong(password)
  await requireOldPassword(ctx, account, old)
  await removeOtherSessions(ctx, account.id, ctx.session?.id ?? 0)
  return hashPassword(password)
}

/** The operation log keeps names and that the password changed; theme and language are not logged. */
function noteChange(ctx: Ctx, before: Account, after: Account, keep_tokens: 0 | 1): void {
  const object = { object: `account:${after.id}`, name: after.account }
  if (after.nickName !== before.nickName) {
    ctx.audit({ ...object, before: { nickName: before.nickName }, after: { nickName: after.nickName } })
  }
  if (after.hash !== before.hash) ctx.audit({ ...object, after: { password: 'changed', keep_tokens } })
}

const own: Reversal = {
  kind: 'account',
  read: async (ctx) => ({ nickName: (await ownAccount(ctx)).nickName }),
  change: (ctx, _, { nickName }) => calls.handlers.changeProfile(ctx, { nickName: String(nickName) }),
}
const secret = { zh: '修改密码无法撤销', en: 'A password change cannot be undone' }
const entered = { zh: '登录无法撤销，可在“登录设备”中结束会话', en: 'A sign-in is not undone; end its session instead' }

export const undo = defineUndo(userCalls, {
  login: entered,
  changeProfile: ({ after }: AuditedWrite) => (after && 'password' in after ? secret : own),
})
