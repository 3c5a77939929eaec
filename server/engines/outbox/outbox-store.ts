import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Delivery } from '@belvedere/drivers/kit/define-notify-channel.ts'
import type { Db } from '../../kernel/db.ts'
import { plainLine, type Pace, waitAfter } from './pace-rules.ts'

/** Messages of a room that wait until they are sent: a table with `state` (0 waiting), `attempts`, `next_at`, `done_at`, `channel`, `answer`. */
export interface OutboxTable {
  readonly table: string
  readonly pace: Pace
}

/** The state of a message, for display. */
export interface MessageOutcome<State extends number> {
  state: State
  channel: string
  answer: string
}

/** A leased message with the number of its attempt. */
export interface MessageTry {
  id: number
  attempts: number
}

const outboxState = { sent: 1, failed: 2 } as const

export interface Outbox<State extends number> {
  /** Condition of rows that are due, or were postponed with a fast clock. */
  isDue(now: number): Sql
  /** The update when a message is taken: counts the attempt and leases the message for a number of seconds. */
  taken(lease: number, now: number): Sql
  /**
   * Stores the result of an attempt: the message waits for the next one, or it is finished. `also`: further columns set when it is
   * finished.
   */
  note(db: Db, tried: MessageTry, channel: string, delivery: Delivery, now: number, also?: Sql): Promise<RecordedTry>
  /** Cancels a waiting message. */
  end(db: Db, id: number, outcome: MessageOutcome<State>, now: number, also?: Sql): Promise<void>
}

export interface RecordedTry {
  /** It waits for another attempt. */
  again: boolean
  /** For display. */
  answer: string
}

export function outboxOf<State extends number>({ table, pace }: OutboxTable): Outbox<State | 1 | 2> {
  const rows = raw(table)
  const end = async (db: Db, id: number, to: MessageOutcome<State | 1 | 2>, now: number, also: Sql = empty) => {
    await db.run(sql`
      update ${rows} set state = ${to.state}, channel = ${to.channel}, answer = ${to.answer}, done_at = ${now}${also}
      where id = ${id} and state = 0`)
  }
  return {
    isDue: (now) => sql`(next_at <= ${now} or next_at > ${now + pace.furthest})`,
    taken: (lease, now) => sql`attempts = attempts + 1, next_at = ${now + lease}`,
    end,
    async note(db, { id, attempts }, channel, delivery, now, also) {
      const answer = plainLine(delivery.answer)
      const again = delivery.again === true && attempts < pace.tries
      if (again)
        await db.run(sql`
          update ${rows} set channel = ${channel}, answer = ${answer}, next_at = ${now + waitAfter(pace, attempts, delivery.after)}
          where id = ${id} and state = 0`)
      else {
        const state = delivery.ok ? outboxState.sent : outboxState.failed
        await end(db, id, { state, channel, answer }, now, also)
      }
      return { again, answer }
    },
  }
}
