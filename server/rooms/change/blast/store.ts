import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

export interface NetRow {
  id: number
  name: string
  sn: string
  type: number
  scene_id: number
  online: boolean
  /** The address from which it connects. */
  dials: string | null
  /** It has not reported its links yet: its dependants are not known. */
  untold: boolean
}

/** Every device in the scenes of the given devices. */
export function listBeside({ db, access }: QueryContext, ids: readonly number[]): Promise<NetRow[]> {
  return db.rows<NetRow>(sql`
    select d.id, d.name, d.serial as sn, d.type, d.scene_id, s.online, s.address as dials, f.facts -> 'interfaces' is null as untold
    from device_view d join device_state_view s on s.device_id = d.id left join device_detail_view f on f.device_id = d.id
    where ${access.sees(sql`d.scene_id`)} and d.scene_id in (
      select x.scene_id from device_view x where x.id = any(${ids}::int[]) and ${access.sees(sql`x.scene_id`)})
    order by d.id`)
}

/** Those of the devices that are online. */
export async function onlineOf({ db, access }: QueryContext, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d join device_state_view s on s.device_id = d.id
    where d.id = any(${ids}::int[]) and s.online and ${access.sees(sql`d.scene_id`)} order by d.id`)
  return rows.map(({ id }) => id)
}

/** The sockets of each device that supply power now. */
export function listPowering(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<{ device_id: number; ports: string[] }[]> {
  return db.rows(sql`
    select d.id as device_id, array_agg(i ->> 'name') as ports
    from device_view d join device_detail_view f on f.device_id = d.id, json_array_elements(f.facts -> 'interfaces') i
    where d.id = any(${ids}::int[]) and ${access.sees(sql`d.scene_id`)} and i -> 'name' is not null
      and ((i #>> '{poe,watt}')::numeric > 0 or i #>> '{poe,status}' ~* 'deliver')
    group by d.id`)
}

/** Terminals online now behind those devices. */
export async function countTerminals({ db, access }: QueryContext, ids: readonly number[]): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from terminal_view t join device_state_view s on s.device_id = t.device_id
    where t.device_id = any(${ids}::int[]) and t.online and s.online and ${access.sees(sql`t.scene_id`)}`)
  return n
}

/** Whether one of the devices connects from the address, or has a terminal with it. */
export async function isPathOf({ db }: QueryContext, ip: string, ids: readonly number[]): Promise<boolean> {
  const { way } = await db.one<{ way: boolean }>(sql`
    select exists (select 1 from device_state_view where device_id = any(${ids}::int[]) and address in (${ip}, ${`::ffff:${ip}`}))
      or exists (select 1 from terminal_view where device_id = any(${ids}::int[]) and ip = ${ip} and online) as way`)
  return way
}

/** Devices that a terminal of this address is connected to now, in scenes the caller sees. */
export async function devicesOfTerminal(
  { db, access }: QueryContext,
  ip: string,
  scene_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    select distinct t.device_id from terminal_view t
    where t.ip = ${ip} and t.online and t.scene_id = any(${scene_ids}::int[]) and ${access.sees(sql`t.scene_id`)} limit 100`)
  return rows.map(({ device_id }) => device_id)
}
