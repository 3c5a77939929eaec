import sql from 'sql-template-tag'
import type { Db, Reach } from '../../../kernel/db.ts'

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

/** Uses up a token; undefined when it is unknown, used or too old. */
export function useToken(db: Db, hash: Buffer, serial: string, at: number): Promise<UsedToken | undefined> {
  return db.find<UsedToken>(sql`
    update device_enrol_token set used_at = ${at}, serial = ${serial} where hash = ${hash} and used_at is null and expires_at > ${at}
    returning scene_id, name, created_by`)
}

export function forgetTokens(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from device_enrol_token where expires_at < ${before}`)
}

export interface Enrolled {
  id: number
  /** Scene the serial belonged to before; null: nobody's. */
  from: number | null
}

/**
 * The host's device row, claimed into the token's scene. Undefined when the serial number is of a device of another scene,
 * or blocked: a token for one scene must not take devices out of another.
 */
export function enrolDevice(
  db: Db,
  host: { serial: string; scene_id: number; name: string; by: string; at: number },
): Promise<Enrolled | undefined> {
  const { serial, scene_id, name, by, at } = host
  return db.find<Enrolled>(sql`
    with before as (select id, scene_id from device where serial = ${serial} for update),
    kept as (
      insert into device as d (serial, scene_id, type, name, family, claimed_at, created_at, updated_at, changed_by)
      values (${serial}, ${scene_id}, 4, ${name}, 'linux-agent', ${at}, ${at}, ${at}, ${by})
      on conflict (serial) do update set scene_id = excluded.scene_id, claimed_at = coalesce(d.claimed_at, ${at}), updated_at = ${at},
        changed_by = ${by}, rev = d.rev + 1
        where not d.blocked and (d.scene_id is null or d.scene_id = excluded.scene_id)
      returning d.id
    ), states as (
      insert into device_state (device_id) select id from kept on conflict do nothing
    )
    select kept.id, before.scene_id as from from kept left join before on true`)
}
