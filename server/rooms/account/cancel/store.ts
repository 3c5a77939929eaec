import sql from 'sql-template-tag'
import type { RoleId } from '@belvedere/contract/rooms/account/roles.ts'
import type { QueryContext } from '../../../kernel/db.ts'

/** Marks the account for removal at a given time; a sign-in before that time removes the mark. */
export async function markForRemoval({ db, access }: QueryContext, uid: number, at: number): Promise<void> {
  await db.run(sql`update account a set cancel_at = ${at} where a.id = ${uid} and ${access.owns(sql`a.team_id`)}`)
}

/** Removes the mark; true when there was one. */
export async function withdrawCancellation({ db }: QueryContext, uid: number): Promise<boolean> {
  return (await db.run(sql`update account set cancel_at = null where id = ${uid} and cancel_at is not null`)) === 1
}

export interface DueAccount {
  id: number
  team_id: number
  account: string
  is_admin: 0 | 1
}

/** Accounts that are due for removal. */
export function listDue({ db }: QueryContext, now: number): Promise<DueAccount[]> {
  return db.rows<DueAccount>(
    sql`select id, team_id, account, is_admin from account where cancel_at <= ${now} order by id limit 100`,
  )
}

/** True when it is still due; no sign-in to it succeeds before this transaction ends. */
export async function holdDue({ db }: QueryContext, uid: number, now: number): Promise<boolean> {
  return (await db.run(sql`select from account where id = ${uid} and cancel_at <= ${now} for update`)) === 1
}

export interface Colleague {
  id: number
  role: RoleId
}

/** The team's other members, by role (highest first), then by age of membership. */
export function listColleagues({ db }: QueryContext, team_id: number, beside: number): Promise<Colleague[]> {
  return db.rows<Colleague>(
    sql`select id, role from account where team_id = ${team_id} and id <> ${beside} order by role, id`,
  )
}

export async function makeOwner({ db }: QueryContext, uid: number): Promise<void> {
  await db.run(sql`update account set role = 0, rev = rev + 1 where id = ${uid}`)
}

/** Removes the team with everything that refers to it; its devices were released before. */
export async function removeTeam({ db }: QueryContext, team_id: number): Promise<void> {
  await db.run(sql`delete from team where id = ${team_id}`)
}
