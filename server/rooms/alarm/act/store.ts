import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import type { StoredAlarmRow, AlarmState } from '../store.ts'
import type { LinkAction } from './act-rules.ts'

/** A message whose links count: its contact is still one, and wants them. */
export interface LinkedMessage {
  id: number
  team_id: number
  team: string
  /** The contact. */
  name: string
  lang: 'zh' | 'en'
  created_at: number
}

/** Nobody else acts by the same message before the transaction ends. */
export function holdLinked(db: Db, uuid: string, since: number): Promise<LinkedMessage | undefined> {
  return db.find<LinkedMessage>(sql`
    select m.id, m.team_id, t.name as team, u.name, u.lang, m.created_at
    from alarm_message m join notification_contact u on u.id = m.notification_contact_id join team_view t on t.id = m.team_id
    where m.uuid = ${uuid}::uuid and m.created_at >= ${since}
      and u.links = 1 and u.status = 1 and u.left_at is null and u.verified_at is not null
    for update of m`)
}

export type LinkedAlarm = Pick<
  StoredAlarmRow,
  | 'id'
  | 'scene_id'
  | 'scene_name'
  | 'device_name'
  | 'type'
  | 'key'
  | 'params'
  | 'level'
  | 'state'
  | 'lasting'
  | 'last_at'
  | 'ended_at'
  | 'ignored_until'
  | 'acknowledged_at'
  | 'note'
  | 'changed_by'
>

/** Alarms a message tells of, in scenes that are still its team's; most incidents a message tells of are shown. */
export function holdTold(db: Db, { id, team_id }: LinkedMessage): Promise<LinkedAlarm[]> {
  return db.rows<LinkedAlarm>(sql`
    select a.id, a.scene_id, c.name as scene_name, d.name as device_name, a.type, a.key, a.params, a.level, a.state,
      (a.ended_at is null)::int as lasting, a.last_at, a.ended_at, a.ignored_until, a.acknowledged_at, a.note, a.changed_by
    from alarm a join scene_view c on c.id = a.scene_id and c.team_id = ${team_id} join device_view d on d.id = a.device_id
    where a.id in (select n.alarm_id from notification n where n.message_id = ${id}) order by a.level, a.id limit 1000 for update of a`)
}

export interface UsedLink {
  action: LinkAction
  at: number
  by: string
}

export function listUsed(db: Db, message_id: number): Promise<UsedLink[]> {
  return db.rows<UsedLink>(
    sql`select action, at, by_name as by from alarm_link_use where message_id = ${message_id} order by at, action`,
  )
}

export async function addUse(db: Db, message_id: number, { action, at, by }: UsedLink): Promise<void> {
  await db.run(
    sql`insert into alarm_link_use (message_id, action, at, by_name) values (${message_id}, ${action}, ${at}, ${by})`,
  )
}

export interface Handled {
  state: AlarmState
  ignored_until: number | null
  note: string
  changed_by: string
}

/** What follows for alarms that were held. */
export async function handleAlarms(db: Db, ids: readonly number[], to: Handled, at: number): Promise<void> {
  await db.run(sql`
    update alarm set state = ${to.state}, ignored_until = ${to.ignored_until}, note = case when note = '' then ${to.note} else note end,
      changed_by = ${to.changed_by}, acknowledged_at = coalesce(acknowledged_at, ${at})
    where id = any(${numbers(ids)}::bigint[])`)
}
