import sql from 'sql-template-tag'
import { jsonText, texts } from '../../../kernel/columns.ts'
import type { Reach } from '../../../kernel/db.ts'

export interface ImportedSerial {
  id: number
  serial: string
  scene_id: number | null
  blocked: boolean
  /** The caller sees its scene. */
  seen: boolean
}

/** What is known of serial numbers, whoever has them: the one question of an import that looks over the wall, to say no. */
export function findKnown({ db, access }: Reach, serials: readonly string[]): Promise<ImportedSerial[]> {
  return db.rows<ImportedSerial>(sql`
    select d.id, d.serial, d.scene_id, d.blocked, coalesce(${access.sees(sql`d.scene_id`)}, false) as seen
    from device d where d.serial = any(${texts(serials)}) order by d.id for update of d`)
}

/** Scenes the caller may change, by name. */
export function listScenes({ db, access }: Reach): Promise<{ id: number; name: string; team_id: number }[]> {
  return db.rows(sql`select s.id, s.name, s.team_id from scene s where ${access.writes(sql`s.id`)}`)
}

export function listGroupNames({ db, access }: Reach): Promise<{ id: number; name: string; team_id: number }[]> {
  return db.rows(sql`select g.id, g.name, g.team_id from device_group g where ${access.owns(sql`g.team_id`)}`)
}

/** Third-party devices there already: `scene address name`. */
export async function findPlaces({ db, access }: Reach, scenes: readonly number[]): Promise<Set<string>> {
  const rows = await db.rows<{ place: string }>(sql`
    select d.scene_id || ' ' || t.ip || ' ' || d.name as place from monitored_device t join device d on d.id = t.device_id
    where d.scene_id = any(${scenes as number[]}::int[]) and ${access.sees(sql`d.scene_id`)}`)
  return new Set(rows.map(({ place }) => place))
}

export interface ImportedClaim {
  serial: string
  scene_id: number
  group_id: number | null
  name: string
}

/** Claims devices that wait unclaimed and registers those that have never dialled; scenes were looked at before. */
export function claimAll(
  { db, access }: Reach,
  list: readonly ImportedClaim[],
  { by, at }: { by: string; at: number },
): Promise<{ id: number; scene_id: number; dialled: boolean }[]> {
  return db.rows(sql`
    with wish as (
      select * from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(serial text, scene_id int, group_id int, name text)
    ), mine as (
      select w.* from wish w join scene s on s.id = w.scene_id where ${access.writes(sql`s.id`)}
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
  { db, access }: Reach,
  list: readonly { id: number; group_id: number }[],
): Promise<void> {
  if (list.length === 0) return
  await db.run(sql`
    update device d set group_id = w.group_id from jsonb_to_recordset(${jsonText(list)}::jsonb) as w(id int, group_id int)
    where d.id = w.id and ${access.writes(sql`d.scene_id`)}`)
}
