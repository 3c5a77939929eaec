import sql, { type Sql } from 'sql-template-tag'
import { numbers, texts } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import type { Hop } from './domain-rules.ts'
import type { GraphDevice, LinkOfGraph } from './graph-rules.ts'
import type { NodeReport, LinkObservation } from './observation-rules.ts'

/** Which of these serial numbers are devices that have connected, and their teams. */
export function findOwn(db: Db, serials: readonly string[]): Promise<{ serial: string; team_id: number }[]> {
  return db.rows(sql`
    select d.serial, c.team_id from device_view d join scene_view c on c.id = d.scene_id join device_state_view s on s.device_id = d.id
    where d.serial = any(${serials}::text[]) and s.seen_at > 0`)
}

/** The teams of these scenes. */
export function findTeams(db: Db, scene_ids: readonly number[]): Promise<{ id: number; team_id: number }[]> {
  return db.rows(sql`select id, team_id from scene_view where id = any(${scene_ids}::int[])`)
}

/** All links of a device at a time. */
export interface LinkReport {
  device_id: number
  at: number
  sights: readonly LinkObservation[]
}

/**
 * Ends links that are no longer reported, begins new ones. Sorted by device, one each. Returns the scenes with changes.
 */
export async function saveObservations(db: Db, list: readonly LinkReport[]): Promise<number[]> {
  const flat = list.flatMap(({ device_id, at, sights }) => sights.map((one) => ({ device_id, at, ...one })))
  const column = (key: 'device_id' | 'at' | 'source') => numbers(flat.map((one) => one[key]))
  const text = (key: 'port' | 'peer' | 'name' | 'remote_port' | 'detail') => texts(flat.map((one) => one[key]))
  const rows = await db.rows<{ scene_id: number }>(sql`
    with told as (
      select t.*, d.scene_id from unnest(
        ${column('device_id')}::int[], ${column('at')}::bigint[], ${column('source')}::smallint[], ${text('port')}, ${text('peer')}, ${text('name')},
        ${text('remote_port')}, ${text('detail')}, ${numbers(flat.map(({ equipment }) => Number(equipment)))}::int[]
      ) as t(device_id, at, source, port, peer, name, remote_port, detail, equipment)
      join device_view d on d.id = t.device_id and d.scene_id is not null
    ), heard as (
      select * from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${numbers(list.map(({ at }) => at))}::bigint[]) as h(device_id, at)
    ), over as (
      select s.id, greatest(h.at, s.since) as at from link_observation s join heard h on h.device_id = s.device_id
      where s.until is null and not exists (
        select 1 from told t where t.device_id = s.device_id and t.source = s.source and t.port = s.port and t.peer = s.peer)
      order by s.id for update of s
    ), ended as (
      update link_observation s set until = over.at from over where s.id = over.id returning s.scene_id
    ), begun as (
      insert into link_observation as s (device_id, scene_id, source, port, peer, name, remote_port, detail, equipment, since)
      select device_id, scene_id, source, port, peer, name, remote_port, detail, equipment = 1, at from told order by device_id, source, port, peer
      on conflict (device_id, source, port, peer) where until is null do update
      set name = excluded.name, remote_port = excluded.remote_port, detail = excluded.detail, equipment = excluded.equipment
      where (s.name, s.remote_port, s.detail, s.equipment)
        is distinct from (excluded.name, excluded.remote_port, excluded.detail, excluded.equipment)
      returning s.scene_id
    )
    select scene_id from ended union select scene_id from begun order by 1`)
  return rows.map(({ scene_id }) => scene_id)
}

/** Ends the links at one socket: its carrier is lost. Returns the scenes with changes. */
export async function endAtPort(db: Db, device_id: number, port: string, at: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    with ended as (
      update link_observation s set until = greatest(${at}, s.since)
      where device_id = ${device_id} and port = ${port} and until is null returning scene_id
    ), dark as (
      update topology_flow f set ports = jsonb_set(f.ports, array[${port}, '0'], '0')
      where device_id = ${device_id} and f.ports -> ${port} ->> 0 = '1' returning device_id
    )
    select scene_id from ended union select d.scene_id from dark join device_view d on d.id = dark.device_id where d.scene_id is not null`)
  return rows.map(({ scene_id }) => scene_id)
}

/**
 * The identities of devices. Sorted by device, one each. Returns scenes of those whose hardware, networks or radios
 * changed.
 */
export async function saveNodes(db: Db, list: readonly (NodeReport & { device_id: number })[]): Promise<number[]> {
  const joined = (key: Exclude<keyof NodeReport, 'radios'>) => texts(list.map((one) => one[key].join('\n')))
  const rows = await db.rows<{ scene_id: number }>(sql`
    with told as (
      select device_id, string_to_array(macs, chr(10)) as macs, string_to_array(lans, chr(10)) as lans,
        string_to_array(wans, chr(10)) as wans, string_to_array(ssids, chr(10)) as ssids, radios::jsonb as radios
      from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${joined('macs')}, ${joined('lans')}, ${joined('wans')}, ${joined('ssids')},
        ${texts(list.map(({ radios }) => radios))}) as t(device_id, macs, lans, wans, ssids, radios)
    ), kept as (
      insert into topology_node as n (device_id, macs, lans, wans, ssids, radios)
      select t.device_id, t.macs, t.lans, t.wans, t.ssids,
        coalesce(t.radios, (select radios from topology_node o where o.device_id = t.device_id), '[]')
      from told t where exists (select 1 from device_view d where d.id = t.device_id) order by device_id
      on conflict (device_id) do update set macs = excluded.macs, lans = excluded.lans, wans = excluded.wans, ssids = excluded.ssids,
        radios = excluded.radios
      where (n.macs, n.lans, n.wans, n.ssids, n.radios)
        is distinct from (excluded.macs, excluded.lans, excluded.wans, excluded.ssids, excluded.radios)
      returning device_id
    )
    select distinct d.scene_id from kept join device_view d on d.id = kept.device_id where d.scene_id is not null order by 1`)
  return rows.map(({ scene_id }) => scene_id)
}

/** Marks the drawings of these scenes as out of date. */
export async function bumpScenes(db: Db, scene_ids: readonly number[]): Promise<void> {
  await db.run(sql`
    insert into topology_version as r (scene_id, rev)
    select s.id, 1 from scene_view s where s.id = any(${[...scene_ids]}::int[]) order by s.id
    on conflict (scene_id) do update set rev = r.rev + 1`)
}

export interface FlowRow {
  device_id: number
  at: number
  /** JSON. */
  ports: string
}

/** Sorted by device, one each. */
export async function saveFlows(db: Db, list: readonly FlowRow[]): Promise<void> {
  await db.run(sql`
    insert into topology_flow (device_id, at, ports)
    select t.device_id, t.at, t.ports::jsonb
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${numbers(list.map(({ at }) => at))}::bigint[], ${texts(list.map(({ ports }) => ports))})
      as t(device_id, at, ports)
    where exists (select 1 from device_view d where d.id = t.device_id) order by t.device_id
    on conflict (device_id) do update set at = excluded.at, ports = excluded.ports`)
}

/** The version of a scene's graph: changes of links, and of its devices. */
export function listRevs(
  { db, access }: QueryContext,
  scene_ids: readonly number[],
): Promise<{ scene_id: number; rev: string }[]> {
  return db.rows(sql`
    select d.scene_id, coalesce(max(r.rev), 0) || '/' || count(*) || '/' || sum(d.id) as rev
    from device_view d left join topology_version r on r.scene_id = d.scene_id
    where d.scene_id = any(${[...scene_ids]}::int[]) and ${access.sees(sql`d.scene_id`)} group by d.scene_id`)
}

/**
 * Devices of scenes, with their identities; `at`: those that were in the scene at that time, including removed ones.
 */
export function listGraphDevices(
  { db, access }: QueryContext,
  scene_ids: readonly number[],
  at?: number,
): Promise<(GraphDevice & { scene_id: number })[]> {
  const here = sql`scene_id = any(${[...scene_ids]}::int[]) and ${access.sees(sql`scene_id`)}`
  const there =
    at === undefined
      ? sql`device_view d where d.scene_id = any(${[...scene_ids]}::int[]) and ${access.sees(sql`d.scene_id`)}`
      : sql`(select distinct on (device_id) device_id, scene_id from device_presence_interval
        where ${here} and since <= ${at} and (until is null or until > ${at}) order by device_id, since desc) y
        join device_view d on d.id = y.device_id`
  const scene = at === undefined ? sql`d.scene_id` : sql`y.scene_id`
  const present = sql`
    select x.id, x.scene_id, x.type, coalesce(n.lans, '{}') as lans, coalesce(n.wans, '{}') as wans,
      array_remove(coalesce(n.macs, '{}') || lower(x.mac), null) as macs,
      coalesce(case when x.is_gateway then s.wan_ip end, s.lan_ip, s.wan_ip) as ip
    from (select d.id, ${scene} as scene_id, d.type, d.is_gateway, d.mac from ${there}) x
      join device_state_view s on s.device_id = x.id left join topology_node n on n.device_id = x.id`
  if (at === undefined) return db.rows(sql`${present} order by id`)
  return db.rows(sql`
    ${present}
    union all select g.device_id, y.scene_id, coalesce(w.type, 7), g.lans, g.wans, array_remove(g.macs || lower(g.mac), null), g.ip
    from (select distinct on (device_id) device_id, scene_id from removed_device_interval
        where ${here} and since <= ${at} and until > ${at} order by device_id, since desc) y
      join removed_device g on g.device_id = y.device_id ${wasAt(sql`y.device_id`, at)}
    order by id`)
}

/** The name and properties of a device at a past time, as `w`; empty before the first interval. */
export const wasAt = (device_id: Sql, at: number): Sql => sql`
  left join lateral (select v.* from device_properties_interval v
    where v.device_id = ${device_id} and v.since <= ${at} and (v.until is null or v.until > ${at}) order by v.since desc limit 1) w on true`

/** The addresses of devices on a path to the uplink. */
export function listHops({ db, access }: QueryContext, ids: readonly number[]): Promise<Hop[]> {
  return db.rows<Hop>(sql`
    select d.id, d.is_gateway as gateway, coalesce(n.lans, '{}') as lans,
      array_remove(array[s.lan_ip, s.wan_ip] || array(select split_part(w, '/', 1) from unnest(n.wans) w), null) as own,
      regexp_replace(coalesce(s.address, ''), '^::ffff:', '') as dials
    from device_view d join device_state_view s on s.device_id = d.id left join topology_node n on n.device_id = d.id
    where d.id = any(${numbers(ids)}::int[]) and ${access.sees(sql`d.scene_id`)}`)
}

/** Seconds after which a former link is no longer displayed as missing. */
export const MISSED = 7 * 86_400

/** The links reported at that time, and those that ended shortly before (with `until`). */
export function listSights(
  { db, access }: QueryContext,
  scene_ids: readonly number[],
  now: number,
  at?: number,
): Promise<(LinkOfGraph & { scene_id: number })[]> {
  const row = sql`scene_id, device_id, source, port, peer, name, remote_port, detail, equipment, since`
  const here = sql`scene_id = any(${[...scene_ids]}::int[]) and ${access.sees(sql`scene_id`)}`
  const ended = sql`${here} and until > ${(at ?? now) - MISSED} and since <= ${at ?? now}`
  // reports of removed devices belong to the past only
  const gone = at === undefined ? sql`` : sql` union all select ${row}, until from removed_device_link where ${ended}`
  const past = sql`select distinct on (device_id, source, port, peer) * from (select ${row}, until from link_observation where ${ended}${gone}) e
    order by device_id, source, port, peer, until desc`
  if (at === undefined)
    return db.rows(
      sql`select ${row}, null::bigint as until from link_observation where ${here} and until is null union all (${past})`,
    )
  return db.rows(sql`
    select ${row}, null::bigint as until from link_observation where ${here} and until is null and since <= ${at}
    union all select ${row}, case when p.until > ${at} then null else p.until end from (${past}) p`)
}

/** Removes expired data, a part at a time. */
export async function purgePast(db: Db, before: number): Promise<void> {
  await db.run(sql`delete from link_observation where until is not null and until < ${before}`)
  await db.run(sql`delete from device_presence_interval where until is not null and until < ${before}`)
  await db.run(sql`delete from device_properties_interval where until is not null and until < ${before}`)
  await db.run(sql`delete from removed_device_interval where until < ${before}`)
  await db.run(sql`delete from removed_device_link where until < ${before}`)
  await db.run(sql`delete from removed_device where at < ${before}`)
}

export function scenesOf(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<{ id: number; scene_id: number }[]> {
  return db.rows(sql`
    select id, scene_id from device_view d where id = any(${[...ids]}::int[]) and scene_id is not null and ${access.sees(sql`d.scene_id`)}`)
}
