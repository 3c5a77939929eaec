import sql, { raw } from 'sql-template-tag'
import { type Db, type QueryContext, withItsValues } from '../../../kernel/db.ts'
import { isOnline, isUnknown } from '../../../devices/online-store.ts'
import type { PeriodSteps } from '../period.ts'
import { ofScenes, type StatScope, within } from '../scope/store.ts'

/** The rest is offline. */
export interface DeviceCount {
  type: number
  total: number
  online: number
  unknown: number
}

/** Current number of devices by kind. */
export function countDevices(ctx: QueryContext, scope: StatScope): Promise<DeviceCount[]> {
  return ctx.db.rows(sql`
    select d.type, count(*)::int as total, count(*) filter (where ${isOnline})::int as online,
      count(*) filter (where ${isUnknown})::int as unknown
    from device_view d join device_state_view s on s.device_id = d.id where ${within(ctx, scope, sql`d.scene_id`)} group by 1`)
}

export interface ShareRow {
  name: string
  value: number
}

/** Devices of some kinds by model or software version, the most frequent first. */
export function countBy(
  ctx: QueryContext,
  scope: StatScope,
  what: 'model' | 'firmware',
  types: readonly number[],
): Promise<ShareRow[]> {
  return ctx.db.rows(sql`
    select d.${raw(what)} as name, count(*)::int as value from device_view d
    where d.type = any(${types}::smallint[]) and ${within(ctx, scope, sql`d.scene_id`)} group by 1 order by 2 desc, 1`)
}

/** The same at the end of a day, from stored data. */
export function countByOn(
  ctx: QueryContext,
  scope: StatScope,
  what: 'model' | 'firmware',
  types: readonly number[],
  day: number,
): Promise<ShareRow[]> {
  return ctx.db.rows(sql`
    select m.${raw(what)} as name, sum(m.n)::int as value from model_1d m
    where m.ts = ${day} and m.type = any(${types}::smallint[]) and ${ofScenes(ctx, scope, sql`m.scene_id`)} group by 1 order by 2 desc, 1`)
}

/** The last day with stored models among those that begin in a period. */
export async function lastModelDay(ctx: QueryContext, first: number, last: number): Promise<number | null> {
  return (
    await ctx.db.one<{ ts: number | null }>(
      sql`select max(ts) as ts from model_1d where ts >= ${first} and ts <= ${last}`,
    )
  ).ts
}

/** Stores the current models and versions, as the last state of a day. */
export async function lookAtModels(db: Db, day: number): Promise<void> {
  await db.run(sql`
    with present as (
      select d.scene_id, d.type, d.model, d.firmware, count(*)::int as n from device_view d where d.scene_id is not null group by 1, 2, 3, 4
    ), gone as (
      delete from model_1d m where m.ts = ${day} and not exists (
        select from present p where p.scene_id = m.scene_id and p.type = m.type and p.model = m.model and p.firmware = m.firmware)
    )
    insert into model_1d as m (scene_id, type, ts, model, firmware, n)
    select scene_id, type, ${day}::int, model, firmware, n from present order by 1, 2, 4, 5
    on conflict (scene_id, ts, type, model, firmware) do update set n = excluded.n where m.n <> excluded.n`)
}

/** Mean number of devices of some kinds, and of online ones, by step. */
export function listPresence(
  ctx: QueryContext,
  scope: StatScope,
  types: readonly number[],
  { level, step, origin, from, to }: PeriodSteps,
): Promise<{ ts: number; total: number; online: number }[]> {
  // all scenes are sampled together, so every scene has the same number of samples in a step
  return ctx.db.rows(
    withItsValues(sql`
    select (ts - ${origin}::int) / ${step}::int * ${step}::int + ${origin}::int as ts,
      sum(total)::float8 / max(looks) as total, sum(online)::float8 / max(looks) as online
    from (
      select ts, scene_id, type, sum(looks) as looks, sum(total) as total, sum(online) as online from presence_${raw(level)} p
      where p.type = any(${types}::smallint[]) and p.ts >= ${from} and p.ts < ${to} and ${ofScenes(ctx, scope, sql`p.scene_id`)}
      group by 1, 2, 3
    ) p group by 1 order by 1`),
  )
}

export interface SceneTotalsRow {
  scene_id: number
  province: string
  city: string
  lat: number | null
  lng: number | null
  devices: number
  online: number
  gateways: number
  gateways_online: number
  unknown: number
  gateways_unknown: number
  open: number
  critical: number
}

/** The current state of each scene. */
export function listSceneStates(ctx: QueryContext, scope: StatScope): Promise<SceneTotalsRow[]> {
  return ctx.db.rows(sql`
    select c.id as scene_id, c.province, c.city, c.lat, c.lng, coalesce(d.devices, 0) as devices, coalesce(d.online, 0) as online,
      coalesce(d.gateways, 0) as gateways, coalesce(d.gateways_online, 0) as gateways_online, coalesce(d.unknown, 0) as unknown,
      coalesce(d.gateways_unknown, 0) as gateways_unknown, coalesce(a.open, 0) as open,
      coalesce(a.critical, 0) as critical
    from scene_view c left join (
      select d.scene_id, count(*)::int as devices, count(*) filter (where ${isOnline})::int as online,
        count(*) filter (where d.is_gateway)::int as gateways,
        count(*) filter (where d.is_gateway and ${isOnline})::int as gateways_online,
        count(*) filter (where ${isUnknown})::int as unknown,
        count(*) filter (where d.is_gateway and ${isUnknown})::int as gateways_unknown
      from device_view d join device_state_view s on s.device_id = d.id where ${within(ctx, scope, sql`d.scene_id`)} group by 1
    ) d on d.scene_id = c.id left join (
      select a.scene_id, count(*) filter (where a.level < 3)::int as open, count(*) filter (where a.level = 1)::int as critical
      from alarm_view a where a.is_open and a.is_root and ${within(ctx, scope, sql`a.scene_id`)} group by 1
    ) a on a.scene_id = c.id
    where ${within(ctx, scope, sql`c.id`)} order by c.id`)
}
