import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

/** Devices that the caller may change: those that are online with a known configuration, and the others. */
export async function sortByReadiness(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<{ ready: number[]; others: number[] }> {
  const rows = await db.rows<{ id: number; ready: boolean }>(sql`
    select d.id, ${isReady} as ready from device_view d join device_state_view s on s.device_id = d.id left join device_config_view c on c.device_id = d.id
    where d.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`d.scene_id`)} order by d.id`)
  const of = (wanted: boolean) => rows.filter(({ ready }) => ready === wanted).map(({ id }) => id)
  return { ready: of(true), others: of(false) }
}

const isReady = sql`(s.online and (c.base_from <> 'reported' or c.desired_id is not null))`

/** For devices that the caller may change. */
export async function putRequests(
  { db, access }: QueryContext,
  ids: readonly number[],
  { uid, now }: { uid: number; now: number },
): Promise<void> {
  await db.run(sql`
    insert into report_request (device_id, uid, requested_at)
    select d.id, ${uid}, ${now} from device_view d where d.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`d.scene_id`)} order by d.id
    on conflict (device_id) do update set uid = excluded.uid, requested_at = excluded.requested_at`)
}

/** Whether a device has a pending request, and whether a change set is running on it. */
export async function findProgress(
  { db, access }: QueryContext,
  device_id: number,
): Promise<{ asked: boolean; pending: boolean }> {
  const found = await db.find<{ asked: boolean; pending: boolean }>(sql`
    select exists (select from report_request q where q.device_id = d.id) as asked,
      exists (select from config_lock_view h where h.device_id = d.id) as pending
    from device_view d where d.id = ${device_id} and ${access.sees(sql`d.scene_id`)}`)
  return found ?? { asked: false, pending: false }
}

export interface DueReport {
  device_id: number
  scene_id: number
  uid: number
}

/** Due requests, oldest first; of these devices, or of any. */
export function listDue(db: Db, ids: readonly number[] | undefined, most: number): Promise<DueReport[]> {
  return db.rows<DueReport>(sql`
    select q.device_id, d.scene_id, q.uid from report_request q join device_view d on d.id = q.device_id
      join device_state_view s on s.device_id = d.id left join device_config_view c on c.device_id = d.id
    where ${ids ? sql`q.device_id = any(${numbers(ids)}::int[])` : sql`true`} and d.scene_id is not null and ${isReady}
      and not exists (select from config_lock_view h where h.device_id = d.id)
    order by q.requested_at, q.device_id limit ${most}`)
}

/** Removes requests, and returns those that still existed: no other process carries them out. */
export async function takeRequests({ db }: Pick<QueryContext, 'db'>, ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(
    sql`delete from report_request where device_id = any(${numbers(ids)}::int[]) returning device_id`,
  )
  return rows.map(({ device_id }) => device_id)
}

export async function dropOldRequests(db: Db, before: number): Promise<void> {
  await db.run(sql`delete from report_request where requested_at < ${before}`)
}
