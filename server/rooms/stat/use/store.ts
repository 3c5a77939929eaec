import sql, { join, raw, type Sql } from 'sql-template-tag'
import { jsonTexts, numbers, texts } from '../../../kernel/columns.ts'
import { type Db, type QueryContext, withItsValues } from '../../../kernel/db.ts'
import type { AppUsageDelta, Reached } from '../apps/app-counters.ts'
import type { PeriodPiece, PeriodSteps } from '../period.ts'
import { ofScenes, type StatScope, within } from '../scope/store.ts'

/** One step of the totals of scenes, as in the tables. */
export interface UsePoint {
  ts: number
  rx: number
  tx: number
  wired: number
  band2: number
  band5: number
  band6: number
  access: number
  fresh: number
}

const columns = {
  traffic: ['rx', 'tx'],
  terminals: ['wired', 'band2', 'band5', 'band6'],
  access: ['access', 'fresh'],
} as const
export type UseColumns = keyof typeof columns

const sums = (names: readonly string[], of = '') =>
  raw(names.map((name) => `sum(${of}${name})::float8 as ${name}`).join(', '))

/** Steps of a period, oldest first; those without data are left out. */
export function listUse<C extends UseColumns>(
  ctx: QueryContext,
  scope: StatScope,
  what: C,
  { level, step, origin, from, to }: PeriodSteps,
) {
  return ctx.db.rows<Pick<UsePoint, 'ts' | (typeof columns)[C][number]>>(
    withItsValues(sql`
      select (ts - ${origin}::int) / ${step}::int * ${step}::int + ${origin}::int as ts, ${sums(columns[what])}
      from scene_${raw(level)} u where u.ts >= ${from} and u.ts < ${to} and ${ofScenes(ctx, scope, sql`u.scene_id`)}
      group by 1 having sum(${raw(columns[what][0])}) is not null order by 1`),
  )
}

/** Hours of terminals in their local time zones. */
export function listHours(ctx: QueryContext, scope: StatScope, from: number, to: number) {
  return ctx.db.rows<{ time_zone: string; ts: number; online: number }>(
    withItsValues(sql`
      select c.time_zone, u.ts, sum(u.wired + u.band2 + u.band5 + u.band6)::float8 as online
      from scene_1h u join scene_view c on c.id = u.scene_id
      where u.ts >= ${from} and u.ts < ${to} and ${ofScenes(ctx, scope, sql`u.scene_id`)} group by 1, 2 order by 2`),
  )
}

export interface SceneTraffic {
  scene_id: number
  scene_name: string
  rx: number
  tx: number
}

/** The traffic of each scene in a period. */
export function trafficByScene(
  ctx: QueryContext,
  scope: StatScope,
  pieces: readonly PeriodPiece[],
): Promise<SceneTraffic[]> {
  const rows = pieces.map(
    ({ level, from, to }) => sql`select scene_id, rx, tx from scene_${raw(level)} u
      where u.ts >= ${from} and u.ts < ${to} and ${ofScenes(ctx, scope, sql`u.scene_id`)}`,
  )
  // few rows, from several tables: planning it would take longer than reading them
  return ctx.db.rows(sql`
    select t.scene_id, c.name as scene_name, t.rx, t.tx from (
      select scene_id, coalesce(sum(rx), 0)::float8 as rx, coalesce(sum(tx), 0)::float8 as tx from (${join(rows, ' union all ')}) u group by 1
    ) t join scene_view c on c.id = t.scene_id`)
}

export interface AppTraffic {
  app: string
  rx: number
  tx: number
  simulated: boolean
}

/**
 * The traffic of each application in a period, the highest first: its hours, and for its days the difference of two
 * totals.
 */
export function trafficByApp(
  ctx: QueryContext,
  scope: StatScope,
  pieces: readonly PeriodPiece[],
): Promise<AppTraffic[]> {
  const hours = (from: number, to: number) => sql`
    select app, rx, tx, simulated from app_1h u
    where u.ts >= ${from} and u.ts < ${to} and ${ofScenes(ctx, scope, sql`u.scene_id`)}`
  const total = (before: number, sign: Sql) => sql`
    select t.app, ${sign} t.rx, ${sign} t.tx, t.simulated from (
      select c.id, (select max(x.ts) from app_total x where x.scene_id = c.id and x.ts < ${before}) as ts from scene_view c
      where ${within(ctx, scope, sql`c.id`)}
    ) m join app_total t on t.scene_id = m.id and t.ts = m.ts`
  const rows = pieces.flatMap(({ level, from, to }) =>
    level === '1h' ? [hours(from, to)] : [total(to, sql``), total(from, sql`-`)],
  )
  return ctx.db.rows(
    withItsValues(sql`
      select app, sum(rx)::float8 as rx, sum(tx)::float8 as tx, bool_or(simulated) as simulated
      from (${join(rows, ' union all ')}) u group by 1 having sum(rx) + sum(tx) > 0 order by sum(rx) + sum(tx) desc, 1`),
  )
}

/** Gateways, or their substitutes, that reported, and those of them that distinguish applications. */
export function countTelling(ctx: QueryContext, scope: StatScope): Promise<{ gateways: number; telling: number }> {
  return ctx.db.one(sql`
    select count(*)::int as gateways, count(*) filter (where d.capabilities -> 'x-belvedere' ? 'apps')::int as telling
    from device_view d where d.is_gateway and ${within(ctx, scope, sql`d.scene_id`)}`)
}

/** Counters of applications up to which the tables have the traffic of the devices. */
export function findReached(db: Db, ids: readonly number[]): Promise<Reached[]> {
  return db.rows<Reached>(
    sql`select device_id, scene_id, at, counters from app_counter where device_id = any(${numbers(ids)}::int[])`,
  )
}

/** Devices that were released meanwhile are skipped. */
export async function saveReached(db: Db, list: readonly Reached[]): Promise<void> {
  await db.run(sql`
    insert into app_counter (device_id, scene_id, at, counters)
    select t.device_id, t.scene_id, t.at, t.counters::json
    from unnest(
      ${numbers(list.map(({ device_id }) => device_id))}::int[], ${numbers(list.map(({ scene_id }) => scene_id))}::int[], ${numbers(list.map(({ at }) => at))}::bigint[],
      ${jsonTexts(list.map(({ counters }) => JSON.stringify(counters)))}
    ) as t(device_id, scene_id, at, counters) join device_view d on d.id = t.device_id
    order by t.device_id
    on conflict (device_id) do update set scene_id = excluded.scene_id, at = excluded.at, counters = excluded.counters`)
}

/** Adds the traffic of applications to their hours. */
export async function bookApps(db: Db, deltas: readonly AppUsageDelta[]): Promise<void> {
  const column = (key: Exclude<keyof AppUsageDelta, 'app'>) => numbers(deltas.map((one) => one[key]))
  await db.run(sql`
    insert into app_1h as h (scene_id, ts, app, rx, tx, simulated)
    select s.scene_id, s.ts, s.app, sum(s.rx)::bigint, sum(s.tx)::bigint, bool_or(d.simulated)
    from unnest(
      ${column('device_id')}::int[], ${column('scene_id')}::int[], ${texts(deltas.map(({ app }) => app))}, ${column('ts')}::int[],
      ${column('rx')}::bigint[], ${column('tx')}::bigint[]
    ) as s(device_id, scene_id, app, ts, rx, tx) join device_view d on d.id = s.device_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (scene_id, ts, app) do update set rx = h.rx + excluded.rx, tx = h.tx + excluded.tx, simulated = h.simulated or excluded.simulated`)
}
