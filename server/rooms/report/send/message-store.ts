import sql from 'sql-template-tag'
import { outboxOf } from '../../../engines/outbox/outbox-store.ts'
import type { Pace } from '../../../engines/outbox/pace-rules.ts'
import type { Db } from '../../../kernel/db.ts'

/** The last attempt is more than two hours after the first. */
const pace: Pace = { tries: 13, first: 2, factor: 2, longest: 4096, furthest: 4096 }

/** Seconds until a message of a dead process is released. */
const LEASE = 90

export const outbox = outboxOf<0>({ table: 'report_message', pace })

export interface ReportMessage {
  id: number
  report_id: number
  target: string
  text: string
  /** The name of the attached files, without an extension. */
  name: string
  attempts: number
}

/** One row for each address; returns their ids. */
export async function addMessages(
  db: Db,
  report_id: number,
  targets: readonly string[],
  { text, name }: Pick<ReportMessage, 'text' | 'name'>,
  now: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    insert into report_message (report_id, target, text, name, next_at)
    select ${report_id}, target, ${text}, ${name}, ${now} from unnest(${[...targets]}::text[]) as target returning id`)
  return rows.map(({ id }) => id)
}

/** Locks a waiting message, so that no other process sends it. */
export function takeMessage(db: Db, id: number, now: number): Promise<ReportMessage | undefined> {
  return db.find<ReportMessage>(sql`
    update report_message set ${outbox.taken(LEASE, now)} where id = ${id} and state = 0 and ${outbox.isDue(now)}
    returning id, report_id, target, text, name, attempts`)
}

/** Never tried, due for a retry, or locked by a process that died. */
export async function listDue(db: Db, now: number, most: number): Promise<number[]> {
  const due = sql`select id from report_message where state = 0 and ${outbox.isDue(now)} order by next_at limit ${most}`
  return (await db.rows<{ id: number }>(due)).map(({ id }) => id)
}
