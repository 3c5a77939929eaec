import sql, { type Sql } from 'sql-template-tag'
import { type QueryContext, withItsValues } from '../../../kernel/db.ts'
import type { TimePeriod, PeriodSteps } from '../period.ts'
import { ofScenes, type StatScope } from '../scope/store.ts'

/** Open alarms by level, and those raised since a given time, and on the day before it. */
export function countAlarms(ctx: QueryContext, scope: StatScope, midnight: number) {
  return ctx.db.one<{ critical: number; warning: number; notice: number; today: number; yesterday: number }>(sql`
    select o.critical, o.warning, o.notice, r.today, r.yesterday from (
      select count(*) filter (where a.level = 1)::int as critical, count(*) filter (where a.level = 2)::int as warning,
        count(*) filter (where a.level = 3)::int as notice
      from alarm_view a where a.is_open and a.is_root and ${ofScenes(ctx, scope, sql`a.scene_id`)}
    ) o, (
      select count(*) filter (where a.first_at >= ${midnight})::int as today, count(*) filter (where a.first_at < ${midnight})::int as yesterday
      from alarm_view a where a.first_at >= ${midnight - 86_400} and a.is_root and ${ofScenes(ctx, scope, sql`a.scene_id`)}
    ) r`)
}

/** Alarms raised in a step at a level; `followed`: those caused by another alarm, and the others. */
export interface RaisedStep {
  ts: number
  level: number
  followed: 0 | 1
  n: number
  /**
   * The number of ended ones, with a total duration of `lasted` seconds; `acked` were acknowledged, after `waited`
   * seconds.
   */
  ended: number
  lasted: number
  acked: number
  waited: number
}

export function listRaised(
  ctx: QueryContext,
  scope: StatScope,
  { step, origin, from, to }: PeriodSteps,
): Promise<RaisedStep[]> {
  // as the alarm room counts: since it last began, and while it lasted
  const judged = sql`filter (where a.acknowledged_at <= coalesce(a.ended_at, a.acknowledged_at))`
  // one small key for all grouping columns: there are very many rows
  return ctx.db.rows(
    withItsValues(sql`
      select key / 8 * ${step}::int + ${origin}::int as ts, key / 2 % 4 as level, key % 2 as followed, n, ended, lasted, acked, waited from (
        select (a.first_at::int - ${origin}::int) / ${step}::int * 8 + a.level * 2 + (not a.is_root)::int as key, count(*)::int as n,
          count(a.ended_at)::int as ended, coalesce(sum((a.ended_at - a.first_at)::int), 0)::float8 as lasted,
          count(*) ${judged}::int as acked, coalesce(sum(greatest(0, a.acknowledged_at - a.last_at)::int) ${judged}, 0)::float8 as waited
        from alarm_view a where a.first_at >= ${from} and a.first_at < ${to} and ${ofScenes(ctx, scope, sql`a.scene_id`)} group by 1
      ) r order by 1`),
  )
}

const by = {
  type: { key: sql`a.type`, name: sql`''`, sn: sql`''`, join: sql`` },
  device: {
    key: sql`a.device_id`,
    name: sql`d.name`,
    sn: sql`d.serial`,
    join: sql`join device_view d on d.id = r.key::int`,
  },
  scene: { key: sql`a.scene_id`, name: sql`c.name`, sn: sql`''`, join: sql`join scene_view c on c.id = r.key::int` },
} as const satisfies Record<string, { key: Sql; name: Sql; sn: Sql; join: Sql }>
export type RankedBy = keyof typeof by

export interface Raiser {
  key: string
  name: string
  sn: string
  value: number
  cnt: number
  /** Over all of them. */
  total: number
}

/** The sources of most alarms in a period; with given keys, only those. */
export function rankRaisers(
  ctx: QueryContext,
  scope: StatScope,
  what: RankedBy,
  { from, to }: TimePeriod,
  limit: number,
  keys?: readonly string[],
) {
  const { key, name, sn, join } = by[what]
  return ctx.db.rows<Raiser>(
    withItsValues(sql`
    select r.key, ${name} as name, ${sn} as sn, r.value, r.cnt, r.total from (
      select ${key}::text as key, count(*)::int as value, sum(a.cnt)::int as cnt, sum(count(*)) over ()::int as total
      from alarm_view a where a.first_at >= ${from} and a.first_at < ${to} and a.is_root and ${ofScenes(ctx, scope, sql`a.scene_id`)}
        and ${keys ? sql`${key}::text = any(${keys}::text[])` : sql`true`}
      group by 1 order by 2 desc, 1 limit ${limit}
    ) r ${join} order by r.value desc, r.key`),
  )
}
