import sql from 'sql-template-tag'
import { type QueryContext, withItsValues } from '../../../kernel/db.ts'
import type { TimePeriod } from '../period.ts'
import { ofScenes, type StatScope, within } from '../scope/store.ts'

/** The lines to the internet that a gateway uses. */
export interface GatewayLines {
  device_id: number
  /** Since when it belongs to its team, unix seconds. */
  since: number
  lines: number
}

export function listGatewayLines(ctx: QueryContext, scope: StatScope): Promise<GatewayLines[]> {
  return ctx.db.rows(sql`
    select d.id as device_id, coalesce(d.claimed_at, d.created_at)::float8 as since, count(*)::int as lines
    from device_view d join device_detail_view t on t.device_id = d.id
      cross join lateral json_array_elements(case json_typeof(t.facts -> 'wans') when 'array' then t.facts -> 'wans' else '[]' end) w
    where d.is_gateway and w ->> 'type' <> 'disabled' and ${within(ctx, scope, sql`d.scene_id`)} group by 1, 2`)
}

export interface WanOutage extends TimePeriod {
  device_id: number
}

/** Minimum seconds of an absence that counts as an outage; in less it has reconnected. */
const CUT_OFF = 60

/** When gateways were offline in a period; for planned work, the time beyond its limit. */
export function listGatewayAbsences(
  ctx: QueryContext,
  scope: StatScope,
  { from, to }: TimePeriod,
  now: number,
): Promise<WanOutage[]> {
  return ctx.db.rows(
    withItsValues(sql`
      select y.device_id, greatest(y.since, p.until)::float8 as from, coalesce(y.until, ${now})::float8 as to
      from device_presence_interval_view y join device_view d on d.id = y.device_id join device_state_view s on s.device_id = d.id
        left join lateral (
          select max(a.until) as until from device_absence_view a where a.device_id = y.device_id and y.since between a.from_at - 2 and a.until
        ) p on true
      where not y.online and y.since < ${to} and coalesce(y.until, ${now}) > ${from} and coalesce(y.until, ${now}) - y.since >= ${CUT_OFF}
        and coalesce(y.until, ${now}) > coalesce(p.until, 0)
        and d.is_gateway and s.since > 0 and y.scene_id = d.scene_id and ${ofScenes(ctx, scope, sql`y.scene_id`)} order by 2 limit 100000`),
  )
}

/** When lines were down in a period, by the reports of their gateways. */
export function listLineOutages(
  ctx: QueryContext,
  scope: StatScope,
  { from, to }: TimePeriod,
  now: number,
): Promise<WanOutage[]> {
  return ctx.db.rows(
    withItsValues(sql`
      select s.device_id, s.from_at as from, least(s.to_at, ${now})::int as to from condition_interval_view s join device_view d on d.id = s.device_id
      where s.type = 'dev_wan_disconnect' and s.from_at < ${to} and s.to_at > ${from} and d.is_gateway
        and s.scene_id = d.scene_id and ${ofScenes(ctx, scope, sql`s.scene_id`)} order by 1 limit 100000`),
  )
}
