import sql from 'sql-template-tag'
import { jsonText } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'

export interface ImportedClaim {
  serial: string
  scene_id: number
  group_id: number | null
  name: string
}

/** Claims waiting unclaimed devices and registers those that have never connected; the scenes were checked before. */
export function claimAll(
  { db, access }: QueryContext,
  list: readonly ImportedClaim[],
  { by, at }: { by: string; at: number },
): Promise<{ id: number; scene_id: number; dialled: boolean }[]> {
  return db.rows(sql`
    with wish as (
      select * from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(serial text, scene_id int, group_id int, name text)
    ), mine as (
      select w.* from wish w join scene_view s on s.id = w.scene_id where ${access.writes(sql`s.id`)}
    ), made as (
      insert into device as d (serial, scene_id, group_id, name, claimed_at, created_at, updated_at, changed_by)
      select serial, scene_id, group_id, coalesce(nullif(name, ''), serial), ${at}::bigint, ${at}::bigint, ${at}::bigint, ${by}
      from mine order by serial
      on conflict (serial) do update set scene_id = excluded.scene_id, group_id = excluded.group_id,
        name = case when excluded.name = excluded.serial then d.name else excluded.name end,
        claimed_at = excluded.claimed_at, updated_at = excluded.updated_at, changed_by = excluded.changed_by, rev = d.rev + 1
        where d.scene_id is null and not d.blocked
      returning d.id, d.scene_id, xmax <> 0 as dialled
    ), states as (
      insert into device_state (device_id) select id from made on conflict do nothing
    )
    select id, scene_id, dialled from made order by id`)
}

export async function groupAll(
  { db, access }: QueryContext,
  list: readonly { id: number; group_id: number }[],
): Promise<void> {
  if (list.length === 0) return
  await db.run(sql`
    update device d set group_id = w.group_id from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(id int, group_id int)
    where d.id = w.id and ${access.writes(sql`d.scene_id`)}`)
}

/**
 * A serial number that was added in advance elsewhere and has never connected is released to the team that has the
 * device.
 */
export function releaseUnconnected(db: Db, serial: string, scene_id: number): Promise<ReleasedDevice | undefined> {
  return db.find<ReleasedDevice>(sql`
    with former as (
      select d.id, d.name, d.scene_id, c.team_id from device d join scene_view c on c.id = d.scene_id
      where d.serial = ${serial} and d.scene_id <> ${scene_id} and d.identity_digest = '' and d.family = '' and d.key_fingerprint = ''
        and not exists (select from monitored_device_view h where h.device_id = d.id) for update of d
    )
    update device d set scene_id = null, group_id = null, claimed_at = null from former f where d.id = f.id returning f.*`)
}

/** Its former owner. */
export interface ReleasedDevice {
  id: number
  name: string
  scene_id: number
  team_id: number
}

export interface ProvenClaim {
  id: number
  scene_id: number
  name: string
  by: string
  at: number
}

/** Undefined when the device was claimed meanwhile, or is blocked. */
export function takeProven(db: Db, { id, scene_id, name, by, at }: ProvenClaim): Promise<{ id: number } | undefined> {
  return db.find<{ id: number }>(sql`
    update device d set scene_id = ${scene_id}, name = coalesce(nullif(${name}, ''), d.name), claimed_at = ${at}, updated_at = ${at},
      changed_by = ${by}, rev = rev + 1
    where d.id = ${id} and d.scene_id is null and not d.blocked returning d.id`)
}

export interface NewHost {
  family: string
  serial: string
  scene_id: number
  name: string
  by: string
  at: number
  fingerprint: string
  /** Serial number and end of its certificate. */
  certificate: string
  ends_at: number
}

/**
 * The host's device row, claimed into the token's scene and bound to its key; a former key is no longer accepted.
 * Undefined when another team got the serial number meanwhile.
 */
export function enrolDevice(db: Db, host: NewHost): Promise<{ id: number } | undefined> {
  const { family, serial, scene_id, name, by, at, fingerprint, certificate, ends_at } = host
  return db.find<{ id: number }>(sql`
    with former as (
      insert into device_key_revoked as r (serial, fingerprint, reason, at, until)
      select serial, key_fingerprint, 'replaced', ${at}, key_ends_at from device
      where serial = ${serial} and key_fingerprint not in ('', ${fingerprint})
      on conflict (serial, fingerprint) do update set until = greatest(r.until, excluded.until)
    ), kept as (
      insert into device as d (serial, scene_id, type, name, family, claimed_at, created_at, updated_at, changed_by,
        key_fingerprint, key_issuer, key_certificate, key_ends_at, key_at)
      values (${serial}, ${scene_id}, 4, ${name}, ${family}, ${at}, ${at}, ${at}, ${by}, ${fingerprint}, 1, ${certificate}, ${ends_at}, ${at})
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
