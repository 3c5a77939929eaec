import type { RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import type { QueryContext } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { sessionInvalidatedSubject } from '../../kernel/session.ts'
import { hashPassword } from './password.ts'
import { addAccount, addTeam, findFirstAdmin } from './store.ts'

export { issueCode, spendCode } from './code/code.ts'
export { mailAdministrators } from './mail-administrators.ts'
export { mails, textMessages } from './quota/account.quota.ts'
export { mostOf, quotaRefusal, requireQuota, spendQuota } from './quota/limits.ts'
export { findByName, findMember, homeTeams, uidsOfTeam } from './store.ts'

/** Makes every process read the rights of these users again: they were signed out, or their role or scenes changed. */
export function invalidateSessions(system: System, uids: Iterable<number>): void {
  for (const uid of uids) system.bus.publish(sessionInvalidatedSubject, { uid })
}

/** The team of the installation's first administrator; undefined before it exists. */
export async function firstTeam(ctx: QueryContext): Promise<{ team_id: number; uid: number } | undefined> {
  const first = await findFirstAdmin(ctx)
  return first && { team_id: first.team_id, uid: first.id }
}

export interface TeamStart {
  /** Name of the team. */
  team: string
  account: string
  /** Its strength was checked by the caller. */
  password: string
  is_admin?: 0 | 1
  /** The password was generated: it is printed again until it is used. */
  unused?: 0 | 1
  now: number
}

/** Adds a customer with its first owner. Throws when the account name is taken; run it in a transaction. */
export async function foundTeam(ctx: QueryContext, start: TeamStart): Promise<{ team_id: number; uid: number }> {
  const { account, password, is_admin = 0, unused = 0, now } = start
  const team_id = await addTeam(ctx, start.team, now)
  const role: RoleId = accountRole.id.owner
  const uid = await addAccount(ctx, {
    team_id,
    account,
    nickName: account,
    role,
    is_admin,
    unused,
    hash: await hashPassword(password),
    by: account,
    now,
  })
  if (uid === undefined) throw new Error(`the account name ${account} is taken`)
  return { team_id, uid }
}
