import sql, { type Sql } from 'sql-template-tag'
import { jsonText } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import type { LevelSetting } from './rules.ts'

export interface ConfigRow {
  team_id: number
  group_id: number | null
  scene_id: number | null
  type: string
  fields: LevelSetting
}

/** All settings: hundreds at most, kept in memory by the processes that raise alarms. */
export function allConfigs(db: Db): Promise<ConfigRow[]> {
  return db.rows<ConfigRow>(sql`select team_id, group_id, scene_id, type, fields from alarm_config order by id`)
}

/** Team and groups of every scene; groups of teams that are guests do not count. */
export function allScenes(db: Db): Promise<{ id: number; team_id: number; groups: number[] }[]> {
  return db.rows(sql`
    select s.id, s.team_id, coalesce(array_agg(g.id order by g.id) filter (where g.id is not null), '{}') as groups
    from scene_view s left join scene_group_member_view m on m.scene_id = s.id left join scene_group_view g on g.id = m.group_id and g.team_id = s.team_id
    group by 1, 2`)
}

export interface PlaceRow {
  team_id: number
  group_id: number | null
  scene_id: number | null
}

/** A scene that the caller sees, with the groups of its owner that it is in. */
export function findScenePlace(
  { db, access }: QueryContext,
  scene_id: number,
): Promise<{ team_id: number; name: string; groups: { id: number; name: string }[] } | undefined> {
  return db.find(sql`
    select s.team_id, s.name, coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id)
      from scene_group_member_view m join scene_group_view g on g.id = m.group_id where m.scene_id = s.id and g.team_id = s.team_id), '[]') as groups
    from scene_view s where s.id = ${scene_id} and ${access.sees(sql`s.id`)}`)
}

export function findGroupPlace(
  { db, access }: QueryContext,
  group_id: number,
): Promise<{ team_id: number; name: string } | undefined> {
  return db.find(
    sql`select team_id, name from scene_group_view g where g.id = ${group_id} and ${access.owns(sql`g.team_id`)}`,
  )
}

const at = ({ team_id, group_id, scene_id }: PlaceRow): Sql => sql`team_id = ${team_id}
  and group_id is not distinct from ${group_id}::int and scene_id is not distinct from ${scene_id}::int`

/** Settings of these places; the caller has checked that they are visible. */
export function configsAt(
  { db }: Pick<QueryContext, 'db'>,
  team_id: number,
  groups: readonly number[],
  scene_id: number | null,
): Promise<ConfigRow[]> {
  return db.rows<ConfigRow>(sql`
    select team_id, group_id, scene_id, type, fields from alarm_config
    where team_id = ${team_id} and (group_id is null and scene_id is null or group_id = any(${groups}::int[]) or scene_id = ${scene_id}::int)
    order by id`)
}

/** The settings of one place, locked until the end of the transaction. */
export async function holdConfig(
  { db }: Pick<QueryContext, 'db'>,
  place: PlaceRow,
): Promise<Map<string, LevelSetting>> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('alarm_config'), ${place.team_id}::int)`)
  const rows = await db.rows<{ type: string; fields: LevelSetting }>(
    sql`select type, fields from alarm_config where ${at(place)} order by type`,
  )
  return new Map(rows.map(({ type, fields }) => [type, fields]))
}

export async function saveConfig(
  { db }: Pick<QueryContext, 'db'>,
  place: PlaceRow,
  said: ReadonlyMap<string, LevelSetting>,
  by: string,
  now: number,
): Promise<void> {
  await db.run(sql`delete from alarm_config where ${at(place)}`)
  const rows = [...said].filter(([, fields]) => Object.keys(fields).length > 0)
  if (rows.length)
    await db.run(sql`
      insert into alarm_config (team_id, group_id, scene_id, type, fields, changed_by, updated_at)
      select ${place.team_id}, ${place.group_id}::int, ${place.scene_id}::int, r.type, r.fields, ${by}, ${now}
      from jsonb_to_recordset(${jsonText(rows.map(([type, fields]) => ({ type, fields })))}::jsonb) as r(type text, fields jsonb)`)
}
