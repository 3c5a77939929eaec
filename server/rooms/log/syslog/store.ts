import sql from 'sql-template-tag'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { type SyslogAnswer, type SyslogSourceRequest } from '../../../devices/syslog-link.ts'

export interface SourceRow {
  id: number
  name: string
  scene_id: number
  scene_name: string
  address: string
  created_at: number
  created_by: string
  seen_at: number
}

/** Addresses of one host are written without their prefix length. */
const plain = sql`coalesce(case when masklen(y.address) = case family(y.address) when 4 then 32 else 128 end then host(y.address) else y.address::text end, '')`

export function listSources({ db, access }: QueryContext, scene_id: number): Promise<SourceRow[]> {
  return db.rows(sql`
    select y.id, y.name, y.scene_id, s.name as scene_name, ${plain} as address, y.created_at, y.created_by, y.seen_at
    from syslog_source y join scene_view s on s.id = y.scene_id
    where ${access.ownsScene(sql`y.scene_id`)} and ${scene_id ? sql`y.scene_id = ${scene_id}` : sql`true`}
    order by s.name, y.name, y.id limit 1000`)
}

/** Locked until the transaction ends. */
export function holdSource({ db, access }: QueryContext, id: number): Promise<SourceRow | undefined> {
  return db.find(sql`
    select y.id, y.name, y.scene_id, s.name as scene_name, ${plain} as address, y.created_at, y.created_by, y.seen_at
    from syslog_source y join scene_view s on s.id = y.scene_id
    where y.id = ${id} and ${access.writes(sql`y.scene_id`)} for update of y`)
}

export async function countSources({ db, access }: QueryContext, scene_id: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from syslog_source y where y.scene_id = ${scene_id} and ${access.writes(sql`y.scene_id`)}`,
  )
  return count
}

/** Devices of other teams last connected from there. */
export async function isForeign({ db }: QueryContext, scene_id: number, address: string): Promise<boolean> {
  const { foreign } = await db.one<{ foreign: boolean }>(sql`
    select exists (
      select from device_state_view t join device_view d on d.id = t.device_id join scene_view s on s.id = d.scene_id
      where case when t.address ~ '^([0-9]{1,3}[.]){3}[0-9]{1,3}$|^[0-9a-fA-F:]*:[0-9a-fA-F:]*$' then t.address::inet <<= network(${address}::inet) else false end
        and s.team_id <> (select o.team_id from scene_view o where o.id = ${scene_id})) as foreign`)
  return foreign
}

interface NewSource {
  scene_id: number
  name: string
  token_hash: Buffer | null
  address: string | null
  now: number
  by: string
}

/** Undefined when the address is in use. */
export async function addSource({ db }: QueryContext, one: NewSource): Promise<number | undefined> {
  const row = await db.find<{ id: number }>(sql`
    insert into syslog_source (scene_id, name, token_hash, address, created_at, created_by)
    values (${one.scene_id}, ${one.name}, ${one.token_hash}, network(${one.address}::inet), ${one.now}, ${one.by})
    on conflict do nothing returning id`)
  return row?.id
}

export async function removeSource({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from syslog_source y where y.id = ${id} and ${access.writes(sql`y.scene_id`)}`)
}

/** Seconds between two updates of a source's last use. */
const NOTE = 60

/** The scene of a sender, and its device: by its name, else by an address that only one device has. */
export async function findSender(
  db: Db,
  { address, token, host }: SyslogSourceRequest,
  now: number,
): Promise<SyslogAnswer> {
  const source = await db.find<{ id: number; scene_id: number; seen_at: number }>(
    token
      ? sql`select id, scene_id, seen_at from syslog_source where token_hash = decode(${token}, 'hex')`
      : sql`select id, scene_id, seen_at from syslog_source where address >>= ${address}::inet`,
  )
  if (!source) return { scene_id: 0, device_id: 0 }
  const { id, scene_id, seen_at } = source
  if (seen_at < now - NOTE) await db.run(sql`update syslog_source set seen_at = ${now} where id = ${id}`)
  const name = host.toLowerCase()
  const devices = await db.rows<{ id: number; named: boolean }>(sql`
    select d.id, ${name} <> '' and (lower(d.name) = ${name} or d.serial = ${name.replace(/[:-]/g, '')} or t.ip = ${name}) as named
    from device_view d left join monitored_device_view t on t.device_id = d.id left join device_state_view a on a.device_id = d.id
    where d.scene_id = ${scene_id} and (${name} <> '' and (lower(d.name) = ${name} or d.serial = ${name.replace(/[:-]/g, '')} or t.ip = ${name})
      or t.ip = ${address} or a.address = ${address} or a.lan_ip = ${address})
    order by named desc, d.id limit 3`)
  const named = devices.filter((device) => device.named)
  const [only, ...others] = named.length ? named : devices
  return { scene_id, device_id: only && others.length === 0 ? only.id : 0 }
}

export async function namesOfDevices(db: Db, ids: readonly number[]): Promise<[number, string][]> {
  const rows = await db.rows<{ id: number; name: string }>(
    sql`select id, coalesce(nullif(name, ''), serial) as name from device_view where id = any(${ids}::int[])`,
  )
  return rows.map(({ id, name }) => [id, name])
}
