import sql from 'sql-template-tag'
import type { Reach } from '../../../kernel/db.ts'

export interface NetRow {
  untold: boolean
  id: number
  serial: string
  name: string
  type: number
  scene_id: number
  online: boolean
  mac: string | null
  /** Address it dials from. */
  dials: string | null
  wan_ip: string | null
  lan_ip: string | null
  neighbours: { port?: string; mac?: string; addresses?: string[]; capabilities?: string[] }[] | null
  interfaces:
    | {
        name?: string
        role?: string
        mac?: string
        addresses?: string[]
        poe?: { watt?: number; status?: string }
      }[]
    | null
  wans: { up?: boolean; addresses?: string[] }[] | null
}

/** Every device of the scenes that the given devices are in, with what it last told of its links. */
export function listNet({ db, access }: Reach, ids: readonly number[]): Promise<NetRow[]> {
  return db.rows<NetRow>(sql`
    select d.id, d.serial, d.name, d.type, d.scene_id, s.online, d.mac, s.address as dials, s.wan_ip, s.lan_ip,
      f.facts -> 'neighbours' as neighbours, f.facts -> 'wans' as wans, f.facts -> 'interfaces' is null as untold,
      (select jsonb_agg(jsonb_build_object('name', i -> 'name', 'role', i -> 'role', 'mac', i -> 'mac', 'addresses', i -> 'addresses', 'poe', i -> 'poe'))
        from jsonb_array_elements(f.facts -> 'interfaces') i) as interfaces
    from device d join device_state s on s.device_id = d.id left join device_detail f on f.device_id = d.id
    where ${access.sees(sql`d.scene_id`)} and d.scene_id in (
      select x.scene_id from device x where x.id = any(${ids}::int[]) and ${access.sees(sql`x.scene_id`)})
    order by d.id`)
}

/** Terminals online now behind those devices. */
export async function countTerminals({ db, access }: Reach, ids: readonly number[]): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from terminal t join device_state s on s.device_id = t.device_id
    where t.device_id = any(${ids}::int[]) and t.online and s.online and ${access.sees(sql`t.scene_id`)}`)
  return n
}

/** Devices that a terminal of this address is connected to now, in scenes the caller sees. */
export async function devicesOfTerminal(
  { db, access }: Reach,
  ip: string,
  scene_ids: readonly number[],
): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    select distinct t.device_id from terminal t
    where t.ip = ${ip} and t.online and t.scene_id = any(${scene_ids}::int[]) and ${access.sees(sql`t.scene_id`)} limit 100`)
  return rows.map(({ device_id }) => device_id)
}
