import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { isOnline } from '../../devices/online-store.ts'
import { allOf, pageOf } from '../../kernel/page.ts'

/** One terminal as reported by one device. */
export interface Sighting {
  device_id: number
  mac: string
  at: number
  link: number
  rank: number
  ip: string | null
  hostname: string | null
  dhcp_class: string | null
  ssid: string | null
  port: string | null
  vlan: number | null
  signal: number | null
  up_kbps: number | null
  down_kbps: number | null
  up_bytes: number | null
  down_bytes: number | null
  /** Start of this connection, if reported. */
  since: number | null
}

/**
 * Access points behind a router are devices, not terminals: those of the same customer that have connected. A serial
 * number that another team registered, or that never connected, hides no terminal. One index look-up for each address.
 */
const isDevice = (scene_id: Sql, mac: Sql) => sql`coalesce((
  select w.seen_at > 0 from device_view own join scene_view o on o.id = own.scene_id join device_state_view w on w.device_id = own.id
  where own.serial = translate(${mac}::text, ':', '') and o.team_id = (select c.team_id from scene_view c where c.id = ${scene_id})), false)`

/** Seconds after which a report no longer has priority over one of a lower rank: more than two complete writes. */
const STALE = 300

/**
 * Merges reports into the terminals of the devices' scenes; unclaimed devices have none. A device of a lower rank than
 * the current one adds only what that one cannot see (address, name).
 */
export async function saveSightings(db: Db, list: readonly Sighting[]): Promise<void> {
  type TextColumn = 'mac' | 'ip' | 'hostname' | 'dhcp_class' | 'ssid' | 'port'
  const column = (key: Exclude<keyof Sighting, TextColumn>) => numbers(list.map((one) => one[key]))
  const text = (key: TextColumn) => texts(list.map((one) => one[key]))
  await db.run(sql`
    insert into terminal as t (scene_id, mac, device_id, link, rank, ip, hostname, ssid, port, vlan, signal, up_kbps, down_kbps, up_bytes,
      down_bytes, since, first_seen, last_seen, dhcp_class)
    select distinct on (d.scene_id, s.mac) d.scene_id, s.mac, s.device_id, s.link, s.rank, s.ip, s.hostname, s.ssid, s.port, s.vlan, s.signal,
      s.up_kbps, s.down_kbps, s.up_bytes, s.down_bytes, coalesce(s.since, s.at), s.at, s.at, s.dhcp_class
    from unnest(
      ${column('device_id')}::int[], ${text('mac')}::macaddr[], ${column('at')}::bigint[], ${column('link')}::smallint[], ${column('rank')}::smallint[],
      ${text('ip')}, ${text('hostname')}, ${text('ssid')}, ${text('port')}, ${column('vlan')}::smallint[],
      ${column('signal')}::smallint[], ${column('up_kbps')}::int[], ${column('down_kbps')}::int[], ${column('up_bytes')}::bigint[],
      ${column('down_bytes')}::bigint[], ${column('since')}::bigint[], ${text('dhcp_class')}
    ) as s(device_id, mac, at, link, rank, ip, hostname, ssid, port, vlan, signal, up_kbps, down_kbps, up_bytes, down_bytes, since, dhcp_class)
    join device_view d on d.id = s.device_id and d.scene_id is not null
    where not ${isDevice(sql`d.scene_id`, sql`s.mac`)}
    order by d.scene_id, s.mac, s.rank desc, s.since desc nulls last, s.at desc
    on conflict (scene_id, mac) do update set
      (device_id, link, rank, online, ssid, port, vlan, signal, up_kbps, down_kbps, up_bytes, down_bytes, since, last_seen, ip, hostname, dhcp_class) = (
        select
          case when mine then excluded.device_id else t.device_id end,
          case when mine then excluded.link else t.link end,
          case when mine then excluded.rank else t.rank end,
          mine or t.online,
          case when mine then excluded.ssid else t.ssid end,
          case when mine then excluded.port else t.port end,
          case when mine then excluded.vlan else t.vlan end,
          case when mine then excluded.signal else t.signal end,
          case when mine then excluded.up_kbps else t.up_kbps end,
          case when mine then excluded.down_kbps else t.down_kbps end,
          case when mine then excluded.up_bytes else t.up_bytes end,
          case when mine then excluded.down_bytes else t.down_bytes end,
          case when not mine then t.since
            -- the device counts from association; jitter of a few seconds is not a new one
            when t.online and t.device_id = excluded.device_id and abs(excluded.since - t.since) < 90 then t.since
            when t.online and t.device_id = excluded.device_id and t.link = excluded.link and excluded.since = excluded.last_seen then t.since
            else excluded.since end,
          case when mine then greatest(excluded.last_seen, t.last_seen) else t.last_seen end,
          case when mine then coalesce(excluded.ip, t.ip) else coalesce(excluded.ip, t.ip) end,
          coalesce(excluded.hostname, t.hostname),
          coalesce(excluded.dhcp_class, t.dhcp_class)
        from (select not t.online or t.device_id = excluded.device_id or excluded.rank > t.rank or t.last_seen < excluded.last_seen - ${STALE}
          or (excluded.rank = 3 and t.rank = 3 and excluded.since > t.since) as mine) as who
      )
    where not t.online or t.device_id = excluded.device_id or excluded.rank > t.rank or t.last_seen < excluded.last_seen - ${STALE}
      or (excluded.rank = 3 and t.rank = 3 and excluded.since > t.since)
      or (excluded.ip is not null and excluded.ip is distinct from t.ip)
      or (excluded.hostname is not null and excluded.hostname is distinct from t.hostname)
      or (excluded.dhcp_class is not null and excluded.dhcp_class is distinct from t.dhcp_class)`)
}

/** The remaining terminals of a device at a given time. */
export interface DepartedTerminals {
  device_id: number
  at: number
  macs: readonly string[]
}

/** Terminals that a device no longer reports are offline. */
export async function markGone(db: Db, list: readonly DepartedTerminals[]): Promise<void> {
  await db.run(sql`
    with now as (
      select device_id, at, string_to_array(macs, ' ')::macaddr[] as macs
      from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${numbers(list.map(({ at }) => at))}::bigint[], ${texts(list.map(({ macs }) => macs.join(' ')))})
        as n(device_id, at, macs)
    ), gone as (
      select t.scene_id, t.mac from terminal t join now on now.device_id = t.device_id
      where t.online and t.last_seen <= now.at and t.mac <> all(now.macs) order by 1, 2 for update of t
    )
    update terminal t set online = false from gone where t.scene_id = gone.scene_id and t.mac = gone.mac`)
}

/** Terminals without a report since then are offline; old rows are removed. */
export async function expire(db: Db, stale: number, forgotten: number): Promise<number> {
  await db.run(sql`delete from terminal where not online and last_seen < ${forgotten}`)
  // a device that was taken for a terminal before it connected is not one
  await db.run(sql`
    delete from terminal t where t.online and t.last_seen < ${stale} and ${isDevice(sql`t.scene_id`, sql`t.mac`)}`)
  return db.run(sql`update terminal set online = false where online and last_seen < ${stale}`)
}

export interface StoredTerminalRow {
  id: number
  mac: string
  hostname: string | null
  ip: string | null
  link: 0 | 1 | 2 | 3
  ssid: string | null
  port: string | null
  vlan: number | null
  signal: number | null
  up_kbps: number | null
  down_kbps: number | null
  up_bytes: number | null
  down_bytes: number | null
  device_id: number
  device_name: string
  scene_id: number
  scene_name: string
  since: number
  first_seen: number
  last_seen: number
}

const row = sql`t.id, t.mac, t.hostname, t.ip, t.link, t.ssid, t.port, t.vlan, t.signal, t.up_kbps, t.down_kbps, t.up_bytes, t.down_bytes,
  t.device_id, d.name as device_name, t.scene_id, c.name as scene_name, t.since, t.first_seen, t.last_seen`
/** A terminal is online while its device is; the state of terminals behind an unknown device is not known. */
const online = sql`t.online and ${isOnline}`

export interface TerminalFilter {
  scene_id?: number
  device_id?: number
  link?: number
  ssid?: string
  wireless?: boolean
  search?: string
}

const conditions = (ctx: QueryContext, { scene_id, device_id, link, ssid, wireless, search }: TerminalFilter) =>
  allOf(
    online,
    ctx.access.sees(sql`t.scene_id`),
    scene_id ? sql`t.scene_id = ${scene_id}` : undefined,
    device_id ? sql`t.device_id = ${device_id}` : undefined,
    link !== undefined && link >= 0 ? sql`t.link = ${link}` : undefined,
    wireless ? sql`t.link > 0` : undefined,
    ssid ? sql`t.ssid = ${ssid}` : undefined,
    search ? matching(search.trim()) : undefined,
  )

function matching(typed: string) {
  const hex = typed.replace(/[:.\-\s]/g, '').toLowerCase()
  const mac = /^[0-9a-f]{2,12}$/.test(hex) ? sql`or replace(t.mac::text, ':', '') like ${`%${hex}%`}` : sql``
  return sql`(${containsSql(typed, [sql`t.hostname`])} or t.ip like ${`${typed.replace(/[\\%_]/g, '\\$&')}%`} ${mac})`
}

export function listTerminals(
  ctx: QueryContext,
  input: In<typeof onlineCalls.all> & TerminalFilter,
): Promise<TableOut<StoredTerminalRow>> {
  return pageOf<StoredTerminalRow>(ctx.db, input, {
    from: sql`terminal t join device_state_view s on s.device_id = t.device_id ${/^device_name/.test(input.orderby ?? '') ? sql`join device_view d on d.id = t.device_id` : sql``}
      ${/^scene_name/.test(input.orderby ?? '') ? sql`join scene_view c on c.id = t.scene_id` : sql``}`,
    id: sql`t.id`,
    where: conditions(ctx, input),
    order: {
      id: sql`t.id`,
      hostname: sql`t.hostname`,
      mac: sql`t.mac`,
      ip: sql`t.ip`,
      link: sql`t.link`,
      ssid: sql`t.ssid`,
      signal: sql`t.signal`,
      up_kbps: sql`t.up_kbps`,
      down_kbps: sql`t.down_kbps`,
      since: sql`t.since`,
      first_seen: sql`t.first_seen`,
      last_seen: sql`t.last_seen`,
      device_name: sql`d.name`,
      scene_name: sql`c.name`,
    },
    select: row,
    join: sql`join terminal t on t.id = page.id join device_view d on d.id = t.device_id join scene_view c on c.id = t.scene_id`,
  })
}

/** Terminals connected to one device, the strongest first. */
export function listOfDevice(ctx: QueryContext, device_id: number, limit = 500): Promise<StoredTerminalRow[]> {
  return ctx.db.rows<StoredTerminalRow>(sql`
    select ${row} from terminal t join device_view d on d.id = t.device_id join device_state_view s on s.device_id = d.id join scene_view c on c.id = t.scene_id
    where ${conditions(ctx, { device_id })} order by t.link desc, t.signal desc nulls last, t.mac limit ${limit}`)
}

/** A terminal with its current or former device. */
export interface SeenTerminal extends StoredTerminalRow {
  online: 0 | 1
  device_sn: string
  device_type: IdOf<typeof deviceType>
}

/** One hardware address in all places, also former ones, the latest first. */
export function listOfMac(ctx: QueryContext, mac: string, limit: number): Promise<SeenTerminal[]> {
  return ctx.db.rows<SeenTerminal>(sql`
    select ${row}, (${online})::int as online, d.serial as device_sn, d.type as device_type
    from terminal t join device_view d on d.id = t.device_id join device_state_view s on s.device_id = d.id join scene_view c on c.id = t.scene_id
    where t.mac = ${mac}::macaddr and ${ctx.access.sees(sql`t.scene_id`)} order by t.last_seen desc limit ${limit}`)
}

/** Terminals online by scene and link. */
export function countByScene(
  ctx: QueryContext,
  scene_ids?: number[],
): Promise<{ scene_id: number; link: 0 | 1 | 2 | 3; online: number }[]> {
  return ctx.db.rows(sql`
    select t.scene_id, t.link, count(*)::int as online from terminal t join device_state_view s on s.device_id = t.device_id
    where ${conditions(ctx, {})} and ${scene_ids ? sql`t.scene_id = any(${scene_ids}::int[])` : sql`true`} group by 1, 2`)
}

/** Which of these hardware or network addresses are terminals of the scene, online or not. */
export async function terminalsAmong(
  { db, access }: QueryContext,
  scene_id: number,
  request: readonly { ip: string; mac: string | null }[],
): Promise<(one: { ip: string; mac: string | null }) => boolean> {
  const rows = await db.rows<{ mac: string; ip: string | null }>(sql`
    select t.mac::text as mac, t.ip from terminal t
    where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and (t.mac = any(${request.flatMap(({ mac }) => mac ?? [])}::macaddr[])
      or t.online and t.ip = any(${request.map(({ ip }) => ip)}::text[]))`)
  const known = new Set(rows.flatMap(({ mac, ip }) => [mac, ip ?? mac]))
  return ({ ip, mac }) => known.has(ip) || (mac !== null && known.has(mac))
}
