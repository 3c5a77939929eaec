import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { cancelCalls } from '@belvedere/contract/rooms/account/cancel.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { discoverCleanup } from '../../kernel/discovery/discover.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { invalidateSessions } from './api.ts'
import { listColleagues, markForRemoval } from './cancel/store.ts'
import { requireOldPassword } from './old-password.ts'
import { requireConsole } from './otp/step-up.ts'
import { ownAccount } from './own-account.ts'
import { CANCEL_GRACE } from './rules.ts'
import { listSessions } from './session/store.ts'
import { type Account, countOtherAdmins, countOthers, endSessionsOf, lockTeam } from './store.ts'
import { listTokens } from './token/store.ts'

export const calls = implement(cancelCalls, {
  async look(ctx) {
    const me = await ownAccount(ctx)
    const [standing, cleanup] = await Promise.all([standingOf(ctx, me), discoverCleanup('team')])
    const { scenes = 0, devices = 0 } = standing.team_goes ? await cleanup.count(ctx, [me.team_id]) : {}
    return {
      ...standing,
      scenes,
      devices,
      sessions: (await listSessions(ctx, me.id, ctx.now())).length,
      tokens: (await listTokens(ctx, me.id)).length,
      removed_at: ctx.now() + CANCEL_GRACE,
    }
  },
  async cancel(ctx, { password }) {
    await lockTeam(ctx, ctx.access.team_id)
    requireConsole(ctx)
    const me = await ownAccount(ctx)
    const { hand_over, last_admin } = await standingOf(ctx, me)
    if (last_admin) throw refuse(errors.lastAdmin)
    if (hand_over) throw refuse(errors.handOver)
    await requireOldPassword(ctx, me, password)
    const removed_at = ctx.now() + CANCEL_GRACE
    await markForRemoval(ctx, me.id, removed_at)
    await endSessionsOf(ctx, me.id)
    ctx.audit({ object: `account:${me.id}`, name: me.account, after: { cancel_at: removed_at } })
    ctx.afterwards(() => invalidateSessions(ctx.system, [me.id]))
    return { removed_at }
  },
})

const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

/** What depends on the account in the team and in the installation. */
async function standingOf(ctx: Ctx, me: Account) {
  const { owner } = accountRole.id
  const isAlone = (await listColleagues(ctx, me.team_id, me.id)).length === 0
  const isLastOwner = me.role === owner && (await countOthers(ctx, me.team_id, owner, me.id)) === 0
  const isLastAdmin = me.is_admin === 1 && (await countOtherAdmins(ctx, me.id)) === 0
  return { team_goes: flag(isAlone), hand_over: flag(isLastOwner && !isAlone), last_admin: flag(isLastAdmin) }
}
