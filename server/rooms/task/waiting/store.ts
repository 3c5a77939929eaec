import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { Order } from '../command/order.ts'

export interface PendingCommandRow {
  task_id: number
  device_id: number
  order: Order
  uid: number
  /** Unix seconds; the end of the wait. */
  expires_at: number
}

/** Devices of a task with pending work; an existing row is kept. */
export async function insertWaiting(
  db: Db,
  device_ids: readonly number[],
  one: Omit<PendingCommandRow, 'device_id'>,
): Promise<void> {
  await db.run(sql`
    insert into pending_command (task_id, device_id, command, uid, expires_at, until)
    select ${one.task_id}, d.id, ${JSON.stringify(one.order)}::jsonb, ${one.uid}, ${one.expires_at}, ${one.expires_at}
    from device_view d where d.id = any(${numbers(device_ids)}::int[])
    on conflict (task_id, device_id) do update set started_at = null, until = excluded.expires_at`)
}

/**
 * Removes and returns the pending work of these devices; each row goes to one caller. Undefined ids: of all online
 * devices.
 */
export function takeWaiting(
  db: Db,
  device_ids: readonly number[] | undefined,
  at: number,
  until: number,
): Promise<PendingCommandRow[]> {
  const which = device_ids
    ? sql`w.device_id = any(${numbers(device_ids)}::int[])`
    : sql`exists (select 1 from device_state_view s where s.device_id = w.device_id and s.online)`
  return db.rows<PendingCommandRow>(sql`
    with taken as (
      select w.task_id, w.device_id from pending_command w where w.started_at is null and ${which}
      order by w.task_id, w.device_id limit 1000 for update skip locked
    )
    update pending_command w set started_at = ${at}, until = ${until} from taken t
    where w.task_id = t.task_id and w.device_id = t.device_id
    returning w.task_id, w.device_id, w.command as "order", w.uid, w.expires_at`)
}

export async function deletePending(db: Db, task_id: number, device_ids: readonly number[]): Promise<void> {
  await db.run(
    sql`delete from pending_command where task_id = ${task_id} and device_id = any(${numbers(device_ids)}::int[])`,
  )
}

/** Removes devices of a task from the pending work; those that connected meanwhile are not among them. */
export async function letGo(
  { db }: Pick<QueryContext, 'db'>,
  task_id: number,
  device_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    delete from pending_command where task_id = ${task_id} and device_id = any(${numbers(device_ids)}::int[]) and started_at is null
    returning device_id`)
  return rows.map(({ device_id }) => device_id)
}

/** The authors and commands of pending work, with the scenes of the devices. */
export function listWaiters(db: Db): Promise<{ uid: number; kind: Order['kind']; scene_id: number | null }[]> {
  return db.rows(sql`
    select distinct w.uid, w.command ->> 'kind' as kind, d.scene_id from pending_command w join device_view d on d.id = w.device_id
    where w.started_at is null`)
}

/** Removes pending work of an author in a scene. */
export function dropWaiters(
  db: Db,
  { uid, kind, scene_id }: { uid: number; kind: Order['kind']; scene_id: number | null },
): Promise<{ task_id: number; device_id: number }[]> {
  return db.rows(sql`
    delete from pending_command w using device_view d
    where d.id = w.device_id and w.started_at is null and w.uid = ${uid} and w.command ->> 'kind' = ${kind}
      and d.scene_id is not distinct from ${scene_id}::int
    returning w.task_id, w.device_id`)
}

/** Removes work that waited too long, or was begun and never ended, and returns it. */
export function takeOverdue(
  db: Db,
  at: number,
): Promise<{ task_id: number; device_id: number; scene_id: number | null; begun: boolean }[]> {
  return db.rows(sql`
    with gone as (delete from pending_command w where w.until <= ${at} returning w.task_id, w.device_id, w.started_at)
    select g.task_id, g.device_id, d.scene_id, g.started_at is not null as begun
    from gone g left join device_view d on d.id = g.device_id`)
}
