import sql, { raw } from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { type StatScope, within } from '../scope/store.ts'
import { bytesOf, numbersOf, type SnapshotColumn } from './snapshot.ts'
import type { UsageDelta } from './terminal-counters.ts'

export type UsageColumn = 'flow' | 'online' | 'access'

/** The identity of a snapshot, and its version: snapshots of incomplete hours are written again. */
export interface SnapshotKey {
  scene_id: number
  ts: number
  version: string
}

/** The last snapshots of scenes before a given time; scenes without one are left out. */
export function listSnapshots(ctx: QueryContext, scope: StatScope, moment: number): Promise<SnapshotKey[]> {
  return ctx.db.rows(sql`
    select c.id as scene_id, p.ts, p.version from scene_view c cross join lateral (
      select p.ts, p.xmin::text as version from client_usage_snapshot p where p.scene_id = c.id and p.ts <= ${moment} order by p.ts desc limit 1
    ) p where ${within(ctx, scope, sql`c.id`)}`)
}

/** One column of snapshots that the caller may see. */
export async function readSnapshots(
  db: Db,
  column: UsageColumn,
  marks: readonly SnapshotKey[],
): Promise<(SnapshotKey & SnapshotColumn)[]> {
  const rows = await db.rows<SnapshotKey & { ids: Buffer; kinds: Buffer; values: Buffer }>(sql`
    select p.scene_id, p.ts, p.xmin::text as version, p.ids, p.kinds, p.${raw(column)} as values
    from unnest(${numbers(marks.map(({ scene_id }) => scene_id))}::int[], ${numbers(marks.map(({ ts }) => ts))}::int[]) as m(scene_id, ts)
    join client_usage_snapshot p on p.scene_id = m.scene_id and p.ts = m.ts`)
  return rows.map(({ ids, values, ...row }) => ({ ...row, ids: numbersOf(ids), values: numbersOf(values) }))
}

export interface NamedTerminal {
  id: number
  mac: string
  hostname: string | null
  dhcp_class: string | null
  scene_id: number
  scene_name: string
}

/** Names of those that the caller sees. */
export function nameTerminals(ctx: QueryContext, ids: readonly number[]): Promise<NamedTerminal[]> {
  return ctx.db.rows(sql`
    select t.id, t.mac, t.hostname, t.dhcp_class, t.scene_id, c.name as scene_name from terminal_view t join scene_view c on c.id = t.scene_id
    where t.id = any(${ids}::int[]) and ${ctx.access.sees(sql`t.scene_id`)}`)
}

/**
 * Adds the usage of terminals to their hours and to their scenes. Reports of a radio count; a switch or an address
 * table sees the terminals of others too, and counts only for its own.
 */
export async function addUsage(db: Db, deltas: readonly UsageDelta[]): Promise<void> {
  const column = (key: Exclude<keyof UsageDelta, 'mac'>) => numbers(deltas.map((one) => one[key]))
  await db.run(sql`
    with deed as materialized (
      select s.scene_id, s.ts, t.id, t.link, sum(s.flow)::bigint as flow, coalesce(sum(s.online) filter (where has), 0)::int as online,
        coalesce(sum(s.access) filter (where has), 0)::int as access,
        sum(case when has and s.access > 0 and t.first_seen >= s.came_at then 1 else 0 end)::int as fresh
      from unnest(
        ${column('device_id')}::int[], ${column('scene_id')}::int[], ${texts(deltas.map(({ mac }) => mac))}::macaddr[], ${column('ts')}::int[],
        ${column('rank')}::smallint[], ${column('flow')}::bigint[], ${column('online')}::int[], ${column('access')}::int[], ${column('came_at')}::bigint[]
      ) as s(device_id, scene_id, mac, ts, rank, flow, online, access, came_at)
      join terminal_view t on t.scene_id = s.scene_id and t.mac = s.mac
        cross join lateral (select s.rank = 3 or t.device_id = s.device_id as has) h
      -- what a wired terminal moved is told by a gateway, though it hangs on a switch that counts nothing of it
      where has or (s.flow > 0 and t.link = 0)
      group by 1, 2, 3, 4
    ), hours as (
      insert into terminal_1h as h (scene_id, ts, terminal_id, flow, online, access)
      select scene_id, ts / 3600 * 3600, id, sum(flow)::bigint, sum(online)::int, sum(access)::int from deed group by 1, 2, 3 order by 1, 2, 3
      on conflict (scene_id, ts, terminal_id) do update set flow = h.flow + excluded.flow, online = h.online + excluded.online,
        access = h.access + excluded.access
    )
    insert into scene_5m as u (scene_id, ts, wired, band2, band5, band6, access, fresh)
    select scene_id, ts, coalesce(sum(online) filter (where link = 0), 0), coalesce(sum(online) filter (where link = 1), 0),
      coalesce(sum(online) filter (where link = 2), 0), coalesce(sum(online) filter (where link = 3), 0), sum(access), sum(fresh)
    from deed group by 1, 2 order by 1, 2
    on conflict (scene_id, ts) do update set wired = u.wired + excluded.wired, band2 = u.band2 + excluded.band2,
      band5 = u.band5 + excluded.band5, band6 = u.band6 + excluded.band6, access = u.access + excluded.access, fresh = u.fresh + excluded.fresh`)
}

/** Scenes with usage of terminals in an hour. */
export async function scenesOfHour(db: Db, ts: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(
    sql`select c.id as scene_id from scene_view c where exists (select 1 from terminal_1h h where h.scene_id = c.id and h.ts = ${ts}) order by 1`,
  )
  return rows.map(({ scene_id }) => scene_id)
}

export interface HourOfTerminal {
  id: number
  flow: number
  online: number
  access: number
  mac: string | null
  hostname: string | null
  dhcp_class: string | null
}

/** The usage of the terminals of a scene in an hour, by ascending id. */
export function listHour(db: Db, scene_id: number, ts: number): Promise<HourOfTerminal[]> {
  return db.rows(sql`
    select h.terminal_id as id, h.flow, h.online, h.access, t.mac, t.hostname, t.dhcp_class
    from terminal_1h h left join terminal_view t on t.id = h.terminal_id
    where h.scene_id = ${scene_id} and h.ts = ${ts} order by h.terminal_id`)
}

export interface UsageSnapshot {
  ids: Uint32Array
  kinds: Uint8Array
  flow: Uint32Array
  online: Uint32Array
  access: Uint32Array
}

/** The last snapshot of a scene before a given time. */
export async function findSnapshot(db: Db, scene_id: number, moment: number): Promise<UsageSnapshot | undefined> {
  const row = await db.find<Record<keyof UsageSnapshot, Buffer>>(sql`
    select ids, kinds, flow, online, access from client_usage_snapshot p where p.scene_id = ${scene_id} and p.ts <= ${moment} order by p.ts desc limit 1`)
  return (
    row && {
      ids: numbersOf(row.ids),
      kinds: row.kinds,
      flow: numbersOf(row.flow),
      online: numbersOf(row.online),
      access: numbersOf(row.access),
    }
  )
}

export async function saveSnapshot(db: Db, scene_id: number, ts: number, page: UsageSnapshot): Promise<void> {
  await db.run(sql`
    insert into client_usage_snapshot (scene_id, ts, ids, kinds, flow, online, access)
    values (${scene_id}, ${ts}, ${bytesOf(page.ids)}, ${Buffer.from(page.kinds)}, ${bytesOf(page.flow)}, ${bytesOf(page.online)}, ${bytesOf(page.access)})
    on conflict (scene_id, ts) do update set ids = excluded.ids, kinds = excluded.kinds, flow = excluded.flow, online = excluded.online,
      access = excluded.access`)
}

/** Terminals of a scene that were not removed yet. */
export async function listKnown(db: Db, scene_id: number): Promise<Set<number>> {
  const rows = await db.rows<{ id: number }>(sql`select id from terminal_view where scene_id = ${scene_id}`)
  return new Set(rows.map(({ id }) => id))
}

/** The first hour that is in no snapshot. */
export async function firstHour(db: Db, from = 0): Promise<number | undefined> {
  return (
    (await db.find<{ ts: number | null }>(sql`select min(ts) as ts from terminal_1h where ts >= ${from}`))?.ts ??
    undefined
  )
}

/**
 * Removes snapshots: beyond `thin` the last one of every `every` seconds is kept, none before `gone`; the last of a
 * scene always stays.
 */
export function thinSnapshots(db: Db, thin: number, every: number, gone: number): Promise<number> {
  return db.run(sql`
    delete from client_usage_snapshot p where p.ts < ${thin} and exists (
      select 1 from client_usage_snapshot q where q.scene_id = p.scene_id and q.ts > p.ts
        and (p.ts < ${gone} or (q.ts + ${every - 1}::int) / ${every}::int = (p.ts + ${every - 1}::int) / ${every}::int))`)
}
