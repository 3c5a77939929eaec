import sql from 'sql-template-tag'
import { type Reach, withItsValues } from '../../../kernel/db.ts'
import type { Period } from '../period.ts'
import { ofScenes, type Scope, within } from '../scope/store.ts'

/** A gateway's lines to the internet that are in use. */
export interface GatewayLines {
  /** Since when it is in its team, unix seconds. */
  since: number
  lines: number
}

export function listGatewayLines(at: Reach, scope: Scope): Promise<GatewayLines[]> {
  return at.db.rows(sql`
    select coalesce(d.claimed_at, d.created_at)::float8 as since, count(*)::int as lines
    from device d join device_detail t on t.device_id = d.id
      cross join lateral json_array_elements(case json_typeof(t.facts -> 'wans') when 'array' then t.facts -> 'wans' else '[]' end) w
    where d.type in (0, 3, 4) and w ->> 'type' <> 'disabled' and ${within(at, scope, sql`d.scene_id`)} group by d.id`)
}

/** When lines were down in a period. */
export function listLineOutages(at: Reach, scope: Scope, { from, to }: Period, now: number): Promise<Period[]> {
  return at.db.rows(
    withItsValues(sql`
      select s.from_at as from, least(s.to_at, ${now})::int as to from alarm_spell s join device d on d.id = s.device_id
      where s.type = 'dev_wan_disconnect' and s.from_at < ${to} and s.to_at > ${from} and d.type in (0, 3, 4)
        and s.scene_id = d.scene_id and ${ofScenes(at, scope, sql`s.scene_id`)} order by 1 limit 100000`),
  )
}
