import sql, { type Sql } from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

/** The time for which a condition held; `peak`: the worst value. */
export interface ConditionInterval {
  device_id: number
  scene_id: number
  type: string
  key: string
  from_at: number
  to_at: number
  peak: number | null
}

/** `to_at` of an interval that lasts. */
export const NOT_ENDED = 2_147_483_647

export async function saveIntervals(db: Db, reported: readonly ConditionInterval[]): Promise<void> {
  if (reported.length === 0) return
  // one statement cannot write a row twice
  const intervals = [
    ...new Map(reported.map((one) => [`${one.device_id} ${one.type} ${one.from_at} ${one.key}`, one])).values(),
  ]
  await db.run(sql`
    insert into condition_interval (device_id, scene_id, type, key, from_at, to_at, peak)
    select t.device_id, t.scene_id, t.type, t.key, t.from_at, t.to_at, t.peak from unnest(
      ${numbers(intervals.map(({ device_id }) => device_id))}::int[], ${numbers(intervals.map(({ scene_id }) => scene_id))}::int[],
      ${texts(intervals.map(({ type }) => type))}, ${texts(intervals.map(({ key }) => key))}, ${numbers(intervals.map(({ from_at }) => from_at))}::int[],
      ${numbers(intervals.map(({ to_at }) => to_at))}::int[], ${numbers(intervals.map(({ peak }) => peak))}::real[]
    ) as t(device_id, scene_id, type, key, from_at, to_at, peak)
    join device_view d on d.id = t.device_id and d.scene_id = t.scene_id order by 1, 3, 4, 5
    on conflict (device_id, type, key, from_at) do update set to_at = excluded.to_at, peak = greatest(condition_interval.peak, excluded.peak)`)
}

/**
 * Ends the intervals of those of these devices that are online, at the time of their connection: that event may have
 * been lost, or arrive later with another connection. Returns the former intervals.
 */
export function endOfflineIntervals(db: Db, type: string, device_ids: readonly number[]): Promise<ConditionInterval[]> {
  return db.rows<ConditionInterval>(sql`
    update condition_interval s set to_at = greatest(s.from_at, p.since)
    from device_state_view p
    where s.device_id = any(${numbers(device_ids)}::int[]) and p.device_id = s.device_id and p.online and s.type = ${type} and s.to_at = ${NOT_ENDED}
    returning s.device_id, s.scene_id, s.type, s.key, s.from_at, s.to_at, s.peak`)
}

/** Deletes intervals that ended before a given time; outages of lines to the internet before an earlier one. */
export function deleteOldIntervals(db: Db, before: number, lines: number): Promise<number> {
  return db.run(sql`
    delete from condition_interval where to_at < ${before} and (type <> 'dev_wan_disconnect' or to_at < ${lines})`)
}

/** The scenes of a place. */
export interface IntervalScope {
  team_id: number
  group_id: number | null
  scene_id: number | null
}

const within = ({ team_id, group_id, scene_id }: IntervalScope): Sql =>
  scene_id
    ? sql`c.id = ${scene_id}`
    : group_id
      ? sql`exists (select 1 from scene_group_member_view m where m.group_id = ${group_id} and m.scene_id = c.id)`
      : sql`c.team_id = ${team_id}`

/** An interval with the names of its device and scene; `to_at` of a lasting one is now. */
export interface ListedInterval extends ConditionInterval {
  device_name: string
  scene_name: string
  lasts: boolean
}

/** Maximum number of intervals read. */
const MOST = 100_000

/** Intervals of a place that began since a time, of devices that are in its scenes now. */
export function intervalsBetween(
  { db, access }: QueryContext,
  where: IntervalScope,
  type: string,
  from: number,
  to: number,
): Promise<ListedInterval[]> {
  return db.rows<ListedInterval>(sql`
    select s.device_id, s.scene_id, s.type, s.key, s.from_at, least(s.to_at, ${to}) as to_at, s.peak, d.name as device_name,
      c.name as scene_name, s.to_at = ${NOT_ENDED} as lasts
    from condition_interval s join device_view d on d.id = s.device_id join scene_view c on c.id = d.scene_id
    where s.type = ${type} and s.from_at >= ${from} and ${access.sees(sql`d.scene_id`)} and ${within(where)}
    order by s.from_at limit ${MOST}`)
}

/** Beginning of the oldest interval or sample; null: there is none. */
export async function knownSince(db: Db, what: 'interval' | 'sample'): Promise<number | null> {
  const oldest =
    what === 'interval'
      ? sql`select min(from_at) as at from condition_interval`
      : sql`select min(ts) as at from telemetry_sample_view`
  return (await db.find<{ at: number | null }>(oldest))?.at ?? null
}

/** Subscribed speeds of the lines of these devices. */
export function readLineSpeeds(
  db: Db,
  device_ids: readonly number[],
): Promise<{ device_id: number; name: string; down_mbps: number | null; up_mbps: number | null }[]> {
  return db.rows(sql`
    select device_id, name, down_mbps, up_mbps from device_line_view
    where device_id = any(${numbers(device_ids)}::int[]) and (down_mbps is not null or up_mbps is not null)`)
}

/** A sample in which a line carried at least this percentage of its speed in one direction. */
export interface BusySample {
  device_id: number
  scene_id: number
  device_name: string
  scene_name: string
  /** The name of the line. */
  name: string
  ts: number
  span: number
  percent: number
}

export function busySamples(
  { db, access }: QueryContext,
  where: IntervalScope,
  percent: number,
  from: number,
): Promise<BusySample[]> {
  return db.rows(sql`
    select l.device_id, l.scene_id, l.device_name, l.scene_name, l.name, s.ts, s.traffic[1]::float8 as span, share.percent
    from (
      select d.id as device_id, d.scene_id, d.name as device_name, c.name as scene_name, i.name, i.down_mbps, i.up_mbps,
        array_position(n.names, i.name) as place
      from device_line_view i join device_view d on d.id = i.device_id join scene_view c on c.id = d.scene_id
        join device_interface_view n on n.device_id = d.id
      where (i.down_mbps is not null or i.up_mbps is not null) and ${access.sees(sql`d.scene_id`)} and ${within(where)}
      order by d.id limit 20000
    ) l
    join telemetry_sample_view s on s.device_id = l.device_id and s.ts >= ${from} and s.traffic[1] > 0
    cross join lateral (
      select greatest(s.traffic[2 + 2 * l.place] / l.down_mbps, s.traffic[3 + 2 * l.place] / l.up_mbps) * 8e-4 / s.traffic[1] as percent
    ) share
    where share.percent >= ${percent} order by l.device_id, l.name, s.ts limit 500000`)
}
