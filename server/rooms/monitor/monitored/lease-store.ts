import sql from 'sql-template-tag'
import type { Db } from '../../../kernel/db.ts'
import { LEASE_SECONDS } from '../../../devices/poll-link.ts'
import type { PlainMonitor } from './monitored-rules.ts'

/** Advisory lock for the assignment of leases. */
const LOCK = 6_214_075

const watched = sql`t.monitor ->> 'type' <> 'none' and d.scene_id is not null and not d.blocked`

/** Until the end of the transaction no other gateway renews its leases. Taken before any row of a device. */
export async function lockLeases(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/**
 * Renews the leases of a gateway within its fair share: it releases surplus devices, and takes unassigned ones and
 * those of silent gateways. Returns its current devices, and which of them belong to the teams `home`.
 */
export async function renewLeases(
  db: Db,
  gateway: string,
  home: readonly number[] = [],
): Promise<{ device_id: number; rev: number; home: boolean }[]> {
  await lockLeases(db)
  await db.run(sql`
    insert into poll_gateway (name, seen_at) values (${gateway}, now()) on conflict (name) do update set seen_at = now()`)
  // a time in the future: written before a clock was set back
  await db.run(sql`
    delete from poll_gateway where seen_at < now() - make_interval(secs => ${LEASE_SECONDS}) or seen_at > now() + make_interval(secs => ${LEASE_SECONDS})`)
  const { share } = await db.one<{ share: number }>(sql`
    select ceil((select count(*) from monitored_device t join device_view d on d.id = t.device_id where ${watched})
      / greatest((select count(*) from poll_gateway), 1)::numeric)::int as share`)
  await db.run(sql`
    update monitored_device set lease_by = null where lease_by = ${gateway} and device_id in (
      select device_id from monitored_device where lease_by = ${gateway} order by device_id offset ${share})`)
  await db.run(sql`
    update monitored_device t set lease_by = ${gateway}
    from (
      select t.device_id from monitored_device t join device_view d on d.id = t.device_id
      where ${watched} and (t.lease_by is null or not exists (select 1 from poll_gateway g where g.name = t.lease_by))
      order by t.device_id limit greatest(0, ${share} - (select count(*) from monitored_device where lease_by = ${gateway}))
    ) free where t.device_id = free.device_id`)
  return db.rows(sql`
    select t.device_id, t.rev, c.team_id = any(${home}::int[]) as home
    from monitored_device t join device_view d on d.id = t.device_id join scene_view c on c.id = d.scene_id
    where t.lease_by = ${gateway} and ${watched} order by t.device_id`)
}

export async function endLeases(db: Db, gateway: string): Promise<void> {
  await db.run(sql`update monitored_device set lease_by = null where lease_by = ${gateway}`)
  await db.run(sql`delete from poll_gateway where name = ${gateway}`)
}

export interface LeasedRow {
  device_id: number
  scene_id: number
  serial: string
  rev: number
  ip: string
  mac: string | null
  vendor: string
  model: string
  monitor: PlainMonitor
  sealed: string
  session: string | null
  home: boolean
}

export function listLeased(
  db: Db,
  gateway: string,
  ids: readonly number[],
  home: readonly number[] = [],
): Promise<LeasedRow[]> {
  return db.rows<LeasedRow>(sql`
    select d.id as device_id, d.scene_id, d.serial, t.rev, t.ip, d.mac, d.vendor, d.model, t.monitor, t.sealed,
      case when s.online then coalesce(s.session, '') end as session,
      c.team_id = any(${home}::int[]) as home
    from monitored_device t join device_view d on d.id = t.device_id join device_state_view s on s.device_id = d.id
      join scene_view c on c.id = d.scene_id
    where t.device_id = any(${ids}::int[]) and t.lease_by = ${gateway} and d.scene_id is not null`)
}
