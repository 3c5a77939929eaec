import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { outboxOf } from '../../../engines/outbox/outbox-store.ts'
import { jsonText, numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { PACE } from './send-rules.ts'
import type { ContactType } from '../contact/contact-rule.ts'
import type { NotificationBody } from '../plan/message-text.ts'

export const outbox = outboxOf({ table: 'alarm_message', pace: PACE })

export type NotificationRow = Omit<Out<typeof userCalls.delivery>['list'][number], 'channel_name'>

export function listMessages(
  { db, access }: QueryContext,
  input: In<typeof userCalls.delivery>,
): Promise<TableOut<NotificationRow>> {
  const { user_id, alarm_id, state, search } = input
  return pageOf<NotificationRow>(db, input, {
    from: sql`alarm_message m`,
    id: sql`m.id`,
    where: allOf(
      access.owns(sql`m.team_id`),
      user_id ? sql`m.notification_contact_id = ${user_id}` : undefined,
      alarm_id
        ? sql`m.id in (select n.message_id from notification n where n.alarm_id = ${alarm_id} and ${access.sees(sql`n.scene_id`)})`
        : undefined,
      state === undefined ? undefined : sql`m.state = ${state}`,
      search ? containsSql(search, [sql`m.body ->> 'subject'`, sql`m.answer`]) : undefined,
    ),
    order: { id: sql`m.id`, state: sql`m.state`, created_at: sql`m.created_at`, done_at: sql`m.done_at` },
    newestFirst: true,
    select: sql`m.id, m.notification_contact_id as user_id, u.name as user_name, u.type, u.masked, m.channel, m.state, m.body ->> 'subject' as subject,
      m.body ->> 'text' as text, m.incident_cnt, m.answer, m.attempts, case when m.state = 0 then m.next_at end as next_at, m.created_at, m.done_at`,
    join: sql`join alarm_message m on m.id = page.id join notification_contact u on u.id = m.notification_contact_id`,
  })
}

/** Sets failed messages back to waiting; returns them. */
export function retryMessages(
  { db, access }: QueryContext,
  ids: readonly number[],
  now: number,
): Promise<{ id: number; user_name: string }[]> {
  return db.rows(sql`
    update alarm_message m set state = 0, attempts = 0, next_at = ${now}, done_at = null from notification_contact u
    where m.id = any(${numbers(ids)}::bigint[]) and m.state = 2 and ${access.owns(sql`m.team_id`)} and u.id = m.notification_contact_id
    returning m.id, u.name as user_name`)
}

export interface NewNotification {
  notification_contact_id: number
  team_id: number
  place: string
  body: NotificationBody
  incident_cnt: number
  now: number
}

export async function addMessage(
  db: Db,
  { notification_contact_id, team_id, place, body, incident_cnt, now }: NewNotification,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into alarm_message (notification_contact_id, team_id, place, body, incident_cnt, next_at, created_at)
    values (${notification_contact_id}, ${team_id}, ${place}, ${jsonText(body)}, ${incident_cnt}, ${now}, ${now}) returning id`)
  return id
}

export interface DueNotification {
  id: number
  uuid: string
  team_id: number
  body: NotificationBody
  attempts: number
  type: ContactType
  provider: string
  /** Sealed. */
  target: string
  /** Sealed. */
  leave_token: string
  /** Its contact was disabled, unsubscribed or is not confirmed: nothing is sent. */
  barred: boolean
  /** Its contact has links turned on. */
  links: 0 | 1
  /** It was passed to the channel before, and no result was stored. */
  unknown: boolean
}

/** Leases due messages for `lease` seconds; until a result is stored their answer is `handed`. */
export function takeMessages(
  db: Db,
  { most, lease, handed }: { most: number; lease: number; handed: string },
  now: number,
): Promise<DueNotification[]> {
  return db.rows<DueNotification>(sql`
    with due as (
      select id, answer = ${handed} as unknown from alarm_message where state = 0 and ${outbox.isDue(now)} order by next_at, id limit ${most} for update skip locked
    ), taken as (
      update alarm_message m set ${outbox.taken(lease, now)}, tried_at = ${now}, answer = ${handed}
      from due where m.id = due.id returning m.*, due.unknown
    )
    select t.id, t.uuid, t.team_id, t.body, t.attempts, u.type, u.provider, u.target, u.leave_token, u.links, t.unknown,
      (u.status = 0 or u.left_at is not null or u.verified_at is null) as barred
    from taken t join notification_contact u on u.id = t.notification_contact_id order by t.id`)
}

/** Times of the last messages to an address, newest first. */
export async function triedAt(db: Db, place: string, since: number): Promise<number[]> {
  const rows = await db.rows<{ tried_at: number }>(sql`
    select tried_at from alarm_message where place = ${place} and tried_at >= ${since} order by tried_at desc limit 200`)
  return rows.map(({ tried_at }) => tried_at)
}

export async function purgeMessages(db: Db, before: number): Promise<void> {
  await db.run(sql`delete from alarm_message where created_at < ${before}`)
}
