import sql from 'sql-template-tag'
import { texts } from '../../../kernel/columns.ts'
import type { QueryContext } from '../../../kernel/db.ts'

export interface ImportedSerial {
  id: number
  serial: string
  scene_id: number | null
  blocked: boolean
  /** The caller sees its scene. */
  seen: boolean
}

/**
 * The stored facts of serial numbers, of all owners: the only query of an import without access limits, in order to
 * refuse.
 */
export function findKnown({ db, access }: QueryContext, serials: readonly string[]): Promise<ImportedSerial[]> {
  return db.rows<ImportedSerial>(sql`
    select d.id, d.serial, d.scene_id, d.blocked, coalesce(${access.sees(sql`d.scene_id`)}, false) as seen
    from device_view d where d.serial = any(${texts(serials)}) order by d.id for update of d`)
}

/** Scenes the caller may change, by name. */
export function listScenes({ db, access }: QueryContext): Promise<{ id: number; name: string; team_id: number }[]> {
  return db.rows(sql`select s.id, s.name, s.team_id from scene_view s where ${access.writes(sql`s.id`)}`)
}

export function listGroupNames({ db, access }: QueryContext): Promise<{ id: number; name: string; team_id: number }[]> {
  return db.rows(sql`select g.id, g.name, g.team_id from device_group_view g where ${access.owns(sql`g.team_id`)}`)
}

/** Third-party devices that exist already: `scene address name`. */
export async function findPlaces({ db, access }: QueryContext, scenes: readonly number[]): Promise<Set<string>> {
  const rows = await db.rows<{ place: string }>(sql`
    select d.scene_id || ' ' || t.ip || ' ' || d.name as place from monitored_device_view t join device_view d on d.id = t.device_id
    where d.scene_id = any(${scenes as number[]}::int[]) and ${access.sees(sql`d.scene_id`)}`)
  return new Set(rows.map(({ place }) => place))
}
