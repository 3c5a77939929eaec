import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { outboxCalls } from '@belvedere/contract/rooms/delivery/outbox.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { outboxOf } from '../../engines/outbox/outbox-store.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import type { MessageState } from './send/delivery-rules.ts'
import { PACE } from './send/delivery-rules.ts'

export interface NewOutboxMessage {
  carrier: 'email' | 'sms'
  /** Sealed. */
  target: string
  masked: string
  purpose: string
  /** Sealed; null where nothing is sent. */
  body: string | null
  state: MessageState
  now: number
  expires_at: number
}

export async function addMessage(db: Db, one: NewOutboxMessage): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into message (carrier, target, masked, purpose, body, state, next_at, created_at, expires_at)
    values (${one.carrier}, ${one.target}, ${one.masked}, ${one.purpose}, ${one.body}, ${one.state}, ${one.now},
      ${one.now}, ${one.expires_at})
    returning id`)
  return id
}

export interface DueOutboxMessage {
  id: number
  carrier: 'email' | 'sms'
  target: string
  masked: string
  purpose: string
  body: string
  attempts: number
}

export const outbox = outboxOf<MessageState>({ table: 'message', pace: PACE })

/** Locks a waiting message for `lease` seconds, so that no other process sends it. */
export function takeMessage(
  { db }: QueryContext,
  id: number,
  lease: number,
  now: number,
): Promise<DueOutboxMessage | undefined> {
  return db.find<DueOutboxMessage>(sql`
    update message set ${outbox.taken(lease, now)}
    where id = ${id} and state = 0 and ${outbox.isDue(now)} and expires_at > ${now} and body is not null
    returning id, carrier, target, masked, purpose, body, attempts`)
}

/** Due messages: never tried, due for a retry, or locked by a process that died. */
export async function listDue({ db }: QueryContext, now: number, most: number): Promise<number[]> {
  const due = sql`select id from message where state = 0 and ${outbox.isDue(now)} and expires_at > ${now} order by next_at limit ${most}`
  return (await db.rows<{ id: number }>(due)).map(({ id }) => id)
}

/** When a message ends, its text is removed. */
export const withoutBody = sql`, body = null`

/** Ends messages that waited too long, removes the text of ended ones, and deletes those older than `before`. */
export async function sweepMessages({ db }: QueryContext, now: number, before: number): Promise<void> {
  await db.run(sql`update message set state = 2, done_at = ${now} where state = 0 and expires_at <= ${now}`)
  await db.run(sql`update message set body = null where body is not null and expires_at <= ${now}`)
  await db.run(sql`delete from message where created_at <= ${before}`)
}

export interface ActiveChannel {
  id: string
  /** Sealed. */
  settings: string
}

/** The active channel of a carrier. */
export function findActive({ db }: QueryContext, carrier: string): Promise<ActiveChannel | undefined> {
  return db.find<ActiveChannel>(sql`select id, settings from notify_channel where carrier = ${carrier} and active = 1`)
}

export interface StoredChannel extends ActiveChannel {
  active: 0 | 1
  updated_at: number
}

export function listChannels({ db }: QueryContext): Promise<StoredChannel[]> {
  return db.rows<StoredChannel>(sql`select id, settings, active, updated_at from notify_channel`)
}

export interface ChannelChange {
  id: string
  carrier: string
  active: 0 | 1
  /** Sealed. */
  settings: string
  by: string
  now: number
}

/** Stores the settings; an active channel replaces the former one. */
export async function saveChannel(
  { db }: QueryContext,
  { id, carrier, active, settings, by, now }: ChannelChange,
): Promise<void> {
  if (active) await db.run(sql`update notify_channel set active = 0 where carrier = ${carrier} and id <> ${id}`)
  await db.run(sql`
    insert into notify_channel (id, carrier, active, settings, updated_at, changed_by)
    values (${id}, ${carrier}, ${active}, ${settings}, ${now}, ${by})
    on conflict (id) do update set active = excluded.active, settings = excluded.settings, rev = notify_channel.rev + 1,
      updated_at = excluded.updated_at, changed_by = excluded.changed_by`)
}

export type OutboxMessageRow = Omit<Out<typeof outboxCalls.list>['list'][number], 'text'> & { body: string | null }

export function listMessages(
  { db }: QueryContext,
  input: In<typeof outboxCalls.list>,
): Promise<TableOut<OutboxMessageRow>> {
  return pageOf<OutboxMessageRow>(db, input, {
    from: sql`message m`,
    id: sql`m.id`,
    where: allOf(
      input.carrier === undefined ? undefined : sql`m.carrier = ${input.carrier}`,
      input.state === undefined ? undefined : sql`m.state = ${input.state}`,
      input.purpose === undefined ? undefined : sql`m.purpose = ${input.purpose}`,
      containsSql(input.search, [sql`m.masked`, sql`m.answer`]),
    ),
    order: {
      id: sql`m.id`,
      carrier: sql`m.carrier`,
      purpose: sql`m.purpose`,
      state: sql`m.state`,
      created_at: sql`m.created_at`,
      done_at: sql`m.done_at`,
    },
    newestFirst: true,
    select: sql`m.id, m.carrier, m.masked, m.purpose, m.state, m.channel, m.answer, m.attempts, m.created_at,
      coalesce(m.done_at, 0) as done_at, m.expires_at, m.body`,
    join: sql`join message m on m.id = page.id`,
  })
}
