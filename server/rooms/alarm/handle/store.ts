import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import type { AlarmState, StoredAlarmRow } from '../store.ts'

export type HandledAlarm = Pick<
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

/** These alarms if their scenes belong to the team, the most severe ones first; locked until the transaction ends. */
export function lockTeamAlarms(db: Db, team_id: number, ids: readonly number[]): Promise<HandledAlarm[]> {
  return db.rows<HandledAlarm>(sql`
    select a.id, a.scene_id, c.name as scene_name, d.name as device_name, a.type, a.key, a.params, a.level, a.state,
      (a.ended_at is null)::int as lasting, a.last_at, a.ended_at, a.ignored_until, a.acknowledged_at, a.note, a.changed_by
    from alarm a join scene_view c on c.id = a.scene_id and c.team_id = ${team_id} join device_view d on d.id = a.device_id
    where a.id = any(${numbers(ids)}::bigint[]) order by a.level, a.id limit 1000 for update of a`)
}

export interface AlarmHandling {
  state: AlarmState
  ignored_until: number | null
  note: string
  changed_by: string
}

/** Changes locked alarms; an existing note stays. */
export async function handleAlarms(db: Db, ids: readonly number[], to: AlarmHandling, at: number): Promise<void> {
  await db.run(sql`
    update alarm set state = ${to.state}, ignored_until = ${to.ignored_until}, note = case when note = '' then ${to.note} else note end,
      changed_by = ${to.changed_by}, acknowledged_at = coalesce(acknowledged_at, ${at})
    where id = any(${numbers(ids)}::bigint[])`)
}
