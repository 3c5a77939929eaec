import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { memberCalls } from '@belvedere/contract/rooms/account/member.ts'
import { defineUndo, type AuditedWrite, type Reversal } from '../../engines/undo/define-undo.ts'
import { calls, holdTeam, requireRight, shown } from './member.ts'
import { invalidateSessions } from './api.ts'
import { findAccount } from './store.ts'

const { handlers } = calls

/** Audit entries show who changed it meanwhile; the revision number is not restored. */
const member: Reversal = {
  kind: 'account',
  async read(ctx, id) {
    await holdTeam(ctx)
    const found = await findAccount(ctx, id)
    if (!found) return undefined
    const { rev: _, ...state } = shown(found)
    return state
  },
  async change(ctx, id, to) {
    const found = await findAccount(ctx, id)
    const input = to as Pick<In<typeof memberCalls.change>, 'nickName' | 'role' | 'is_admin'>
    if (found) await handlers.change(ctx, { id, rev: found.rev, ...input })
  },
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, id, state, restoreRows) {
    requireRight(await holdTeam(ctx), state as unknown as Parameters<typeof requireRight>[1])
    await restoreRows()
    ctx.afterwards(() => invalidateSessions(ctx.system, [id]))
  },
}

const secret = { zh: '密码和二次验证的重置无法撤销', en: 'A reset password or second step cannot be undone' }
const unlessSecret = ({ after }: AuditedWrite) =>
  after && ('password' in after || 'second_step' in after) ? secret : member

export const undo = defineUndo(memberCalls, { add: member, change: unlessSecret, remove: member })
