import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { type Policy, USUAL } from './usual.ts'

/** The backup policy of the caller's own team. */
export async function policyOf({ db, access }: QueryContext): Promise<Policy> {
  const found = await db.find<Policy>(sql`
    select newest, daily, weekly, overdue_days from device_backup_policy p where ${access.owns(sql`p.team_id`)} and team_id = ${access.team_id}`)
  return found ?? USUAL
}

export async function putPolicy({ db, access }: QueryContext, policy: Policy, by: string, at: number): Promise<void> {
  const { newest, daily, weekly, overdue_days } = policy
  await db.run(sql`
    insert into device_backup_policy as p (team_id, newest, daily, weekly, overdue_days, changed_by, updated_at)
    values (${access.team_id}, ${newest}, ${daily}, ${weekly}, ${overdue_days}, ${by}, ${at})
    on conflict (team_id) do update set newest = excluded.newest, daily = excluded.daily, weekly = excluded.weekly,
      overdue_days = excluded.overdue_days, changed_by = excluded.changed_by, updated_at = excluded.updated_at
    where ${access.owns(sql`p.team_id`)}`)
}

export interface ThinnableBackup {
  id: number
  device_id: number
  created_at: number
  complete: boolean
  keep: boolean
  time_zone: string
}

/** Teams with backups, and their policies. */
export function listPolicies(db: Db): Promise<(Policy & { team_id: number })[]> {
  return db.rows(sql`
    select t.id as team_id, coalesce(p.newest, ${USUAL.newest}) as newest, coalesce(p.daily, ${USUAL.daily}) as daily,
      coalesce(p.weekly, ${USUAL.weekly}) as weekly, coalesce(p.overdue_days, ${USUAL.overdue_days}) as overdue_days
    from team_view t left join device_backup_policy p on p.team_id = t.id order by t.id`)
}

/**
 * Backups of the next devices of a team that have more than a given number, all backups of a device together, newest
 * first.
 */
export function datedBackups(
  db: Db,
  team_id: number,
  after: number,
  more: number,
  devices: number,
): Promise<ThinnableBackup[]> {
  return db.rows(sql`
    with many as (
      select b.device_id, c.time_zone from device_backup b join device_view d on d.id = b.device_id join scene_view c on c.id = d.scene_id
      where c.team_id = ${team_id} and b.device_id > ${after} group by 1, 2 having count(*) > ${more} order by 1 limit ${devices})
    select b.id, b.device_id, b.created_at, b.complete, b.keep, m.time_zone
    from many m join device_backup b on b.device_id = m.device_id order by b.device_id, b.id desc`)
}

/** Deletes backups that were not marked to keep meanwhile; returns their contents. */
export async function thinBackups(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ content_id: number }>(
    sql`delete from device_backup where id = any(${numbers(ids)}::int[]) and not keep and not newest returning content_id`,
  )
  return [...new Set(rows.map(({ content_id }) => content_id))]
}
