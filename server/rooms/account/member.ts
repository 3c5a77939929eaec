import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { memberCalls } from '@belvedere/contract/rooms/account/member.ts'
import { mayManage, type RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { captureSnapshots } from '../../engines/deleted-snapshot/snapshot-store.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { invalidateSessions } from './api.ts'
import { openAgain, takeSecondStep } from './open-again.ts'
import { requireConsole } from './otp/step-up.ts'
import { hashPassword, requireStrong } from './password.ts'
import {
  type Account,
  addAccount,
  changeAccount,
  countOtherAdmins,
  countOthers,
  findAccount,
  listMembers,
  lockTeam,
  removeAccount,
} from './store.ts'

export const calls = implement(memberCalls, {
  list: listMembers,
  async add(ctx, { account, nickName, role, password, is_admin = 0 }) {
    const me = await holdTeam(ctx)
    requireRight(me, { role, is_admin })
    requireStrong(password)
    const hash = await hashPassword(password)
    const { team_id } = ctx.access
    const name = nickName?.trim() ?? account
    const one = {
      team_id,
      account,
      nickName: name,
      role,
      is_admin,
      hash,
      unused: 0,
      by: me.account,
      now: ctx.now(),
    } as const
    const id = await addAccount(ctx, one)
    if (id === undefined)
      throw refuse(errors.accountTaken, undefined, { fields: { account: errors.accountTaken[ctx.lang] } })
    ctx.audit({ object: `account:${id}`, name: account, after: { account, nickName: name, role, is_admin } })
    return { id }
  },
  async change(ctx, { id, rev, password, second_step, ...input }) {
    const me = await holdTeam(ctx)
    const before = await findMember(ctx, id)
    if (before.rev !== rev)
      throw refuse(commonErrors.changedMeanwhile, { by: before.changed_by }, { current: shown(before) })
    await requireChange(ctx, me, before, input)
    const hash = password === undefined ? undefined : await resetPassword(ctx, before, password)
    await changeAccount(ctx, id, { ...input, nickName: input.nickName?.trim(), hash }, me.account, ctx.now())
    if (second_step === 0) await freeOfSecondStep(ctx, before)
    const after = await findMember(ctx, id)
    const reset = { ...(hash && { password: 'changed' }), ...(second_step === 0 && { second_step }) }
    ctx.audit({
      object: `account:${id}`,
      name: after.account,
      before: shown(before),
      after: { ...shown(after), ...reset },
    })
    ctx.afterwards(() => invalidateSessions(ctx.system, [id]))
    return { rev: after.rev }
  },
  async remove(ctx, { id }) {
    const me = await holdTeam(ctx)
    const member = await findMember(ctx, id)
    if (id === me.id) throw refuse(errors.notYourself)
    await requireChange(ctx, me, member, undefined)
    const snapshot = (await captureSnapshots(ctx.db, 'account', [id], ['session'])).get(id)
    await removeAccount(ctx, id)
    ctx.audit({ object: `account:${id}`, name: member.account, before: shown(member), snapshot })
    ctx.afterwards(() => invalidateSessions(ctx.system, [id]))
    return {}
  },
})

interface MemberStanding {
  role: RoleId
  is_admin: 0 | 1
}
type MemberChange = Pick<In<typeof memberCalls.change>, 'role' | 'is_admin'>

export const shown = ({ id, rev, account, nickName, role, is_admin }: Account) => ({
  id,
  rev,
  account,
  nickName,
  role,
  is_admin,
})

/** The caller's current account; other changes of the team wait until this transaction ends. */
export async function holdTeam(ctx: Ctx): Promise<Account> {
  // the role of an API token may be weaker than its owner's, whose role counts here
  requireConsole(ctx)
  const held = await lockTeam(ctx, ctx.access.team_id)
  const me = held ? await findAccount(ctx, ctx.uid) : undefined
  if (!me) throw refuse(commonErrors.authFailed)
  return me
}

async function findMember(ctx: Ctx, id: number): Promise<Account> {
  const found = await findAccount(ctx, id)
  if (!found) throw refuse(commonErrors.notFound)
  return found
}

/** A member may neither change nor grant a role above their own. */
export function requireRight(me: MemberStanding, them: MemberStanding): void {
  if (!mayManage(me.role, them.role)) throw refuse(errors.roleAbove)
  if (them.is_admin > me.is_admin) throw refuse(errors.adminOnly)
}

/**
 * Refuses what the caller may not do to the member, and what would leave the team without an owner or the installation
 * without an administrator.
 */
async function requireChange(ctx: Ctx, me: Account, member: Account, input: MemberChange | undefined): Promise<void> {
  requireRight(me, member)
  const becomes = input && { role: input.role ?? member.role, is_admin: input.is_admin ?? member.is_admin }
  if (becomes) requireRight(me, becomes)
  const { owner } = accountRole.id
  if (
    member.role === owner &&
    becomes?.role !== owner &&
    (await countOthers(ctx, member.team_id, owner, member.id)) === 0
  ) {
    throw refuse(errors.lastOwner)
  }
  if (member.is_admin && !becomes?.is_admin && (await countOtherAdmins(ctx, member.id)) === 0)
    throw refuse(errors.lastAdmin)
}

async function freeOfSecondStep(ctx: Ctx, member: Account): Promise<void> {
  if (member.id === ctx.uid) throw refuse(errors.notYourself)
  await takeSecondStep(ctx, member)
}

async function resetPassword(ctx: Ctx, member: Account, password: string): Promise<string> {
  if (member.id === ctx.uid) throw refuse(errors.notYourself)
  requireStrong(password)
  await openAgain(ctx, member)
  return hashPassword(password)
}
