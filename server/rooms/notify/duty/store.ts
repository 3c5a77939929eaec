import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { DutyRota } from './duty-rules.ts'

export interface StoredDuty extends DutyRota {
  rev: number
  changed_by: string
}

const columns = sql`d.member_ids, d.every_days, d.minute, d.first_day, d.time_zone, d.rev, d.changed_by`

/** Of the caller's team. */
export function findDuty({ db, access }: QueryContext): Promise<StoredDuty | undefined> {
  return db.find<StoredDuty>(sql`select ${columns} from alarm_duty d where ${access.owns(sql`d.team_id`)}`)
}

/** The same, locked until the transaction ends. */
export function holdDuty({ db, access }: QueryContext): Promise<StoredDuty | undefined> {
  return db.find<StoredDuty>(sql`select ${columns} from alarm_duty d where ${access.owns(sql`d.team_id`)} for update`)
}

/** Of the team that owns a scene. */
export function dutyOf(db: Db, scene_id: number): Promise<DutyRota | undefined> {
  return db.find<DutyRota>(sql`
    select ${columns} from alarm_duty d join scene_view c on c.team_id = d.team_id where c.id = ${scene_id} and cardinality(d.member_ids) > 0`)
}

/** Of these, the members of the caller's team, and whether messages can be sent to them. */
export function listMembers(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<{ id: number; name: string; able: boolean }[]> {
  return db.rows(sql`
    select u.id, u.name, u.status = 1 and u.verified_at is not null and u.left_at is null as able from notification_contact u
    where u.id = any(${numbers(ids)}::int[]) and ${access.owns(sql`u.team_id`)}`)
}

export async function saveDuty({ db, access }: QueryContext, duty: DutyRota, by: string, now: number): Promise<number> {
  const { rev } = await db.one<{ rev: number }>(sql`
    insert into alarm_duty (team_id, member_ids, every_days, minute, first_day, time_zone, updated_at, changed_by)
    values (${access.team_id}, ${numbers(duty.member_ids)}::int[], ${duty.every_days}, ${duty.minute}, ${duty.first_day}, ${duty.time_zone}, ${now}, ${by})
    on conflict (team_id) do update set member_ids = excluded.member_ids, every_days = excluded.every_days, minute = excluded.minute,
      first_day = excluded.first_day, time_zone = excluded.time_zone, rev = alarm_duty.rev + 1, updated_at = excluded.updated_at, changed_by = excluded.changed_by
    returning rev`)
  return rev
}

export async function dropDuty({ db, access }: QueryContext): Promise<void> {
  await db.run(sql`delete from alarm_duty d where ${access.owns(sql`d.team_id`)}`)
}
