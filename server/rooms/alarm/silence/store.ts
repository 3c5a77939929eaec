import sql from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'

/** A silence in one scene. */
export interface SilenceInScene {
  scene_id: number
  time_zone: string
  kind: 0 | 1
  name: string
  device_id: number | null
  below: boolean
  type: string
  key: string
  from_at: number
  to_at: number | null
  weekdays: number[]
  minute_from: number | null
  minute_to: number | null
}

/** Silences that may cover something in these scenes now; the hours of the day are not looked at. */
export function silencesIn(db: Db, scene_ids: readonly number[], now: number): Promise<SilenceInScene[]> {
  return db.rows<SilenceInScene>(sql`
    select s.id as scene_id, s.time_zone, w.kind, w.name, w.device_id, w.below, w.type, w.key, w.from_at, w.to_at, w.weekdays,
      w.minute_from, w.minute_to
    from alarm_silence w join scene s on s.team_id = w.team_id
    where s.id = any(${numbers(scene_ids)}::int[]) and w.from_at <= ${now} and (w.to_at is null or w.to_at > ${now})
      and (w.scene_id is null or w.scene_id = s.id)
      and (w.group_id is null or exists (select 1 from scene_group_member m where m.group_id = w.group_id and m.scene_id = s.id))
    order by w.to_at desc nulls first limit 10000`)
}
