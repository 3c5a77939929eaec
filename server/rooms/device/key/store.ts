import sql, { type Sql } from 'sql-template-tag'
import { jsonText } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

/** Maximum number of other keys stored for one device: more of them are not from a real device. */
const MOST_CHANGES = 8
/** Seconds between two log entries for the same key. */
const LOG_EVERY = 3600

/** A key that was presented with a serial number that is bound to another one. */
export interface Wanting {
  serial: string
  fingerprint: string
  issuer: number
  /** '': the key was presented at enrolment. */
  certificate: string
  ends_at: number
  address: string
}

/** The log data for the owner of a claimed device. */
export interface RefusedKey {
  device_id: number
  serial: string
  name: string
  scene_id: number
  team_id: number
  bound: string
  fingerprint: string
  address: string
}

const wanting = (list: readonly Wanting[]) => sql`asked as (
  select * from jsonb_to_recordset(${jsonText(list)}::jsonb)
    as a(serial text, fingerprint text, issuer smallint, certificate text, ends_at bigint, address text))`
const isDue = (last: Sql, at: number) => sql`coalesce(${last}, 0) <= ${at - LOG_EVERY}`
const tried = sql`d.id as device_id, d.serial, d.name, d.scene_id, c.team_id, d.key_fingerprint as bound, a.fingerprint, a.address`

/**
 * Stores other keys of claimed devices for a decision; returns those that are due for a log entry. One entry for each
 * serial number and key.
 */
export function saveKeyChanges(db: Db, list: readonly Wanting[], at: number): Promise<RefusedKey[]> {
  return db.rows<RefusedKey>(sql`
    with ${wanting(list)}, of as (
      select ${tried}, a.issuer, a.certificate, a.ends_at, ${isDue(sql`k.logged_at`, at)} as due, k.device_id is not null as known,
        row_number() over (partition by d.id, k.device_id is null order by a.fingerprint) as n,
        (select count(*) from device_key_change o where o.device_id = d.id and o.rejected_at is null) as there
      from asked a join device d on d.serial = a.serial join scene_view c on c.id = d.scene_id
        left join device_key_change k on k.device_id = d.id and k.fingerprint = a.fingerprint
      where d.key_fingerprint <> a.fingerprint
    ), kept as (
      insert into device_key_change as k (device_id, fingerprint, issuer, certificate, ends_at, address, first_at, last_at, logged_at)
      select device_id, fingerprint, issuer, certificate, ends_at, address, ${at}, ${at}, ${at} from of
      where known or there + n <= ${MOST_CHANGES} order by 1, 2
      on conflict (device_id, fingerprint) do update set tries = k.tries + 1, last_at = ${at}, address = excluded.address,
        certificate = excluded.certificate, issuer = excluded.issuer, ends_at = greatest(k.ends_at, excluded.ends_at),
        logged_at = case when ${isDue(sql`k.logged_at`, at)} then ${at} else k.logged_at end
      returning k.device_id, k.fingerprint
    )
    select of.* from of join kept using (device_id, fingerprint) where of.due order by device_id`)
}

/** Counts connections with a revoked key; returns those of claimed devices that are due for a log entry. */
export function saveKeyTries(db: Db, list: readonly Wanting[], at: number): Promise<RefusedKey[]> {
  return db.rows<RefusedKey>(sql`
    with ${wanting(list)}, of as (
      select r.serial, r.fingerprint, ${isDue(sql`r.logged_at`, at)} as due
      from asked a join device_key_revoked r on r.serial = a.serial and r.fingerprint = a.fingerprint order by 1, 2 for update of r
    ), counted as (
      update device_key_revoked r set tries = r.tries + 1, logged_at = case when of.due then ${at} else r.logged_at end
      from of where r.serial = of.serial and r.fingerprint = of.fingerprint
    )
    select ${tried} from of join asked a using (serial, fingerprint) join device d on d.serial = a.serial join scene_view c on c.id = d.scene_id
    where of.due order by 1`)
}

export interface KeyRow {
  fingerprint: string
  issuer: 0 | 1 | 2 | 3
  certificate: string
  ends_at: number
  bound_at: number | null
  own: 0 | 1
}

/** The key of a device that the caller sees. */
export function findKey({ db, access }: QueryContext, id: number): Promise<KeyRow | undefined> {
  return db.find<KeyRow>(sql`
    select d.key_fingerprint as fingerprint, d.key_issuer as issuer, d.key_certificate as certificate, d.key_ends_at as ends_at,
      d.key_at as bound_at, (${access.owns(sql`c.team_id`)})::int as own
    from device d join scene_view c on c.id = d.scene_id where d.id = ${id} and ${access.sees(sql`d.scene_id`)}`)
}

export interface ChangeRow {
  device_id: number
  sn: string
  name: string
  scene_id: number
  bound: string
  fingerprint: string
  issuer: 0 | 1 | 2 | 3
  certificate: string
  ends_at: number
  address: string
  first_at: number
  last_at: number
  tries: number
  rejected: 0 | 1
}

const change = sql`k.device_id, d.serial as sn, d.name, d.scene_id, d.key_fingerprint as bound, k.fingerprint, k.issuer, k.certificate,
  k.ends_at, k.address, k.first_at, k.last_at, k.tries, (k.rejected_at is not null)::int as rejected`
const changeFrom = sql`device_key_change k join device d on d.id = k.device_id join scene_view c on c.id = d.scene_id`

/** Other keys of one device of the caller's own team, newest first. */
export function listChangesOf({ db, access }: QueryContext, id: number): Promise<ChangeRow[]> {
  return db.rows<ChangeRow>(sql`
    select ${change} from ${changeFrom}
    where k.device_id = ${id} and ${access.sees(sql`d.scene_id`)} and ${access.owns(sql`c.team_id`)} order by k.last_at desc, k.fingerprint`)
}

/** Those that wait for a decision of the caller's own team. */
export async function listChanges(
  { db, access }: QueryContext,
  scene_id: number | undefined,
  most: number,
): Promise<{ total: number; list: ChangeRow[] }> {
  const where = sql`k.rejected_at is null and ${access.sees(sql`d.scene_id`)} and ${access.owns(sql`c.team_id`)}
    ${scene_id ? sql`and d.scene_id = ${scene_id}` : sql``}`
  const list = await db.rows<ChangeRow & { total: number }>(sql`
    select ${change}, count(*) over ()::int as total from ${changeFrom} where ${where} order by k.last_at desc, k.fingerprint limit ${most}`)
  return { total: list[0]?.total ?? 0, list: list.map(({ total: _, ...row }) => row) }
}

/** One of them, with its device locked; of the caller's own team only. */
export function holdChange(
  { db, access }: QueryContext,
  id: number,
  fingerprint: string,
): Promise<ChangeRow | undefined> {
  return db.find<ChangeRow>(sql`
    select ${change} from ${changeFrom}
    where k.device_id = ${id} and k.fingerprint = ${fingerprint} and ${access.writes(sql`d.scene_id`)} and ${access.owns(sql`c.team_id`)}
    for update of d, k`)
}

/**
 * Binds a device to the waiting key. The former key is no longer accepted for its serial number, until it is chosen
 * again.
 */
export async function bindChange(
  { db }: Pick<QueryContext, 'db'>,
  { device_id, fingerprint }: Pick<ChangeRow, 'device_id' | 'fingerprint'>,
  { by, at }: { by: string; at: number },
): Promise<void> {
  await db.run(sql`
    insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
    select d.serial, d.key_fingerprint, 'replaced', ${at}, d.key_ends_at from device d where d.id = ${device_id} and d.key_fingerprint <> ''
    on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until), reason = excluded.reason, at = excluded.at`)
  await db.run(sql`
    delete from device_key_revoked r using device d
    where d.id = ${device_id} and r.serial = d.serial and r.fingerprint = ${fingerprint}`)
  await db.run(sql`
    insert into device_key_change (device_id, fingerprint, issuer, certificate, ends_at, address, first_at, last_at, tries, logged_at, rejected_at)
    select d.id, d.key_fingerprint, d.key_issuer, d.key_certificate, d.key_ends_at, coalesce(s.address, ''), coalesce(d.key_at, ${at}), s.seen_at, 0, 0, ${at}
    from device d join device_state s on s.device_id = d.id where d.id = ${device_id} and d.key_fingerprint <> ''
    on conflict (device_id, fingerprint) do update set rejected_at = excluded.rejected_at`)
  await db.run(sql`
    with taken as (
      delete from device_key_change where device_id = ${device_id} and fingerprint = ${fingerprint} returning *
    )
    update device d set key_fingerprint = k.fingerprint, key_issuer = k.issuer, key_certificate = k.certificate, key_ends_at = k.ends_at,
      key_at = ${at}, updated_at = ${at}, changed_by = ${by}, rev = d.rev + 1
    from taken k where d.id = k.device_id`)
}

/** Rejects the key for this serial number, even while its certificates are valid. */
export async function revokeChange(
  { db }: Pick<QueryContext, 'db'>,
  { device_id, fingerprint }: Pick<ChangeRow, 'device_id' | 'fingerprint'>,
  { at, until }: { at: number; until: number },
): Promise<void> {
  await db.run(sql`
    insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
    select d.serial, ${fingerprint}, 'rejected', ${at}, ${until} from device d where d.id = ${device_id}
    on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until), reason = excluded.reason, at = excluded.at`)
  await db.run(sql`
    update device_key_change set rejected_at = ${at} where device_id = ${device_id} and fingerprint = ${fingerprint}`)
}

/** A device that is restored after its removal connects with its former key. */
export async function allowKeyOf({ db }: Pick<QueryContext, 'db'>, device_id: number): Promise<void> {
  await db.run(sql`
    delete from device_key_revoked r using device d
    where d.id = ${device_id} and r.serial = d.serial and r.fingerprint = d.key_fingerprint and r.reason = 'released'`)
}

/**
 * Records a certificate issued for the key of a device; false: the device is not bound to such a key, or is blocked.
 */
export async function bookCertificate(
  db: Db,
  key: { serial: string; fingerprint: string; certificate: string; ends_at: number },
): Promise<boolean> {
  const { serial, fingerprint, certificate, ends_at } = key
  const done = await db.run(sql`
    update device d set key_certificate = ${certificate}, key_ends_at = greatest(d.key_ends_at, ${ends_at}::bigint)
    where d.serial = ${serial} and d.key_fingerprint = ${fingerprint} and d.key_issuer = 1 and not d.blocked
      and not exists (select from device_key_revoked r where r.serial = d.serial and r.fingerprint = d.key_fingerprint)`)
  return done > 0
}

/** Removes revoked keys for which no valid certificate can exist any more. */
export function purgeRevoked(db: Db, at: number): Promise<number> {
  return db.run(sql`delete from device_key_revoked where until < ${at}`)
}

/** Removes other keys without a decision or a connection for this time. */
export function purgeKeyChanges(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from device_key_change where last_at < ${before} and rejected_at is null`)
}
