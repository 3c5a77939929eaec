import sql from 'sql-template-tag'
import type { Db, Reach } from '../../../kernel/db.ts'
import type { State } from './delivery-rules.ts'

export interface NewMessage {
  carrier: 'email' | 'sms'
  /** Sealed. */
  target: string
  masked: string
  purpose: string
  /** Sealed; null where nothing is to go out. */
  body: string | null
  state: State
  now: number
  expires_at: number
}

export async function addMessage(db: Db, one: NewMessage): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into message (carrier, target, masked, purpose, body, state, next_at, created_at, expires_at)
    values (${one.carrier}, ${one.target}, ${one.masked}, ${one.purpose}, ${one.body}, ${one.state}, ${one.now},
      ${one.now}, ${one.expires_at})
    returning id`)
  return id
}

export interface DueMessage {
  id: number
  carrier: 'email' | 'sms'
  target: string
  masked: string
  purpose: string
  body: string
  attempts: number
}

/** Takes a waiting message for `lease` seconds, so that nobody else sends it meanwhile. */
export function takeMessage({ db }: Reach, id: number, lease: number, now: number): Promise<DueMessage | undefined> {
  return db.find<DueMessage>(sql`
    update message set attempts = attempts + 1, next_at = ${now + lease}
    where id = ${id} and state = 0 and next_at <= ${now} and expires_at > ${now} and body is not null
    returning id, carrier, target, masked, purpose, body, attempts`)
}

/** Messages whose turn has come: never tried, to be tried again, or lost with the process that had taken them. */
export async function listDue({ db }: Reach, now: number, most: number): Promise<number[]> {
  const due = sql`select id from message where state = 0 and next_at <= ${now} and expires_at > ${now} order by next_at limit ${most}`
  return (await db.rows<{ id: number }>(due)).map(({ id }) => id)
}

export interface Outcome {
  state: State
  channel: string
  answer: string
  /** The wording stays, for administrators to read. */
  keep?: boolean
}

/** Ends a message. */
export async function endMessage({ db }: Reach, id: number, to: Outcome, now: number): Promise<void> {
  await db.run(sql`
    update message set state = ${to.state}, channel = ${to.channel}, answer = ${to.answer}, done_at = ${now},
      body = case when ${to.keep ?? false} then body end
    where id = ${id} and state = 0`)
}

/** Leaves a message waiting until then. */
export async function putOff(
  { db }: Reach,
  id: number,
  { channel, answer }: Pick<Outcome, 'channel' | 'answer'>,
  next_at: number,
): Promise<void> {
  await db.run(sql`
    update message set channel = ${channel}, answer = ${answer}, next_at = ${next_at} where id = ${id} and state = 0`)
}

/** Ends messages that waited too long, forgets wordings that are over, and removes what is older than `before`. */
export async function sweepMessages({ db }: Reach, now: number, before: number): Promise<void> {
  await db.run(sql`update message set state = 2, done_at = ${now} where state = 0 and expires_at <= ${now}`)
  await db.run(sql`update message set body = null where body is not null and expires_at <= ${now}`)
  await db.run(sql`delete from message where created_at <= ${before}`)
}

export interface ActiveChannel {
  id: string
  /** Sealed. */
  settings: string
}

/** The channel that is used for a carrier. */
export function findActive({ db }: Reach, carrier: string): Promise<ActiveChannel | undefined> {
  return db.find<ActiveChannel>(sql`select id, settings from notify_channel where carrier = ${carrier} and active = 1`)
}
