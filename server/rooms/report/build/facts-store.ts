import sql from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'
import type { Span, Stay } from './availability-rules.ts'
import type { MaintenanceWindow } from './period-rules.ts'

export interface DeviceStay extends Stay {
  device_id: number
}

/**
 * Presence of the devices of a scene in a period, of those that connected at least once. Outages are complete, also
 * beyond it.
 */
export function listStays(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: Span,
  now: number,
): Promise<DeviceStay[]> {
  return db.rows<DeviceStay>(sql`
    select t.device_id, t.online, t.since as from, coalesce(t.until, ${now}) as to
    from device_presence_interval_view t join device_view d on d.id = t.device_id join device_state_view s on s.device_id = t.device_id
    where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and d.scene_id = ${scene_id} and s.since > 0
      and t.since < ${to} and coalesce(t.until, ${now}) > ${from}
    order by t.device_id, t.since`)
}

export interface Maintenance extends MaintenanceWindow {
  device_id: number | null
  below: boolean
}

/** Maintenance of a scene in a period; maintenance for other alarm types only does not count. */
export function listMaintenance(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: Span,
): Promise<Maintenance[]> {
  return db.rows<Maintenance>(sql`
    select a.device_id, a.below, a.from_at, a.to_at, a.weekdays, a.minute_from, a.minute_to
    from alarm_silence_view a join scene_view c on c.id = ${scene_id} and a.team_id = c.team_id
    where ${access.sees(sql`c.id`)} and a.kind = 1 and a.type in ('', 'dev_offline') and a.from_at < ${to} and coalesce(a.to_at, ${to}) > ${from}
      and (a.scene_id = c.id or exists (select 1 from device_view d where d.id = a.device_id and d.scene_id = c.id)
        or exists (select 1 from scene_group_member_view m where m.group_id = a.group_id and m.scene_id = c.id)
        or (a.scene_id is null and a.device_id is null and a.group_id is null))
    limit 1000`)
}

export interface ReportLineOutage extends Span {
  device_id: number
  key: string
}

/** When lines to the internet were down. */
export function listReportLineOutages(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: Span,
  now: number,
): Promise<ReportLineOutage[]> {
  return db.rows<ReportLineOutage>(sql`
    select s.device_id, s.key, s.from_at as from, least(s.to_at, ${now})::int as to from condition_interval_view s
    where s.scene_id = ${scene_id} and ${access.sees(sql`s.scene_id`)} and s.type = 'dev_wan_disconnect' and s.from_at < ${to} and s.to_at > ${from}
    order by 1, 2, 3 limit 50000`)
}

export interface AlarmSum {
  type: string
  level: number
  alarms: number
  times: number
  open: number
  /** Average seconds from raised to resolved, of resolved ones; null: none is. */
  recovery: number | null
}

/** Alarms raised in a period, by type; alarms below another alarm are included in their number. */
export function sumAlarms({ db, access }: QueryContext, scene_id: number, { from, to }: Span): Promise<AlarmSum[]> {
  return db.rows<AlarmSum>(sql`
    select a.type, min(a.level)::int as level, count(*)::int as alarms, sum(a.cnt)::int as times,
      (count(*) filter (where a.ended_at is null))::int as open, (avg(a.ended_at - a.first_at) filter (where a.ended_at is not null))::float8 as recovery
    from alarm_view a where a.scene_id = ${scene_id} and ${access.sees(sql`a.scene_id`)} and a.first_at >= ${from} and a.first_at < ${to}
      and a.is_root group by 1 order by 2, 3 desc, 1`)
}

export interface DeviceTraffic {
  device_id: number
  rx: number
  tx: number
}

/** Traffic through the uplinks of devices, of whole hours. */
export function sumTraffic(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: Span,
): Promise<DeviceTraffic[]> {
  return db.rows<DeviceTraffic>(sql`
    select h.device_id, sum(h.rx)::float8 as rx, sum(h.tx)::float8 as tx from telemetry_1h_view h join device_view d on d.id = h.device_id
    where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)} and h.ts >= ${from} and h.ts < ${to}
    group by 1 having sum(h.rx) + sum(h.tx) > 0 order by sum(h.rx) + sum(h.tx) desc limit 20`)
}

export interface ReportedChangeRow {
  at: number
  account: string
  channel: string
  call: string
  name: string
}

/** Operations on a scene in a period, newest first, and their number. */
export async function listChanges(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: Span,
  limit: number,
): Promise<{ total: number; list: ReportedChangeRow[] }> {
  const list = await db.rows<ReportedChangeRow & { total: number }>(sql`
    select o.at, o.account, o.channel, o.call, o.name, count(*) over ()::int as total from audit_log_view o
    where o.scene_id = ${scene_id} and ${access.sees(sql`o.scene_id`)} and ${access.owns(sql`o.team_id`)} and o.at >= ${from} and o.at < ${to}
    order by o.id desc limit ${limit}`)
  return { total: list[0]?.total ?? 0, list }
}
