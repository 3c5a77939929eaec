import sql from 'sql-template-tag'
import type { InterfaceFact, RadioFact } from '@belvedere/drivers/kit/facts.ts'
import { jsonTexts, numbers, texts } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import { storeSeconds as now } from '../../../kernel/database/store-clock.ts'
import type { OwnTime } from './uptime-rules.ts'

/** The current state from one report; null: not reported, the old value stays. */
export interface StateRow {
  device_id: number
  /** Reports by another session than the current one are outdated. */
  session: string | null
  /** The first uptime of the batch, and the device's clock with it and with the last one. */
  first_uptime: number | null
  first_clock: number | null
  clock: number | null
  cpu: number | null
  mem: number | null
  temp: number | null
  load: number | null
  uptime: number | null
  terminals: number | null
  rx_bps: number | null
  tx_bps: number | null
  wan_ip: string | null
  lan_ip: string | null
  config_uuid: number | null
  /** When it reported that number. */
  config_at: number | null
  uplinks: string | null
  powers: string | null
  upstream: string | null
}

/** A device whose own time is not continuous. */
export interface Leap extends OwnTime {
  device_id: number
  /** Seconds since it was last seen. */
  elapsed: number
}

/** Devices of a scene, 0 for unclaimed ones, and those of them that may have restarted, with their former values. */
export interface WrittenScene {
  scene_id: number
  ids: number[]
  leaps: Leap[] | null
}

/** Sorted by device, one row each. */
export function writeStates(db: Db, rows: readonly StateRow[]): Promise<WrittenScene[]> {
  const column = (key: Exclude<keyof StateRow, 'session' | 'wan_ip' | 'lan_ip' | 'uplinks' | 'powers' | 'upstream'>) =>
    numbers(rows.map((row) => row[key]))
  return db.rows(sql`
    with told as (
      select * from unnest(
        ${column('device_id')}::int[], ${texts(rows.map(({ session }) => session))}, ${column('first_uptime')}::bigint[], ${column('first_clock')}::bigint[],
        ${column('clock')}::bigint[], ${column('cpu')}::smallint[], ${column('mem')}::smallint[],
        ${column('temp')}::smallint[], ${column('load')}::int[], ${column('uptime')}::bigint[], ${column('terminals')}::int[],
        ${column('rx_bps')}::bigint[], ${column('tx_bps')}::bigint[], ${texts(rows.map(({ wan_ip }) => wan_ip))}, ${texts(rows.map(({ lan_ip }) => lan_ip))},
        ${column('config_uuid')}::bigint[], ${column('config_at')}::bigint[], ${texts(rows.map(({ uplinks }) => uplinks))}, ${texts(rows.map(({ powers }) => powers))},
        ${texts(rows.map(({ upstream }) => upstream))}
      ) as t(device_id, session, first_uptime, first_clock, clock, cpu, mem, temp, load, uptime, terminals, rx_bps, tx_bps, wan_ip, lan_ip, config_uuid, config_at, uplinks, powers, upstream)
    ), held as (
      select s.device_id, s.uptime, s.clock, s.seen_at from device_state s join told t on t.device_id = s.device_id
      where s.device_id = any(${column('device_id')}::int[]) and (t.session is null or s.session is null or s.session = t.session)
      order by 1 for no key update of s
    ), written as (
      update device_state s set seen_at = ${now}, clock = case when t.uptime is null then s.clock else t.clock end, cpu = coalesce(t.cpu, s.cpu), mem = coalesce(t.mem, s.mem),
        temp = coalesce(t.temp, s.temp), load = coalesce(t.load, s.load), uptime = coalesce(t.uptime, s.uptime),
        terminals = coalesce(t.terminals, s.terminals), rx_bps = coalesce(t.rx_bps, s.rx_bps), tx_bps = coalesce(t.tx_bps, s.tx_bps),
        wan_ip = coalesce(t.wan_ip, s.wan_ip), lan_ip = coalesce(t.lan_ip, s.lan_ip), config_uuid = coalesce(t.config_uuid, s.config_uuid), config_at = coalesce(t.config_at, s.config_at),
        uplinks = coalesce(t.uplinks, s.uplinks), powers = coalesce(t.powers, s.powers), upstream = coalesce(t.upstream, s.upstream)
      from told t join held using (device_id) where s.device_id = t.device_id
      returning s.device_id, case when (t.session is null or t.session = s.session)
          and (t.first_uptime < held.uptime or t.first_clock - t.first_uptime > held.clock - held.uptime) then
        json_build_object('device_id', s.device_id, 'uptime', held.uptime, 'clock', held.clock, 'elapsed', ${now} - held.seen_at) end as leap
    )
    select coalesce(d.scene_id, 0) as scene_id, array_agg(w.device_id) as ids, json_agg(w.leap) filter (where w.leap is not null) as leaps from written w join device d on d.id = w.device_id group by 1`)
}

/** Sorted by device, one row each. Devices that were released meanwhile are skipped. */
export async function writeDetails(
  db: Db,
  rows: readonly { device_id: number; at: number; facts: string }[],
): Promise<void> {
  await db.run(sql`
    insert into device_detail (device_id, at, facts)
    select t.device_id, t.at, t.facts::json
    from unnest(${numbers(rows.map(({ device_id }) => device_id))}::int[], ${numbers(rows.map(({ at }) => at))}::bigint[], ${jsonTexts(rows.map(({ facts }) => facts))}) as t(device_id, at, facts)
    where exists (select 1 from device d where d.id = t.device_id)
    order by t.device_id
    on conflict (device_id) do update set at = excluded.at, facts = excluded.facts`)
}

/** The last counters of devices that this process has not received a report of. */
export async function findCounters(
  db: Db,
  ids: readonly number[],
): Promise<{ device_id: number; at: number; interfaces: InterfaceFact[]; radios: RadioFact[] }[]> {
  return db.rows(sql`
    select device_id, at, coalesce(facts -> 'interfaces', '[]') as interfaces, coalesce(facts -> 'radios', '[]') as radios from device_detail where device_id = any(${ids}::int[])`)
}
