import sql, { type Sql } from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, Reach } from '../../../kernel/db.ts'

/** Something was wrong from one moment to another; `peak`: the worst value. */
export interface Spell {
  device_id: number
  scene_id: number
  type: string
  key: string
  from_at: number
  to_at: number
  peak: number | null
}

/** `to_at` of what lasts still. */
export const LASTS = 2_147_483_647

export async function keepSpells(db: Db, told: readonly Spell[]): Promise<void> {
  if (told.length === 0) return
  // one statement cannot write a row twice
  const spells = [
    ...new Map(told.map((one) => [`${one.device_id} ${one.type} ${one.from_at} ${one.key}`, one])).values(),
  ]
  await db.run(sql`
    insert into alarm_spell (device_id, scene_id, type, key, from_at, to_at, peak)
    select t.device_id, t.scene_id, t.type, t.key, t.from_at, t.to_at, t.peak from unnest(
      ${numbers(spells.map(({ device_id }) => device_id))}::int[], ${numbers(spells.map(({ scene_id }) => scene_id))}::int[],
      ${texts(spells.map(({ type }) => type))}, ${texts(spells.map(({ key }) => key))}, ${numbers(spells.map(({ from_at }) => from_at))}::int[],
      ${numbers(spells.map(({ to_at }) => to_at))}::int[], ${numbers(spells.map(({ peak }) => peak))}::real[]
    ) as t(device_id, scene_id, type, key, from_at, to_at, peak)
    join device d on d.id = t.device_id and d.scene_id = t.scene_id order by 1, 3, 4, 5
    on conflict (device_id, type, key, from_at) do update set to_at = excluded.to_at, peak = greatest(alarm_spell.peak, excluded.peak)`)
}

/**
 * Those of these devices that are online end, when they came online: the news of that may have been lost, and come with another
 * arrival later. Returns them as they were.
 */
export function endAbsences(db: Db, type: string, device_ids: readonly number[]): Promise<Spell[]> {
  return db.rows<Spell>(sql`
    update alarm_spell s set to_at = greatest(s.from_at, p.since)
    from device_state p
    where s.device_id = any(${numbers(device_ids)}::int[]) and p.device_id = s.device_id and p.online and s.type = ${type} and s.to_at = ${LASTS}
    returning s.device_id, s.scene_id, s.type, s.key, s.from_at, s.to_at, s.peak`)
}

/** Forgets what ended before a moment; outages of lines to the internet before an earlier one. */
export function dropOldSpells(db: Db, before: number, lines: number): Promise<number> {
  return db.run(sql`
    delete from alarm_spell where to_at < ${before} and (type <> 'dev_wan_disconnect' or to_at < ${lines})`)
}

/** The scenes of a place. */
export interface Where {
  team_id: number
  group_id: number | null
  scene_id: number | null
}

const within = ({ team_id, group_id, scene_id }: Where): Sql =>
  scene_id
    ? sql`c.id = ${scene_id}`
    : group_id
      ? sql`exists (select 1 from scene_group_member m where m.group_id = ${group_id} and m.scene_id = c.id)`
      : sql`c.team_id = ${team_id}`

/** A spell with whom it met; `to_at` of what lasts is now. */
export interface SpellAt extends Spell {
  device_name: string
  scene_name: string
  lasts: boolean
}

/** Spells looked at. */
const MOST = 100_000

/** What was wrong at a place, begun since a moment; devices that are in its scenes now. */
export function spellsBetween(
  { db, access }: Reach,
  where: Where,
  type: string,
  from: number,
  to: number,
): Promise<SpellAt[]> {
  return db.rows<SpellAt>(sql`
    select s.device_id, s.scene_id, s.type, s.key, s.from_at, least(s.to_at, ${to}) as to_at, s.peak, d.name as device_name,
      c.name as scene_name, s.to_at = ${LASTS} as lasts
    from alarm_spell s join device d on d.id = s.device_id join scene c on c.id = d.scene_id
    where s.type = ${type} and s.from_at >= ${from} and ${access.sees(sql`d.scene_id`)} and ${within(where)}
    order by s.from_at limit ${MOST}`)
}

/** The oldest spell of anything, or the oldest sample; null: there is none. */
export async function knownSince(db: Db, what: 'spell' | 'sample'): Promise<number | null> {
  const oldest =
    what === 'spell' ? sql`select min(from_at) as at from alarm_spell` : sql`select min(ts) as at from telemetry_sample`
  return (await db.find<{ at: number | null }>(oldest))?.at ?? null
}

/** Devices of a place with the speed of their uplink, from what they told last. */
export function uplinkSpeeds(
  { db, access }: Reach,
  where: Where,
): Promise<
  { device_id: number; scene_id: number; device_name: string; scene_name: string; name: string; speed_mbps: number }[]
> {
  return db.rows(sql`
    select d.id as device_id, d.scene_id, d.name as device_name, c.name as scene_name, i ->> 'name' as name, (i ->> 'speed_mbps')::float8 as speed_mbps
    from device d join scene c on c.id = d.scene_id join device_detail t on t.device_id = d.id
    cross join lateral (
      select i from json_array_elements(case when json_typeof(t.facts -> 'interfaces') = 'array' then t.facts -> 'interfaces' else '[]' end) i
      where i ->> 'role' = 'wan' and json_typeof(i -> 'speed_mbps') = 'number' order by (i ->> 'speed_mbps')::float8 desc limit 1
    ) up
    where ${access.sees(sql`d.scene_id`)} and ${within(where)} order by d.id limit 20000`)
}

/** Samples in which a device's uplinks carried at least so many octets a second in one direction. */
export function busySamples(
  db: Db,
  limits: readonly { device_id: number; octets: number }[],
  from: number,
): Promise<{ device_id: number; ts: number; span: number; octets: number }[]> {
  return db.rows(sql`
    select s.device_id, s.ts, s.traffic[1]::float8 as span, greatest(s.traffic[2], s.traffic[3])::float8 / nullif(s.traffic[1], 0) as octets
    from unnest(${numbers(limits.map(({ device_id }) => device_id))}::int[], ${numbers(limits.map(({ octets }) => octets))}::float8[]) as l(device_id, octets)
    join telemetry_sample s on s.device_id = l.device_id
    where s.ts >= ${from} and s.traffic[1] > 0 and greatest(s.traffic[2], s.traffic[3]) >= l.octets * s.traffic[1]
    order by s.device_id, s.ts limit 500000`)
}
