import sql from 'sql-template-tag'
import type { Db } from '../../../kernel/db.ts'
import type { LinkAction } from './act-rules.ts'

/** A message whose links are valid: its contact is active and has links turned on. */
export interface LinkedMessage {
  id: number
  team_id: number
  team: string
  /** The contact. */
  name: string
  lang: 'zh' | 'en'
  created_at: number
}

/** Locks the message until the transaction ends. */
export function holdLinked(db: Db, uuid: string, since: number): Promise<LinkedMessage | undefined> {
  return db.find<LinkedMessage>(sql`
    select m.id, m.team_id, t.name as team, u.name, u.lang, m.created_at
    from alarm_message m join notification_contact u on u.id = m.notification_contact_id join team_view t on t.id = m.team_id
    where m.uuid = ${uuid}::uuid and m.created_at >= ${since}
      and u.links = 1 and u.status = 1 and u.left_at is null and u.verified_at is not null
    for update of m`)
}

/** Alarms in a message. */
export async function alarmsOf(db: Db, message_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select distinct alarm_id as id from notification where message_id = ${message_id} order by 1`,
  )
  return rows.map(({ id }) => id)
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
