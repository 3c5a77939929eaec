import sql from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { quotaCalls } from '@belvedere/contract/rooms/account/quota.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { pageOf } from '../../../kernel/page.ts'

/** A quota setting; `team_id` null: for all teams without a setting. */
export interface SetQuota {
  team_id: number | null
  key: string
  /** Null: no limit. */
  most: number | null
}

/** The settings of these teams and for all. Quotas belong to the installation: teams read theirs by their own id. */
export function listSet({ db }: Pick<QueryContext, 'db'>, team_ids: readonly number[]): Promise<SetQuota[]> {
  return db.rows<SetQuota>(sql`
    select team_id, key, most from team_quota where team_id is null or team_id = any(${team_ids}::int[]) order by key`)
}

export async function setQuota({ db }: Pick<QueryContext, 'db'>, { team_id, key, most }: SetQuota): Promise<void> {
  await db.run(sql`
    insert into team_quota (team_id, key, most) values (${team_id}::int, ${key}, ${most}::bigint)
    on conflict (team_id, key) do update set most = excluded.most`)
}

export async function unsetQuota({ db }: Pick<QueryContext, 'db'>, team_id: number | null, key: string): Promise<void> {
  await db.run(sql`delete from team_quota where team_id is not distinct from ${team_id}::int and key = ${key}`)
}

/** Other requests for this quota of this team wait until the transaction ends. */
export async function lockQuota(db: Db, team_id: number, key: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext(${`quota ${key}`}), ${team_id}::int)`)
}

/**
 * Adds `more` (below zero: subtracts) to the daily usage; undefined when that exceeds `most`. One statement, so that it
 * is atomic.
 */
export function useUp(
  { db }: Pick<QueryContext, 'db'>,
  { team_id, key, day, more, most }: { team_id: number; key: string; day: number; more: number; most: number | null },
): Promise<{ used: number } | undefined> {
  if (most !== null && more > most) return Promise.resolve(undefined)
  return db.find<{ used: number }>(sql`
    insert into team_quota_use as u (team_id, key, day, used) values (${team_id}, ${key}, ${day}, ${Math.max(0, more)})
    on conflict (team_id, key, day) do update set used = u.used + ${more}
    where ${most}::bigint is null or u.used + ${more} <= ${most}::bigint returning u.used`)
}

export function listUsed(
  { db }: Pick<QueryContext, 'db'>,
  key: string,
  team_ids: readonly number[],
  day: number,
): Promise<{ team_id: number; used: number }[]> {
  return db.rows(sql`
    select team_id, used from team_quota_use where team_id = any(${team_ids}::int[]) and key = ${key} and day = ${day}`)
}

export async function purgeUsed({ db }: Pick<QueryContext, 'db'>, before: number): Promise<void> {
  await db.run(sql`delete from team_quota_use where day < ${before}`)
}

export interface TeamRow {
  id: number
  name: string
  members: number
}

/** All teams: for administrators of the installation. */
export function listTeams(
  { db }: Pick<QueryContext, 'db'>,
  input: In<typeof quotaCalls.teams>,
): Promise<TableOut<TeamRow>> {
  const { search } = input
  return pageOf<TeamRow>(db, input, {
    from: sql`team t`,
    id: sql`t.id`,
    where: search ? containsSql(search, [sql`t.name`]) : sql`true`,
    order: { id: sql`t.id`, name: sql`lower(t.name)` },
    select: sql`t.id, t.name, (select count(*)::int from account a where a.team_id = t.id) as members`,
    join: sql`join team t on t.id = page.id`,
  })
}

export function findTeam({ db }: Pick<QueryContext, 'db'>, id: number): Promise<{ name: string } | undefined> {
  return db.find(sql`select name from team where id = ${id}`)
}
