import sql from 'sql-template-tag'
import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { ViewAlarm } from './scene-view.ts'

/** Days of alarms that a patrol reads. */
const DAYS = 7

export interface SceneFacts {
  time_zone: string
  endless_shares: number
  overdue_days: number
}

/** Days after which a team's backups are overdue by default. */
const OVERDUE = 7

export function findScene({ db, access }: QueryContext, scene_id: number): Promise<SceneFacts | undefined> {
  return db.find<SceneFacts>(sql`
    select s.time_zone,
      (select count(*)::int from scene_guest_view g where g.scene_id = s.id and g.mode in (1, 2) and g.expires_at is null) as endless_shares,
      coalesce((select p.overdue_days from device_backup_policy_view p where p.team_id = s.team_id), ${OVERDUE}) as overdue_days
    from scene_view s where s.id = ${scene_id} and ${access.sees(sql`s.id`)}`)
}

export interface DeviceSeen {
  id: number
  name: string
  sn: string
  mac: string | null
  type: number
  vendor: string
  model: string
  firmware: string
  online: boolean
  since: number
  simulated: boolean
  claimed_at: number
  verbs: string[]
  sync: number
  facts: Omit<DeviceFacts, 'terminals'> | null
  facts_at: number
  backup_at: number | null
  cpu: number | null
  mem: number | null
  temp: number | null
  total: number
  weak: number
}

/** Devices of a scene with all data of a patrol. Signals below -75 dBm are weak. */
export function listSeen({ db, access }: QueryContext, scene_id: number, now: number): Promise<DeviceSeen[]> {
  return db.rows<DeviceSeen>(sql`
    with own as materialized (select d.id from device_view d where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)}),
    day as materialized (
      select h.device_id, avg(h.cpu) / 10 as cpu, avg(h.mem) / 10 as mem, avg(h.temp) / 10 as temp
      from telemetry_1h_view h where h.device_id in (select id from own) and h.ts >= ${now - 86_400} and h.ts <= ${now} group by 1),
    air as materialized (
      select t.device_id, count(*)::int as total, (count(*) filter (where t.signal < -75))::int as weak
      from terminal_view t where t.scene_id = ${scene_id} and t.online and t.is_wireless group by 1)
    select d.id, d.name, d.serial as sn, d.mac, d.type, d.vendor, d.model, d.firmware, s.online, s.since, d.simulated,
      coalesce(d.claimed_at, d.created_at) as claimed_at, d.verbs, case when exists (select from config_lock_view h where h.device_id = d.id) then 2 else coalesce(c.sync, 0) end as sync, t.facts, coalesce(t.at, 0) as facts_at,
      (select b.created_at from device_backup_view b where b.device_id = d.id and b.newest) as backup_at,
      day.cpu::float8 as cpu, day.mem::float8 as mem, day.temp::float8 as temp, coalesce(air.total, 0) as total, coalesce(air.weak, 0) as weak
    from own join device_view d on d.id = own.id join device_state_view s on s.device_id = d.id
      left join device_detail_view t on t.device_id = d.id left join device_config_view c on c.device_id = d.id
      left join day on day.device_id = d.id left join air on air.device_id = d.id
    order by d.id`)
}

export function listAlarms({ db, access }: QueryContext, scene_id: number, now: number): Promise<ViewAlarm[]> {
  return db.rows<ViewAlarm>(sql`
    select a.device_id, a.type, a.key, a.level, a.cnt, a.is_open and a.ended_at is null as open, a.last_at
    from alarm_view a where a.scene_id = ${scene_id} and ${access.sees(sql`a.scene_id`)}
      and (a.last_at >= ${now - DAYS * 86_400} or (a.is_open and a.ended_at is null)) and a.device_id is not null
    order by a.id desc limit 20000`)
}

/** Reported addresses of online terminals. */
export async function listAddresses({ db, access }: QueryContext, scene_id: number): Promise<string[]> {
  const rows = await db.rows<{ ip: string }>(sql`
    select t.ip from terminal_view t where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and t.online and t.ip is not null limit 100000`)
  return rows.map(({ ip }) => ip)
}
