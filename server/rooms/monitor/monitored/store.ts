import sql from 'sql-template-tag'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { PollReport } from '../../../devices/poll-link.ts'
import { addPolled, changePolled, clearPresence } from '../../device/api.ts'
import type { PlainMonitor } from './monitored-rules.ts'

export type KindId = string

/** A third-party device as stored. */
export interface MonitoredRow {
  id: number
  sn: string
  scene_id: number
  team_id: number
  name: string
  kind: KindId
  ip: string
  mac: string | null
  monitor: PlainMonitor
  sealed: string
  logo_id: number | null
}

const third = sql`d.id, d.serial as sn, d.scene_id, c.team_id, d.name, t.kind, t.ip, d.mac, t.monitor, t.sealed, t.logo_id`
const from = sql`device_view d join scene_view c on c.id = d.scene_id join monitored_device t on t.device_id = d.id`

export function findMonitored({ db, access }: QueryContext, id: number): Promise<MonitoredRow | undefined> {
  return db.find<MonitoredRow>(sql`select ${third} from ${from} where d.id = ${id} and ${access.sees(sql`d.scene_id`)}`)
}

/** Locked until the transaction ends. */
export function lockMonitored({ db, access }: QueryContext, id: number): Promise<MonitoredRow | undefined> {
  return db.find<MonitoredRow>(
    sql`select ${third} from ${from} where d.id = ${id} and ${access.writes(sql`d.scene_id`)} for update of d, t`,
  )
}

export interface NewMonitoredDevice {
  name: string
  kind: KindId
  ip: string
  mac: string | null
  vendor: string
  monitor: PlainMonitor
  logo_id: number | null
  by: string
  at: number
}

export interface NewMonitoredRow extends Omit<NewMonitoredDevice, 'by' | 'at'> {
  serial: string
}

/** Adds devices to a scene, in the given order. Secrets are sealed for a device's id, so they follow afterwards. */
export async function addMonitoredDevices(
  { db, access }: QueryContext,
  scene_id: number,
  list: readonly NewMonitoredRow[],
  { by, at }: Pick<NewMonitoredDevice, 'by' | 'at'>,
): Promise<{ id: number; serial: string }[]> {
  const made = await addPolled({ db, access }, scene_id, list, { by, at })
  const idOf = new Map(made.map(({ id, serial }) => [serial, id]))
  const rows = list.map(({ serial, kind, ip, monitor, logo_id }) => ({
    id: idOf.get(serial),
    kind,
    ip,
    monitor,
    logo_id,
  }))
  await db.run(sql`
    insert into monitored_device (device_id, kind, ip, monitor, logo_id)
    select id, kind, ip, monitor, logo_id
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as w(id int, kind text, ip text, monitor jsonb, logo_id int)`)
  return made
}

/** Stores secrets of devices that the same caller just added. */
export async function sealMonitored(
  { db, access }: QueryContext,
  list: readonly { id: number; sealed: string }[],
): Promise<void> {
  if (list.length === 0) return
  await db.run(sql`
    update monitored_device t set sealed = s.sealed
    from unnest(${numbers(list.map(({ id }) => id))}::int[], ${texts(list.map(({ sealed }) => sealed))}) as s(id, sealed)
    join device_view d on d.id = s.id
    where t.device_id = s.id and ${access.writes(sql`d.scene_id`)}`)
}

export async function changeMonitored(
  ctx: QueryContext,
  id: number,
  input: NewMonitoredDevice & { sealed: string },
): Promise<void> {
  const { kind, ip, monitor, logo_id, sealed } = input
  if (!(await changePolled(ctx, id, input))) return
  await ctx.db.run(sql`
    update monitored_device t set kind = ${kind}, ip = ${ip}, monitor = ${jsonText(monitor)}::jsonb, sealed = ${sealed},
      logo_id = ${logo_id}::int, rev = t.rev + 1
    where t.device_id = ${id}`)
}

/** It is no longer monitored, so its state is not known. */
export async function clearOutcome(ctx: QueryContext, id: number): Promise<void> {
  await clearPresence(ctx, id)
  await ctx.db.run(sql`
    delete from device_poll p using device_view d where d.id = p.device_id and d.id = ${id} and ${ctx.access.writes(sql`d.scene_id`)}`)
}

export interface ListedMonitored {
  id: number
  kind: KindId
  ip: string
  mac: string | null
  monitor: string
  port: number | null
  interval: number
  logo_id: number | null
  checked_at: number
  rtt_ms: number | null
  fault: string
  detail: string
  certificate_end: number | null
}

/** The list columns of third-party devices, by device. */
export function listMonitored({ db, access }: QueryContext, ids: readonly number[]): Promise<ListedMonitored[]> {
  return db.rows<ListedMonitored>(sql`
    select d.id, t.kind, t.ip, d.mac, t.monitor ->> 'type' as monitor, (t.monitor ->> 'port')::int as port,
      coalesce((t.monitor ->> 'interval')::int, 60) as interval,
      coalesce(t.logo_id, (select l.id from device_logo l where l.team_id = c.team_id and l.kind = t.kind)) as logo_id,
      coalesce(p.at, 0) as checked_at, p.rtt_us / 1000.0::float8 as rtt_ms, coalesce(p.fault, '') as fault,
      coalesce(p.detail, '') as detail, p.certificate_end
    from ${from} left join device_poll p on p.device_id = d.id
    where d.id = any(${ids}::int[]) and ${access.sees(sql`d.scene_id`)}`)
}

/** The addresses of the devices of a scene, to detect devices that a scan or a list contains already. */
export function listPlaces(
  { db, access }: QueryContext,
  scene_id: number,
): Promise<
  { id: number; name: string; ip: string | null; lan_ip: string | null; wan_ip: string | null; mac: string | null }[]
> {
  return db.rows(sql`
    select d.id, d.name, coalesce(t.ip, s.address) as ip, s.lan_ip, s.wan_ip, coalesce(d.mac, case when t.device_id is null then d.serial end) as mac
    from device_view d join device_state_view s on s.device_id = d.id left join monitored_device t on t.device_id = d.id
    where d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)}`)
}

/**
 * Stores results; those of devices that were removed or are no longer monitored are skipped. Returns the scenes that
 * display them.
 */
export function writeOutcomes(
  db: Db,
  reports: readonly PollReport[],
): Promise<{ device_id: number; scene_id: number }[]> {
  return db.rows(sql`
    with told as (
      select * from jsonb_to_recordset(${jsonText(reports)}::jsonb) as t(
        device_id int, at bigint, rtt_us int, fault text, detail text, certificate_end bigint)
    ), written as (
      insert into device_poll as p (device_id, at, rtt_us, fault, detail, certificate_end)
      select t.device_id, t.at, t.rtt_us, t.fault, t.detail, t.certificate_end
      from told t join monitored_device h using (device_id) where h.monitor ->> 'type' <> 'none' order by t.device_id
      for share of h
      on conflict (device_id) do update set at = excluded.at, rtt_us = excluded.rtt_us, fault = excluded.fault,
        detail = excluded.detail, certificate_end = coalesce(excluded.certificate_end, p.certificate_end)
      returning device_id
    )
    select w.device_id, coalesce(d.scene_id, 0) as scene_id from written w join device_view d on d.id = w.device_id`)
}
