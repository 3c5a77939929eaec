import type { DeviceScheme } from '@belvedere/pure/device/device-id.ts'
import sql from 'sql-template-tag'
import type { Beats } from '@belvedere/pure/time/silence.ts'
import { jsonText, numbers, texts } from '../../../kernel/columns.ts'
import type { Db } from '../../../kernel/db.ts'
import { storeSeconds as now } from '../../../kernel/database/store-clock.ts'
import {
  type Departure,
  type ResumedSession,
  type SessionsAnswer,
  type SessionsRequest,
} from '../../../devices/device-link.ts'

/** A connection takes over the state of its device; one that was online keeps its start time. */
const takenOver = sql`on conflict (device_id) do update set
  online = true, session = excluded.session, gateway_run = excluded.gateway_run,
  since = case when s.online then s.since else excluded.since end,
  seen_at = excluded.seen_at, address = excluded.address, config_uuid = excluded.config_uuid, config_at = excluded.config_at`

/** The stored facts of a serial number; `identity_digest` is the digest of the device's last report about itself. */
export interface DialingDevice {
  id: number
  serial: string
  scene_id: number | null
  blocked: boolean
  identity_digest: string
  /** Fingerprint of the key it is bound to. */
  key_fingerprint: string
}

/** A stored device, as a connecting device finds it. */
export interface Welcomed extends Omit<DialingDevice, 'id' | 'blocked' | 'identity_digest'> {
  /** Null: the device does not exist, but this key is revoked for its serial number. */
  id: number | null
  blocked: boolean
  /** The key that it presented is revoked for this serial number. */
  revoked: boolean
  /** It was marked online: it reported the same facts as before, with the key it is bound to. */
  let_in: boolean
}

/** A connecting device: the digest of what it reports about itself, and what is stored when it is admitted. */
export interface Comer extends Omit<Arrival, 'device_id'> {
  serial: string
  identity_digest: string
  /** '': it has none. */
  fingerprint: string
  ends_at: number
}

/**
 * Marks devices online that report the same facts as before, with the key they are bound to, and returns the stored
 * facts of all. One entry for each serial number. A certificate that lasts longer than the known ones is not refused,
 * but recorded.
 */
export function welcome(db: Db, list: readonly Comer[], gateway_run: number): Promise<Welcomed[]> {
  return db.rows<Welcomed>(sql`
    with came as (
      select * from unnest(
        ${texts(list.map(({ serial }) => serial))}, ${texts(list.map(({ identity_digest }) => identity_digest))}, ${texts(list.map(({ session }) => session))},
        ${texts(list.map(({ address }) => address))}, ${numbers(list.map(({ config_uuid }) => config_uuid))}::bigint[],
        ${texts(list.map(({ fingerprint }) => fingerprint))}, ${numbers(list.map(({ ends_at }) => ends_at))}::bigint[]
      ) as c(serial, identity_digest, session, address, config_uuid, fingerprint, ends_at)
    ), known as (
      select d.id, c.serial, d.scene_id, coalesce(d.blocked, false) as blocked, coalesce(d.key_fingerprint, '') as key_fingerprint,
        r.serial is not null as revoked, c.session, c.address, c.config_uuid,
        d.identity_digest = c.identity_digest and not d.blocked and r.serial is null and d.key_fingerprint = c.fingerprint and d.key_ends_at >= c.ends_at as same
      from came c left join device d on d.serial = c.serial
        left join device_key_revoked r on r.serial = c.serial and r.fingerprint = c.fingerprint
      where d.id is not null or r.serial is not null
    ), here as (
      insert into device_state as s (device_id, online, session, gateway_run, since, seen_at, address, config_uuid, config_at)
      select id, true, session, ${gateway_run}, ${now}, ${now}, address, config_uuid, ${now} from known where same order by id
      ${takenOver}
    )
    select id, serial, scene_id, blocked, key_fingerprint, revoked, coalesce(same, false) as let_in from known`)
}

/** What a device reports about itself. */
export interface Introduction {
  scheme: DeviceScheme
  serial: string
  scene_id: number | null
  type: number
  name: string
  vendor: string
  model: string
  firmware: string
  family: string
  mac: string | null
  verbs: string[]
  cgi: string[]
  capabilities: Record<string, unknown>
  simulated: boolean
  identity_digest: string
  key_fingerprint: string
  key_issuer: number
  key_certificate: string
  key_ends_at: number
}

/**
 * The presented key is the one that the device is bound to, its first one, or belongs to an unclaimed device that is
 * not connected.
 */
const fits = sql`(d.key_fingerprint = excluded.key_fingerprint
  -- a monitored device is asked by us, under a number that no certificate may take
  or d.key_fingerprint = '' and not exists (select from monitored_device_view t where t.device_id = d.id)
  or d.scene_id is null and not exists (select from device_state s where s.device_id = d.id and s.online))`
const sameKey = sql`d.key_fingerprint = excluded.key_fingerprint`

/**
 * Adds new devices, and updates what the others report about themselves. A name or type that a person set stays. A
 * device with another key than its own stays unchanged, and is not returned.
 */
export async function saveIntroductions(db: Db, list: readonly Introduction[], at: number): Promise<DialingDevice[]> {
  const all = jsonText(list)
  return db.rows<DialingDevice>(sql`
    with reported as (
      select * from jsonb_to_recordset(${all}::jsonb) as i(
        scheme text, serial text, scene_id int, type smallint, name text, vendor text, model text, firmware text, family text, mac text,
        verbs jsonb, cgi jsonb, capabilities jsonb, simulated boolean, identity_digest text,
        key_fingerprint text, key_issuer smallint, key_certificate text, key_ends_at bigint)
    ), kept as (
      insert into device as d (scheme, serial, scene_id, type, name, vendor, model, firmware, family, mac, verbs, cgi, capabilities, simulated, identity_digest,
        key_fingerprint, key_issuer, key_certificate, key_ends_at, key_at, claimed_at, created_at, updated_at)
      select scheme, serial, scene_id, type, name, vendor, model, firmware, family, mac,
        array(select jsonb_array_elements_text(verbs)), array(select jsonb_array_elements_text(cgi)), capabilities, simulated, identity_digest,
        key_fingerprint, key_issuer, key_certificate, key_ends_at, case when key_fingerprint <> '' then ${at}::bigint end,
        case when scene_id is not null then ${at}::bigint end, ${at}::bigint, ${at}::bigint
      from reported order by serial
      on conflict (serial) do update set
        type = case when d.type_set then d.type else excluded.type end,
        -- a device registered ahead is called by its serial number until it says what it is
        name = case when d.name in ('', d.serial) then excluded.name else d.name end,
        scene_id = coalesce(d.scene_id, excluded.scene_id), scheme = excluded.scheme,
        vendor = excluded.vendor, model = excluded.model, firmware = excluded.firmware, family = excluded.family, mac = excluded.mac,
        verbs = excluded.verbs, cgi = excluded.cgi, capabilities = excluded.capabilities, simulated = excluded.simulated,
        identity_digest = excluded.identity_digest, updated_at = ${at},
        key_fingerprint = excluded.key_fingerprint, key_issuer = excluded.key_issuer, key_certificate = excluded.key_certificate,
        key_ends_at = case when ${sameKey} then greatest(d.key_ends_at, excluded.key_ends_at) else excluded.key_ends_at end,
        key_at = case when ${sameKey} then d.key_at else excluded.key_at end
      where ${fits}
      returning d.id, d.serial, d.scene_id, d.blocked, d.identity_digest, d.key_fingerprint
    ), states as (
      insert into device_state (device_id) select id from kept on conflict do nothing
    )
    select * from kept`)
}

export interface Arrival {
  device_id: number
  session: string
  address: string
  config_uuid: number
}

/** Marks devices online. `list` sorted by device, one entry each. */
export async function markOnline(db: Db, list: readonly Arrival[], gateway_run: number): Promise<void> {
  // an upsert locks rows in the given order; an update with a join would not, and could deadlock with the batches of
  // reports
  await db.run(sql`
    insert into device_state as s (device_id, online, session, gateway_run, since, seen_at, address, config_uuid, config_at)
    select device_id, true, session, ${gateway_run}, ${now}, ${now}, address, config_uuid, ${now}
    from unnest(
      ${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ session }) => session))},
      ${texts(list.map(({ address }) => address))}, ${numbers(list.map(({ config_uuid }) => config_uuid))}::bigint[]
    ) as a(device_id, session, address, config_uuid)
    ${takenOver}`)
}

/** The session that ended, and how many seconds ago. */
export type Ended = Pick<Departure, 'device_id' | 'session'> & { ago: number }

/** Marks devices offline that are still online by the session that ended; returns those devices. */
export async function markOffline(db: Db, list: readonly Ended[]): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    with gone as (
      select s.device_id, ${now} - g.ago as at
      from unnest(
        ${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ session }) => session))}, ${numbers(list.map(({ ago }) => ago))}::bigint[]
      ) as g(device_id, session, ago)
      join device_state s on s.device_id = g.device_id and s.session = g.session and s.online
      order by s.device_id for update of s
    )
    update device_state s set online = false, session = null, gateway_run = null, since = gone.at
    from gone where s.device_id = gone.device_id returning s.device_id`)
  return rows.map(({ device_id }) => device_id)
}

/** The differences between the stored states and the sessions that a gateway of this run holds. */
export async function compareSessions(
  db: Db,
  { prefix, device_ids, sessions }: SessionsRequest,
  gateway_run: number,
): Promise<SessionsAnswer> {
  const rows = await db.rows<Departure & { away: boolean }>(sql`
    with held as (
      select * from unnest(${numbers(device_ids)}::int[], ${texts(sessions)}) as h(device_id, session)
    )
    select s.device_id, 0 as scene_id, '' as session, true as away from device_state s join held h using (device_id) where not s.online
    union all
    select s.device_id, coalesce(d.scene_id, 0), s.session, false from device_state s join device d on d.id = s.device_id
    where s.gateway_run = ${gateway_run} and s.online and starts_with(s.session, ${prefix ?? null})
      and not exists (select from held h where h.device_id = s.device_id and h.session = s.session)`)
  return {
    away: rows.flatMap(({ away, device_id }) => (away ? [device_id] : [])),
    ended: rows.flatMap(({ away, ...ended }) => (away ? [] : [ended])),
  }
}

/** Marks devices online that are not, by live sessions; returns them. One entry for each device. */
export async function resumeSessions(db: Db, list: readonly ResumedSession[], gateway_run: number): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(sql`
    with held as (
      select s.device_id, h.session, h.address
      from unnest(
        ${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ session }) => session))}, ${texts(list.map(({ address }) => address))}
      ) as h(device_id, session, address)
      join device_state s on s.device_id = h.device_id and not s.online
      order by s.device_id for update of s
    )
    update device_state s set online = true, session = held.session, gateway_run = ${gateway_run}, since = ${now}, address = held.address
    from held where s.device_id = held.device_id returning s.device_id`)
  return rows.map(({ device_id }) => device_id)
}

/** `node`: the process that it is part of; '': none that announces itself. */
export async function startRun(db: Db, host: string, node = ''): Promise<number> {
  return (
    await db.one<{ id: number }>(
      sql`insert into gateway_run (host, node, started_at, seen_at) values (${host}, ${node}, ${now}, ${now}) returning id`,
    )
  ).id
}

/** A run that was removed while it was unreachable is added again. */
export function beat(db: Db, id: number, host: string, node = ''): Promise<number> {
  return db.run(sql`
    insert into gateway_run as g (id, host, node, started_at, seen_at) overriding system value values (${id}, ${host}, ${node}, ${now}, ${now})
    on conflict (id) do update set seen_at = ${now}, beats = g.beats + 1`)
}

export function listBeats(db: Db): Promise<Beats<number>[]> {
  return db.rows(sql`select id, beats from gateway_run order by id`)
}

export interface LostDevice {
  device_id: number
  scene_id: number
  serial: string
  session: string
  at: number
}

/** Marks the devices of runs offline whose heartbeat count has not grown since it was observed, and of removed runs. */
export function markLost(db: Db, silent: readonly Beats<number>[]): Promise<LostDevice[]> {
  return db.rows<LostDevice>(sql`
    with lost as (
      select s.device_id, s.session
      from device_state s
      -- no join: a row that was waited for is judged again as it is by then
      where s.online and (
        not exists (select from gateway_run g where g.id = s.gateway_run)
        or s.gateway_run = any(array(select g.id from gateway_run g where (g.id, g.beats) in (
          select * from unnest(${numbers(silent.map(({ id }) => id))}::int[], ${numbers(silent.map(({ beats }) => beats))}::bigint[])))))
      order by s.device_id for update of s
    ), marked as (
      update device_state s set online = false, session = null, gateway_run = null, since = ${now}
      from lost where s.device_id = lost.device_id
    )
    select lost.device_id, coalesce(d.scene_id, 0) as scene_id, d.serial, coalesce(lost.session, '') as session, ${now} as at
    from lost join device d on d.id = lost.device_id`)
}

/** Removes runs that hold no device and sent no heartbeat for this many seconds. */
export function purgeRuns(db: Db, seconds: number): Promise<number> {
  return db.run(
    sql`delete from gateway_run g where seen_at < ${now} - ${seconds}::int and not exists (select 1 from device_state s where s.gateway_run = g.id)`,
  )
}
