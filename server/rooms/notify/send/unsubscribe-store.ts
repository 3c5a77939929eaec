import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export interface LeaveRow {
  left_at: number | null
  /** Sealed. */
  leave_token: string
}

/** The contact of a team with this confirmed mail address. */
export function findConfirmedContact(
  { db }: Pick<QueryContext, 'db'>,
  team_id: number,
  place: string,
): Promise<LeaveRow | undefined> {
  return db.find<LeaveRow>(sql`
    select left_at, leave_token from notification_contact u
    where u.team_id = ${team_id} and u.type = 1 and u.place = ${place} and u.verified_at is not null
    order by left_at nulls last, id limit 1`)
}

export interface NewMailLeave {
  team_id: number
  place: string
  masked: string
  leave_token: string
  leave_hash: Buffer
}

/** The unsubscribe token of an address, created once. */
export function addMailLeave({ db }: Pick<QueryContext, 'db'>, one: NewMailLeave): Promise<LeaveRow | undefined> {
  return db.find<LeaveRow>(sql`
    with made as (
      insert into mail_leave (team_id, place, masked, leave_token, leave_hash)
      values (${one.team_id}, ${one.place}, ${one.masked}, ${one.leave_token}, ${one.leave_hash})
      on conflict (team_id, place) do nothing returning left_at, leave_token
    )
    select * from made union all
    select left_at, leave_token from mail_leave m where m.team_id = ${one.team_id} and m.place = ${one.place} limit 1`)
}
