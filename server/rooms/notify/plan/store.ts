import sql from 'sql-template-tag'
import { jsonText, numbers } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import type { DueNotice, Recipient, PlannedNotification } from './plan-rules.ts'
import { coversScene } from '../contact/store.ts'
import type { RecipientRule, ContactType } from '../contact/contact-rule.ts'
import type { IncidentNotice } from './message-text.ts'

/** Events are numbered in order but committed in any order: the last numbers are searched for late ones. */
const LATE = 2000

const unread = (since: number) => sql`
  from incident_event_view n where n.id > coalesce((select max(news_id) from incident_event_offset), 0) - ${LATE}::int and n.at >= ${since}
    and not exists (select 1 from incident_event_offset h where h.news_id = n.id)`

/** Unread events of the newest day. */
export async function unreadEvents(db: Db, since: number, most: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`select n.id ${unread(since)} order by n.id limit ${most}`)
  return rows.map(({ id }) => id)
}

/** True when there are unread events, due notifications or due messages; nearly always there are none. */
export async function isAnythingDue(db: Db, since: number, now: number): Promise<boolean> {
  const { due } = await db.one<{ due: boolean }>(sql`
    select exists (select 1 ${unread(since)})
      or exists (select 1 from notification where state = 0 and due_at <= ${now})
      or exists (select 1 from alarm_message where state = 0 and next_at <= ${now}) as due`)
  return due
}

/** False when another process has read it. */
export async function markRead(db: Db, news_id: number): Promise<boolean> {
  return (
    (await db.run(sql`insert into incident_event_offset (news_id) values (${news_id}) on conflict do nothing`)) === 1
  )
}

export function listRecipients(db: Db, at: { scene_id: number; level: number; type: string }): Promise<Recipient[]> {
  return db.rows<Recipient>(sql`
    select u.id, u.named_only, u.recover,
      (u.level >= ${at.level} and (cardinality(u.types) = 0 or ${at.type} = any(u.types)) and ${coversScene(sql`${at.scene_id}::int`)}) as fits
    from notification_contact u join scene_view c on c.team_id = u.team_id
    where c.id = ${at.scene_id} and u.status = 1 and u.verified_at is not null and u.left_at is null order by u.id`)
}

export async function timeZoneOf(db: Db, scene_id: number): Promise<string> {
  return (
    (await db.find<{ time_zone: string }>(sql`select time_zone from scene_view where id = ${scene_id}`))?.time_zone ??
    'Asia/Shanghai'
  )
}

/** Stores notifications; existing ones stay unchanged. */
export async function addNotifications(
  db: Db,
  notice: IncidentNotice,
  planned: readonly PlannedNotification[],
  now: number,
): Promise<void> {
  if (planned.length === 0) return
  await db.run(sql`
    insert into notification (notification_contact_id, incident_id, alarm_id, scene_id, kind, seq, repeat_s, content, due_at, created_at)
    select p.notification_contact_id, ${notice.incident_id}, ${notice.alarm_id}, ${notice.scene_id}, p.kind, p.seq, p.repeat_s, ${jsonText(notice)}::jsonb, p.due_at, ${now}
    from unnest(${numbers(planned.map(({ notification_contact_id }) => notification_contact_id))}::int[], ${numbers(planned.map(({ kind }) => kind))}::smallint[],
      ${numbers(planned.map(({ seq }) => seq))}::int[], ${numbers(planned.map(({ repeat_s }) => repeat_s))}::int[],
      ${numbers(planned.map(({ due_at }) => due_at))}::bigint[]) as p(notification_contact_id, kind, seq, repeat_s, due_at)
    on conflict (notification_contact_id, incident_id, kind, seq) do nothing`)
}

/** Replaces the content of waiting notifications of an incident with its newer state. */
export async function renewWaiting(db: Db, notice: IncidentNotice): Promise<void> {
  await db.run(sql`
    update notification set content = ${jsonText(notice)}::jsonb || jsonb_build_object('state', told ->> 'state'), alarm_id = ${notice.alarm_id}
    where incident_id = ${notice.incident_id} and state = 0 and kind in (1, 2)`)
}

/** Contacts that were notified of an incident. */
export async function notifiedContacts(db: Db, incident_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select distinct notification_contact_id as id from notification where incident_id = ${incident_id} and state = 1 and kind <> 3`)
  return rows.map(({ id }) => id)
}

/** Drops the waiting notifications of an incident that ended. */
export async function dropWaiting(db: Db, incident_id: number): Promise<void> {
  await db.run(sql`update notification set state = 2 where incident_id = ${incident_id} and state = 0`)
}

export async function addRecoveries(
  db: Db,
  notice: IncidentNotice,
  ids: readonly number[],
  due_at: number,
  now: number,
): Promise<void> {
  await db.run(sql`
    insert into notification (notification_contact_id, incident_id, alarm_id, scene_id, kind, content, due_at, created_at)
    select u.id, ${notice.incident_id}, ${notice.alarm_id}, ${notice.scene_id}, 3, ${jsonText(notice)}::jsonb, ${due_at}, ${now}
    from notification_contact u where u.id = any(${numbers(ids)}::int[]) and u.recover = 1
    on conflict (notification_contact_id, incident_id, kind, seq) do nothing`)
}

export interface NotifiedContact
  extends Pick<RecipientRule, 'lang' | 'template' | 'time_zone' | 'hours' | 'outside_hours' | 'override_level'> {
  id: number
  team_id: number
  type: ContactType
  provider: string
  target: string
  place: string
  /** A message to it waits for its provider until then; null: none does. */
  busy_until: number | null
}

/** Contacts with due notifications, locked until the transaction ends. */
export function lockDueContacts(db: Db, now: number, most: number): Promise<NotifiedContact[]> {
  return db.rows<NotifiedContact>(sql`
    select u.id, u.team_id, u.type, u.provider, u.target, u.place, u.lang, u.template, u.time_zone, u.hours, u.outside_hours, u.override_level,
      (select max(m.next_at) from alarm_message m where m.notification_contact_id = u.id and m.state = 0 and m.attempts > 0) as busy_until
    from notification_contact u
    where u.id in (select n.notification_contact_id from notification n where n.state = 0 and n.due_at <= ${now} group by 1 limit ${most})
    order by u.id for update of u skip locked`)
}

export function dueNotifications(
  db: Db,
  notification_contact_id: number,
  now: number,
  most: number,
): Promise<Omit<DueNotice, 'momentary'>[]> {
  return db.rows(sql`
    select n.id, n.kind, n.seq, n.repeat_s,
      n.content || jsonb_build_object('children', greatest(i.children, (n.content ->> 'children')::int), 'cnt', greatest(a.cnt, (n.content ->> 'cnt')::int)) as told,
      a.state as alarm_state, (a.acknowledged_at is not null) as judged, (i.recovered_at is not null) as over
    from notification n join alarm_incident_view i on i.id = n.incident_id join alarm_view a on a.id = i.alarm_id
    where n.notification_contact_id = ${notification_contact_id} and n.state = 0 and n.due_at <= ${now} order by n.id limit ${most}`)
}

const all = (ids: readonly number[]) => sql`any(${numbers(ids)}::bigint[])`

export async function dropNotifications(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length) await db.run(sql`update notification set state = 2 where id = ${all(ids)}`)
}

export async function delayNotifications(db: Db, ids: readonly number[], until: number): Promise<void> {
  if (ids.length) await db.run(sql`update notification set due_at = ${until} where id = ${all(ids)}`)
}

/** Marks notifications as part of a message; repeated ones become due again. */
export async function markPacked(db: Db, ids: readonly number[], message_id: number, now: number): Promise<void> {
  await db.run(sql`update notification set state = 1, message_id = ${message_id} where id = ${all(ids)}`)
  await db.run(sql`
    insert into notification (notification_contact_id, incident_id, alarm_id, scene_id, kind, seq, repeat_s, content, due_at, created_at)
    select notification_contact_id, incident_id, alarm_id, scene_id, 4, seq + 1, repeat_s, content || '{"state": "again"}', ${now} + repeat_s, ${now}
    from notification where id = ${all(ids)} and repeat_s > 0 and kind in (1, 4)
    on conflict (notification_contact_id, incident_id, kind, seq) do nothing`)
}

export async function deleteReadMarks(db: Db): Promise<void> {
  await db.run(
    sql`delete from incident_event_offset where news_id < (select max(news_id) from incident_event_offset) - ${LATE * 2}::int`,
  )
}
