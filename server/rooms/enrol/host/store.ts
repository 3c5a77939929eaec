import sql from 'sql-template-tag'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { KnownHost } from './enrol-rules.ts'

export interface NewToken {
  hash: Buffer
  scene_id: number
  name: string
  by: string
  at: number
  expires_at: number
}

export async function insertToken({ db, access }: QueryContext, token: NewToken): Promise<void> {
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

/** A valid token, locked; undefined when it is unknown, used or expired. */
export function holdToken(db: Db, hash: Buffer, at: number): Promise<UsedToken | undefined> {
  return db.find<UsedToken>(sql`
    select scene_id, name, created_by from device_enrol_token
    where hash = ${hash} and used_at is null and expires_at > ${at} for update`)
}

export async function useToken(db: Db, hash: Buffer, serial: string, at: number): Promise<void> {
  await db.run(sql`update device_enrol_token set used_at = ${at}, serial = ${serial} where hash = ${hash}`)
}

export function purgeTokens(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from device_enrol_token where expires_at < ${before}`)
}

/**
 * A device under the serial number of an enrolling host, locked; `blocked` also for a polled device, which is never a
 * host; and whether that key is revoked for it.
 */
export interface Enrolling {
  device: (KnownHost & { id: number }) | null
  /** The reason, when the key is revoked. */
  revoked: string | null
}

export async function holdEnrolling(db: Db, serial: string, fingerprint: string): Promise<Enrolling> {
  const device = await db.find<NonNullable<Enrolling['device']>>(sql`
    select d.id, d.scene_id, d.blocked or exists (select from monitored_device_view t where t.device_id = d.id) as blocked, s.online, d.key_fingerprint, d.key_issuer
    from device_view d join device_state_view s on s.device_id = d.id where d.serial = ${serial} for update of d`)
  const revoked = await db.find<{ reason: string }>(
    sql`select reason from device_key_revoked_view where serial = ${serial} and fingerprint = ${fingerprint}`,
  )
  return { device: device ?? null, revoked: revoked?.reason ?? null }
}

/** The team that owns the scene. */
export async function teamOfScene(db: Db, scene_id: number): Promise<number> {
  return (await db.one<{ team_id: number }>(sql`select team_id from scene_view where id = ${scene_id}`)).team_id
}
