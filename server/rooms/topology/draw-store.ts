import sql from 'sql-template-tag'
import { wasAt } from './store.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { isOnline, joinsGateway, onlineHere, unknownSince } from '../../devices/online-store.ts'
import type { PortFlowReading } from './flow.ts'

/** The settings of a radio. */
export interface RadioSet {
  band: string
  channel: number
  width: number
  power: number | null
}

/** The configuration that was sent last and accepted. */
export interface ConfigThen {
  id: number
  uuid: number
  at: number
}

/** A device with the data for drawing. */
export interface DrawnDevice {
  id: number
  sn: string
  type: 0 | 1 | 2 | 3 | 4 | 7
  name: string
  model: string
  mac: string | null
  ip: string | null
  online: boolean
  /** The gateway of the device was lost; absent: for the past. */
  unknown?: boolean
  since: number
  /** Tenths of a percent. */
  cpu: number | null
  mem: number | null
  terminals: number | null
  ssids: string[]
  alarm: 1 | 2 | 3 | null
  firmware: string
  radios: RadioSet[]
  config: ConfigThen | null
  /** It was removed since. */
  removed: boolean
  /** By socket. */
  flows: Record<string, PortFlowReading> | null
}

export function listDrawn({ db, access }: QueryContext, scene_id: number): Promise<DrawnDevice[]> {
  return db.rows(sql`
    select d.id, d.serial as sn, d.type, d.name, d.model, d.mac,
      coalesce(case when d.is_gateway then s.wan_ip end, s.lan_ip, s.wan_ip) as ip, ${onlineHere} as online,
      ${unknownSince} is not null as unknown, s.since, s.cpu, s.mem, s.terminals,
      coalesce(t.ssids, '{}') as ssids, a.level as alarm, f.ports as flows, d.firmware, coalesce(t.radios, '[]') as radios, false as removed,
      case when v.settled_at is not null then json_build_object('id', v.id, 'uuid', v.uuid, 'at', v.settled_at) end as config
    from device_view d join device_state_view s on s.device_id = d.id
      ${joinsGateway}
      left join topology_node t on t.device_id = d.id left join topology_flow f on f.device_id = d.id
      left join device_config_view c on c.device_id = d.id left join device_revision_view v on v.id = c.desired_id
      left join (select device_id, min(level) as level from alarm_view where scene_id = ${scene_id} and is_open group by 1) a on a.device_id = d.id
    where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

/** Seconds within which a sample describes the state of a device. */
const NEAR = 900

/** The same at a past time: states by interval, figures by the preceding sample, alarms that lasted. */
export function listDrawnAt(
  { db, access }: QueryContext,
  scene_id: number,
  at: number,
): Promise<(DrawnDevice & Past)[]> {
  return db.rows(sql`
    select y.device_id as id, coalesce(d.serial, w.serial) as sn, coalesce(w.type, d.type, 7) as type, coalesce(w.name, d.name, '') as name,
      coalesce(w.model, d.model, '') as model, coalesce(w.firmware, d.firmware, '') as firmware, coalesce(d.mac, g.mac) as mac,
      coalesce(w.radios, '[]') as radios, d.id is null as removed,
      case when r.id is not null then json_build_object('id', r.id, 'uuid', r.uuid, 'at', r.settled_at) end as config,
      coalesce(case when d.is_gateway then s.wan_ip end, s.lan_ip, s.wan_ip, g.ip) as ip, y.online, y.since,
      case when y.online then coalesce(t.cpu, m.cpu) end as cpu, case when y.online then coalesce(t.mem, m.mem) end as mem,
      case when y.online then coalesce(t.terminals, m.terminals) else 0 end as terminals,
      coalesce(n.ssids, '{}') as ssids, a.level as alarm, null as flows, i.names, case when y.online then t.traffic end as traffic
    from (select distinct on (device_id) device_id, online, since from (
          select device_id, online, since from device_presence_interval
          where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and since <= ${at} and (until is null or until > ${at})
          union all select device_id, online, since from removed_device_interval
          where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and since <= ${at} and until > ${at}) all_of
        order by device_id, since desc) y
      left join device_view d on d.id = y.device_id left join device_state_view s on s.device_id = d.id
      left join removed_device g on g.device_id = y.device_id ${wasAt(sql`y.device_id`, at)}
      left join lateral (select v.id, v.uuid, v.settled_at from device_revision_view v
        where v.device_id = y.device_id and v.state = 1 and v.settled_at <= ${at} order by v.uuid desc limit 1) r on true
      left join topology_node n on n.device_id = d.id left join device_interface_view i on i.device_id = d.id
      left join lateral (select cpu, mem, terminals, traffic from telemetry_sample_view x
        where x.device_id = y.device_id and x.ts <= ${at} and x.ts > ${at - NEAR} order by x.ts desc limit 1) t on true
      left join lateral (select cpu, mem, terminals from telemetry_5m_view x
        where x.device_id = y.device_id and x.ts <= ${at} and x.ts > ${at - NEAR} order by x.ts desc limit 1) m on t is null
      left join (select device_id, min(level) as level from alarm_view
        where scene_id = ${scene_id} and first_at <= ${at} and (ended_at is null or ended_at > ${at}) group by 1) a on a.device_id = y.device_id
    order by y.device_id`)
}

export interface Past {
  names: string[] | null
  traffic: (number | null)[] | null
}

export interface FoldRow {
  device_id: number
  port: string
  ssid: string
  vlan: number
  link: number
  n: number
}

/** Terminals that are online, grouped by common properties. */
export function listFolds({ db, access }: QueryContext, scene_id: number): Promise<FoldRow[]> {
  return db.rows(sql`
    select t.device_id, coalesce(t.port, '') as port, coalesce(t.ssid, '') as ssid, coalesce(t.vlan, 0) as vlan, t.link, count(*)::int as n
    from terminal_view t join device_state_view s on s.device_id = t.device_id
    where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and t.online and ${isOnline} group by 1, 2, 3, 4, 5`)
}

export interface NodePosition {
  node: string
  x: number
  y: number
}

export function listPlaces({ db, access }: QueryContext, scene_id: number): Promise<NodePosition[]> {
  return db.rows(sql`
    select node, x, y from topology_place where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)}`)
}

export interface DrawingLayout {
  made_at: number
  arranged: boolean
  locked: boolean
}

export function findLayout({ db, access }: QueryContext, scene_id: number): Promise<DrawingLayout | undefined> {
  return db.find(sql`
    select made_at, arranged, locked from topology_layout where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)}`)
}

/** Sets the positions of nodes; `null` removes a position. */
export async function putPlaces(
  { db, access }: QueryContext,
  scene_id: number,
  places: readonly { node: string; x: number | null; y: number | null }[],
): Promise<void> {
  const nodes = texts(places.map(({ node }) => node))
  await db.run(sql`
    delete from topology_place p using unnest(${nodes}, ${numbers(places.map(({ x }) => x))}::int[]) as t(node, x)
    where p.scene_id = ${scene_id} and ${access.writes(sql`p.scene_id`)} and p.node = t.node and t.x is null`)
  await db.run(sql`
    insert into topology_place (scene_id, node, x, y)
    select s.id, t.node, t.x, t.y
    from unnest(${nodes}, ${numbers(places.map(({ x }) => x))}::int[], ${numbers(places.map(({ y }) => y))}::int[]) as t(node, x, y)
      join scene_view s on s.id = ${scene_id} and ${access.writes(sql`s.id`)}
    where t.x is not null order by t.node
    on conflict (scene_id, node) do update set x = excluded.x, y = excluded.y`)
}

/** Marks a layout: made, arranged by hand, locked. Missing fields stay. */
export async function putLayout(
  { db, access }: QueryContext,
  scene_id: number,
  { arranged, locked, by = '', now }: { arranged?: boolean; locked?: boolean; by?: string; now: number },
): Promise<void> {
  await db.run(sql`
    insert into topology_layout as l (scene_id, made_at, arranged, locked, changed_by)
    select s.id, ${now}, ${arranged ?? false}, ${locked ?? false}, ${by} from scene_view s where s.id = ${scene_id} and ${access.writes(sql`s.id`)}
    on conflict (scene_id) do update set arranged = coalesce(${arranged ?? null}::boolean, l.arranged),
      locked = coalesce(${locked ?? null}::boolean, l.locked), changed_by = ${by}`)
}

/** The layout, locked until the end of the transaction. */
export function holdLayout({ db, access }: QueryContext, scene_id: number): Promise<DrawingLayout | undefined> {
  return db.find(sql`
    select made_at, arranged, locked from topology_layout where scene_id = ${scene_id} and ${access.writes(sql`scene_id`)} for update`)
}

export interface TopologyEventRow {
  at: number
  what: 'offline' | 'online' | 'unlinked' | 'linked' | 'removed'
  device_id: number
  name: string
  port: string
  other: string
}

/** What appeared and disappeared in a period, the latest first. */
export function listHappened(
  { db, access }: QueryContext,
  scene_id: number,
  from: number,
  to: number,
  limit: number,
): Promise<TopologyEventRow[]> {
  return db.rows(sql`
    with all_of as (
      (select since as at, case when online then 'online' else 'offline' end as what, device_id, '' as port, '' as peer, '' as told
        from device_presence_interval y where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and since > ${from} and since <= ${to}
        and exists (select 1 from device_presence_interval b where b.device_id = y.device_id and b.until = y.since and b.online <> y.online)
        order by since desc limit ${limit})
      union all (select since, case when online then 'online' else 'offline' end, device_id, '', '', ''
        from removed_device_interval y where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and since > ${from} and since <= ${to}
        and exists (select 1 from removed_device_interval b where b.device_id = y.device_id and b.until = y.since and b.online <> y.online)
        order by since desc limit ${limit})
      union all (select at, 'removed', device_id, '', '', ''
        from removed_device where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and at > ${from} and at <= ${to}
        order by at desc limit ${limit})
      union all (select until, 'unlinked', device_id, port, peer, name
        from link_observation where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and source in (0, 1, 3) and until > ${from} and until <= ${to}
        order by until desc limit ${limit})
      union all (select since, 'linked', device_id, port, peer, name
        from link_observation where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and source in (0, 1, 3) and since > ${from} and since <= ${to}
        order by since desc limit ${limit})
      order by 1 desc limit ${limit}
    )
    select a.at, a.what, a.device_id, coalesce(nullif(d.name, ''), d.serial, nullif(w.name, ''), w.serial, '') as name, a.port,
      coalesce(nullif(o.name, ''), nullif(a.told, ''), a.peer) as other
    from all_of a left join device_view d on d.id = a.device_id
      left join lateral (select v.name, v.serial from device_properties_interval v where v.device_id = a.device_id order by v.since desc limit 1) w on d.id is null
      left join device_view o on o.serial = replace(a.peer, ':', '') and o.scene_id = ${scene_id}
    order by a.at desc, a.what, 4`)
}

/** How many things disappeared, in equal parts of a period. */
export function countGone(
  { db, access }: QueryContext,
  scene_id: number,
  from: number,
  to: number,
  parts: number,
): Promise<{ part: number; n: number }[]> {
  const part = (at: ReturnType<typeof sql>) =>
    sql`least(${parts - 1}, ((${at} - ${from}) * ${parts} / ${Math.max(1, to - from)}))::int`
  return db.rows(sql`
    select part, count(*)::int as n from (
      select ${part(sql`since`)} as part from device_presence_interval y where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and not online
        and since > ${from} and since <= ${to}
      union all select ${part(sql`until`)} from link_observation where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)} and source in (0, 1, 3)
        and until > ${from} and until <= ${to}
    ) x group by 1`)
}

/** The earliest time with data. */
export async function findOldest({ db, access }: QueryContext, scene_id: number): Promise<number | undefined> {
  const { oldest } = await db.one<{ oldest: number | null }>(sql`
    select least(
      (select min(since) from device_presence_interval where scene_id = ${scene_id} and until is null and ${access.sees(sql`scene_id`)}),
      (select min(since) from device_presence_interval where scene_id = ${scene_id} and until is not null and ${access.sees(sql`scene_id`)}),
      (select min(since) from removed_device_interval where scene_id = ${scene_id} and ${access.sees(sql`scene_id`)})) as oldest`)
  return oldest ?? undefined
}

/** Octets through one socket, in steps; none where the device did not report. */
export function listFlow(
  { db, access }: QueryContext,
  request: { scene_id: number; device_id: number; port: string; from: number; to: number; step: number },
): Promise<{ ts: number; span: number; rx: number; tx: number }[]> {
  const { scene_id, device_id, port, from, to, step } = request
  return db.rows(sql`
    with place as (
      select 2 + 2 * array_position(i.names, ${port}::text) as n from device_interface_view i join device_view d on d.id = i.device_id
      where i.device_id = ${device_id} and d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)}
    )
    select (ts / ${step} * ${step})::int as ts, sum(traffic[1])::float8 as span, sum(traffic[place.n])::float8 as rx, sum(traffic[place.n + 1])::float8 as tx
    from telemetry_sample_view, place
    where device_id = ${device_id} and ts >= ${from} and ts < ${to} and place.n is not null and traffic[place.n] is not null and traffic[1] > 0
    group by 1 order by 1`)
}

/** Wireless networks whose name contains a text; devices are scanned, one narrow row each. */
export function findSsids(
  { db, access }: QueryContext,
  typed: string,
  most: number,
): Promise<{ ssid: string; scene_id: number; scene_name: string; device_cnt: number; online_cnt: number }[]> {
  const text = typed.trim().replace(/[\\%_]/g, '\\$&')
  return db.rows(sql`
    select n.ssid, d.scene_id, c.name as scene_name, count(*)::int as device_cnt, count(*) filter (where ${isOnline})::int as online_cnt
    from (select t.device_id, u as ssid from topology_node t, unnest(t.ssids) u where u ilike ${`%${text}%`}) n
      join device_view d on d.id = n.device_id join device_state_view s on s.device_id = d.id join scene_view c on c.id = d.scene_id
    where ${access.sees(sql`d.scene_id`)}
    group by 1, 2, 3 order by n.ssid ilike ${`${text}%`} desc, count(*) desc, 1, 2 limit ${most}`)
}
