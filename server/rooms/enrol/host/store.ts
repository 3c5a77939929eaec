import sql from 'sql-template-tag'
import type { Db, Reach } from '../../../kernel/db.ts'
import type { KnownHost } from './enrol-rules.ts'

export interface NewToken {
  hash: Buffer
  scene_id: number
  name: string
  by: string
  at: number
  expires_at: number
}

export async function insertToken({ db, access }: Reach, token: NewToken): Promise<void> {
  access.enter(token.scene_id, 'write')
  const { hash, scene_id, name, by, at, expires_at } = token
  await db.run(sql`
    insert into device_enrol_token (hash, scene_id, name, created_by, created_at, expires_at)
    values (${hash}, ${scene_id}, ${name}, ${by}, ${at}, ${expires_at})`)
}

export interface UsedToken {
  scene_id: number
  name: string
  created_by: string
}

/** A token that is good, held; undefined when it is unknown, used or too old. */
export function holdToken(db: Db, hash: Buffer, at: number): Promise<UsedToken | undefined> {
  return db.find<UsedToken>(sql`
    select scene_id, name, created_by from device_enrol_token
    where hash = ${hash} and used_at is null and expires_at > ${at} for update`)
}

export async function useToken(db: Db, hash: Buffer, serial: string, at: number): Promise<void> {
  await db.run(sql`update device_enrol_token set used_at = ${at}, serial = ${serial} where hash = ${hash}`)
}

export function forgetTokens(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from device_enrol_token where expires_at < ${before}`)
}

/** A device under the serial number of a host that enrols, held; `blocked` also where it is one that we ask, and never a host; and whether that key must not come under it. */
export interface Enrolling {
  device: (KnownHost & { id: number }) | null
  /** Why, when the key is on the list of those that must not come. */
  revoked: string | null
}

export async function holdEnrolling(db: Db, serial: string, fingerprint: string): Promise<Enrolling> {
  const device = await db.find<NonNullable<Enrolling['device']>>(sql`
    select d.id, d.scene_id, d.blocked or exists (select from monitored_device t where t.device_id = d.id) as blocked, s.online, d.key_fingerprint, d.key_issuer
    from device d join device_state s on s.device_id = d.id where d.serial = ${serial} for update of d`)
  const revoked = await db.find<{ reason: string }>(
    sql`select reason from device_key_revoked where serial = ${serial} and fingerprint = ${fingerprint}`,
  )
  return { device: device ?? null, revoked: revoked?.reason ?? null }
}

export interface NewHost {
  serial: string
  scene_id: number
  name: string
  by: string
  at: number
  fingerprint: string
  /** Serial number and end of the certificate made out for it. */
  certificate: string
  ends_at: number
}

/**
 * The host's device row, claimed into the token's scene and bound to its key; a key it had before does not come back. Undefined
 * when the serial number came to be somebody else's meanwhile.
 */
export function enrolDevice(db: Db, host: NewHost): Promise<{ id: number } | undefined> {
  const { serial, scene_id, name, by, at, fingerprint, certificate, ends_at } = host
  return db.find<{ id: number }>(sql`
    with former as (
      insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
      select serial, key_fingerprint, 'replaced', ${at}, key_ends_at from device
      where serial = ${serial} and key_fingerprint not in ('', ${fingerprint})
      on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until)
    ), kept as (
      insert into device as d (serial, scene_id, type, name, family, claimed_at, created_at, updated_at, changed_by,
        key_fingerprint, key_issuer, key_certificate, key_ends_at, key_at)
      values (${serial}, ${scene_id}, 4, ${name}, 'linux-agent', ${at}, ${at}, ${at}, ${by}, ${fingerprint}, 1, ${certificate}, ${ends_at}, ${at})
      on conflict (serial) do update set scene_id = excluded.scene_id, claimed_at = coalesce(d.claimed_at, ${at}), updated_at = ${at},
        changed_by = ${by}, rev = d.rev + 1, key_fingerprint = excluded.key_fingerprint, key_issuer = 1,
        key_certificate = excluded.key_certificate,
        key_ends_at = case when d.key_fingerprint = excluded.key_fingerprint then greatest(d.key_ends_at, excluded.key_ends_at) else excluded.key_ends_at end,
        key_at = case when d.key_fingerprint = excluded.key_fingerprint then d.key_at else excluded.key_at end
        where not d.blocked and (d.scene_id is null or d.scene_id = excluded.scene_id)
      returning d.id
    ), states as (
      insert into device_state (device_id) select id from kept on conflict do nothing
    )
    select id from kept`)
}

/** The team whose scene it is. */
export async function teamOfScene(db: Db, scene_id: number): Promise<number> {
  return (await db.one<{ team_id: number }>(sql`select team_id from scene where id = ${scene_id}`)).team_id
}
