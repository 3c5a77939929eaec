import sql, { type Sql } from 'sql-template-tag'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import type { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import type { SeenRow } from '../../engines/batch-out/batch-out.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import { refuse } from '../../kernel/refuse.ts'
import { unlessTaken } from '../../kernel/database/unless-taken.ts'

export type StoredSceneMode = 0 | 1 | 2 | 3
export type Color = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

// scenes

/** The fields of a scene that a person edits. */
export interface SceneDetails {
  name: string
  province: string
  city: string
  address: string
  lat: number | null
  lng: number | null
  industry: string
  remark: string
  time_zone: string
}

export type SceneName = Pick<SceneDetails, 'name' | 'time_zone'>

/** Name and time zone of a scene that the caller sees. */
export async function getSceneName({ db, access }: QueryContext, id: number): Promise<SceneName> {
  const scene = await db.find<SceneName>(
    sql`select s.name, s.time_zone from scene s where s.id = ${id} and ${access.sees(sql`s.id`)}`,
  )
  if (!scene) throw refuse(commonErrors.foreignScene)
  return scene
}

export interface SceneDetailRow extends SceneDetails {
  id: number
  rev: number
  mode: StoredSceneMode
  team_id: number
  owner: string
  main_device_id: number | null
  groups: { id: number; name: string; color: Color }[]
  created_at: number
  updated_at: number
  changed_by: string
}

/** Scenes `s` with what determines their mode: the guest row `g` of the caller. */
const scenes = ({ access }: QueryContext): Sql =>
  sql`scene s left join scene_guest g on g.scene_id = s.id and g.uid = ${access.uid}`
const modeOf = ({ access }: QueryContext): Sql =>
  sql`coalesce(case when s.team_id <> ${access.team_id} then g.mode end, 0)`

const row = (
  ctx: QueryContext,
): Sql => sql`s.id, s.rev, s.name, ${modeOf(ctx)} as mode, s.team_id, t.name as owner, s.province, s.city, s.address,
  s.lat, s.lng, s.industry, s.remark, s.time_zone, s.main_device_id, s.created_at, s.updated_at, s.changed_by,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color) order by lower(p.name))
    from scene_group_member m join scene_group p on p.id = m.group_id
    where m.scene_id = s.id and ${ctx.access.owns(sql`p.team_id`)}), '[]') as groups`

const joined = (ctx: QueryContext): Sql =>
  sql`join scene s on s.id = page.id join team_view t on t.id = s.team_id left join scene_guest g on g.scene_id = s.id and g.uid = ${ctx.access.uid}`

const order = (ctx: QueryContext) => ({
  id: sql`s.id`,
  name: sql`lower(s.name)`,
  mode: modeOf(ctx),
  province: sql`s.province`,
  city: sql`s.city`,
  address: sql`s.address`,
  industry: sql`s.industry`,
  created_at: sql`s.created_at`,
  updated_at: sql`s.updated_at`,
})

const matching = (typed: string | undefined): Sql =>
  containsSql(typed, [sql`s.name`, sql`s.address`, sql`s.city`, sql`s.remark`])

const inGroup = (ctx: QueryContext, group_id: number): Sql =>
  sql`exists (select from scene_group_member m join scene_group p on p.id = m.group_id
    where m.scene_id = s.id and p.id = ${group_id} and ${ctx.access.owns(sql`p.team_id`)})`

export function listScenes(ctx: QueryContext, input: In<typeof sceneCalls.list>): Promise<TableOut<SceneDetailRow>> {
  const { ids, group_id, mode, owner, province, industry, search } = input
  return pageOf<SceneDetailRow>(ctx.db, input, {
    from: scenes(ctx),
    id: sql`s.id`,
    where: allOf(
      ctx.access.sees(sql`s.id`),
      ids && sql`s.id = any(${ids}::int[])`,
      group_id ? inGroup(ctx, group_id) : undefined,
      mode === undefined ? undefined : sql`${modeOf(ctx)} = ${mode}`,
      owner ? ctx.access.owns(sql`s.team_id`) : undefined,
      province ? sql`s.province = ${province}` : undefined,
      industry ? sql`s.industry = ${industry}` : undefined,
      matching(search),
    ),
    order: order(ctx),
    select: row(ctx),
    join: joined(ctx),
  })
}

export function findScene(ctx: QueryContext, id: number): Promise<SceneDetailRow | undefined> {
  return ctx.db.find<SceneDetailRow>(
    sql`select ${row(ctx)} from (select ${id}::int as id) page ${joined(ctx)} where ${ctx.access.sees(sql`s.id`)}`,
  )
}

/** As `findScene`, for those that the caller may write to; locked until this transaction ends. */
export async function holdScene(ctx: QueryContext, id: number): Promise<SceneDetailRow | undefined> {
  const held = await ctx.db.find(
    sql`select from scene s where s.id = ${id} and ${ctx.access.writes(sql`s.id`)} for update`,
  )
  return held === undefined ? undefined : findScene(ctx, id)
}

export interface SceneOptionRow {
  id: number
  name: string
  mode: StoredSceneMode
}

/** The location of a scene. */
export interface SceneSite extends SceneOptionRow {
  province: string
  city: string
  address: string
  lat: number | null
  lng: number | null
}

const site = (ctx: QueryContext): Sql =>
  sql`s.id, s.name, ${modeOf(ctx)} as mode, s.province, s.city, s.address, s.lat, s.lng`

/** Every scene that the caller sees, own ones first. */
export function listOptions(
  ctx: QueryContext,
  { owner, search }: In<typeof sceneCalls.option>,
): Promise<SceneOptionRow[]> {
  return ctx.db.rows<SceneOptionRow>(sql`
    select s.id, s.name, ${modeOf(ctx)} as mode from ${scenes(ctx)}
    where ${ctx.access.sees(sql`s.id`)} and ${owner ? ctx.access.owns(sql`s.team_id`) : sql`true`}
      and ${containsSql(search, [sql`s.name`])}
    order by ${modeOf(ctx)}, lower(s.name), s.id`)
}

/** Scenes by name or address, those with a matching name first. */
export function searchScenes(ctx: QueryContext, typed: string, limit: number): Promise<SceneSite[]> {
  return ctx.db.rows<SceneSite>(sql`
    select ${site(ctx)} from ${scenes(ctx)} where ${ctx.access.sees(sql`s.id`)} and ${matching(typed)}
    order by ${containsSql(typed, [sql`s.name`])} desc, lower(s.name), s.id limit ${limit}`)
}

export function sitesOf(ctx: QueryContext, ids: readonly number[]): Promise<SceneSite[]> {
  return ctx.db.rows<SceneSite>(
    sql`select ${site(ctx)} from ${scenes(ctx)} where s.id = any(${ids}::int[]) and ${ctx.access.sees(sql`s.id`)}`,
  )
}

export interface MappedSceneRow extends SceneSite {
  rev: number
  group_ids: number[]
}

/** Every scene that the caller sees, the oldest first, and their number. */
export async function listMapped(ctx: QueryContext, limit: number): Promise<{ total: number; list: MappedSceneRow[] }> {
  const rows = await ctx.db.rows<MappedSceneRow & { total: number }>(sql`
    select ${site(ctx)}, s.rev, count(*) over ()::int as total, coalesce((select jsonb_agg(p.id order by p.id)
      from scene_group_member m join scene_group p on p.id = m.group_id
      where m.scene_id = s.id and ${ctx.access.owns(sql`p.team_id`)}), '[]') as group_ids
    from ${scenes(ctx)} where ${ctx.access.sees(sql`s.id`)} order by s.id limit ${limit}`)
  return { total: rows[0]?.total ?? 0, list: rows.map(({ total: _, ...row }) => row) }
}

/** The new scene's id; undefined when the team already has one of that name. */
export async function addScene(
  { db }: QueryContext,
  team_id: number,
  one: SceneDetails,
  by: string,
  now: number,
): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into scene (team_id, name, province, city, address, lat, lng, industry, remark, time_zone, created_at, updated_at, changed_by)
    values (${team_id}, ${one.name}, ${one.province}, ${one.city}, ${one.address}, ${one.lat}, ${one.lng}, ${one.industry},
      ${one.remark}, ${one.time_zone}, ${now}, ${now}, ${by})
    on conflict (team_id, lower(name)) do nothing returning id`)
  return made?.id
}

export type SceneUndoState = SceneDetails & Pick<SceneDetailRow, 'main_device_id'>

/** False when the team has another scene of that name; the transaction can only be rolled back then. */
export async function changeScene(
  { db, access }: QueryContext,
  id: number,
  to: SceneUndoState,
  by: string,
  now: number,
): Promise<boolean> {
  return unlessTaken(
    db.run(sql`
      update scene s set name = ${to.name}, province = ${to.province}, city = ${to.city}, address = ${to.address}, lat = ${to.lat},
        lng = ${to.lng}, industry = ${to.industry}, remark = ${to.remark}, time_zone = ${to.time_zone},
        main_device_id = ${to.main_device_id}, rev = rev + 1, updated_at = ${now}, changed_by = ${by}
      where id = ${id} and ${access.writes(sql`s.id`)}`),
  )
}

export async function hasDevice({ db, access }: QueryContext, scene_id: number, device_id: number): Promise<boolean> {
  const found = await db.find(sql`
    select from device_view d where d.id = ${device_id} and d.scene_id = ${scene_id} and ${access.sees(sql`d.scene_id`)}`)
  return found !== undefined
}

/** The team has a scene of that name. */
export async function hasSceneNamed({ db, access }: QueryContext, name: string): Promise<boolean> {
  const found = await db.find(
    sql`select from scene s where lower(s.name) = lower(${name}) and ${access.owns(sql`s.team_id`)}`,
  )
  return found !== undefined
}

export async function removeScene({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from scene s where id = ${id} and ${access.writes(sql`s.id`)}`)
}

export function countAttached({ db, access }: QueryContext, id: number): Promise<{ groups: number; guests: number }> {
  return db.one(sql`
    select (select count(*)::int from scene_group_member m where m.scene_id = s.id) as groups,
      (select count(*)::int from scene_guest g where g.scene_id = s.id) as guests
    from scene s where s.id = ${id} and ${access.sees(sql`s.id`)}`)
}

export async function guestsOf({ db, access }: QueryContext, id: number): Promise<number[]> {
  const guests = sql`select g.uid from scene_guest g where g.scene_id = ${id} and ${access.sees(sql`g.scene_id`)}`
  return (await db.rows<{ uid: number }>(guests)).map(({ uid }) => uid)
}

export interface SceneUser {
  uid: number
  team_id: number
}

/**
 * Mode by id of every scene that this account may enter, own ones first. Access is computed from this, so it needs
 * none.
 */
export async function sceneModesOf(
  { db }: Pick<QueryContext, 'db'>,
  { uid, team_id }: SceneUser,
): Promise<Map<number, StoredSceneMode>> {
  const rows = await db.rows<{ id: number; mode: StoredSceneMode }>(sql`
    select id, 0::smallint as mode from scene where team_id = ${team_id}
    union all
    select s.id, g.mode from scene_guest g join scene s on s.id = g.scene_id
      where g.uid = ${uid} and s.team_id <> ${team_id} and (g.expires_at is null or g.expires_at > extract(epoch from now()))
    order by mode, id`)
  return new Map(rows.map(({ id, mode }) => [id, mode]))
}

/** Every scene of these teams. */
export async function scenesOfTeams({ db, access }: QueryContext, team_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from scene s where s.team_id = any(${team_ids}::int[]) and ${access.sees(sql`s.id`)} order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Unix seconds at which the next of an account's shares expires; undefined: none will. */
export async function nextShareEnd({ db }: Pick<QueryContext, 'db'>, uid: number): Promise<number | undefined> {
  const { at } = await db.one<{ at: number | null }>(sql`
    select min(g.expires_at) as at from scene_guest g where g.uid = ${uid} and g.expires_at > extract(epoch from now())`)
  return at ?? undefined
}

/** Makes an account of another team a guest of a scene, or changes its mode there. */
export async function letGuestIn(
  { db, access }: QueryContext,
  scene_id: number,
  uid: number,
  mode: 1 | 2 | 3,
  now: number,
  expires_at: number | null = null,
): Promise<void> {
  access.enter(scene_id, 'write')
  await db.run(sql`
    insert into scene_guest (scene_id, uid, mode, created_at, expires_at)
    values (${scene_id}, ${uid}, ${mode}, ${now}, ${expires_at})
    on conflict (scene_id, uid) do update set mode = excluded.mode, expires_at = excluded.expires_at`)
}

// groups of the caller's team; they may contain any scene that the caller sees

export interface SceneGroupRow {
  id: number
  rev: number
  name: string
  color: Color
  scene_ids: number[]
  created_at: number
  updated_at: number
  changed_by: string
}

const sceneIds = (ctx: QueryContext): Sql =>
  sql`array(select m.scene_id from scene_group_member m where m.group_id = p.id and ${ctx.access.sees(sql`m.scene_id`)} order by 1)`
const groupRow = (ctx: QueryContext): Sql =>
  sql`p.id, p.rev, p.name, p.color, ${sceneIds(ctx)} as scene_ids, p.created_at, p.updated_at, p.changed_by`

export function listGroups(ctx: QueryContext, input: In<typeof groupCalls.list>): Promise<TableOut<SceneGroupRow>> {
  return pageOf<SceneGroupRow>(ctx.db, input, {
    from: sql`scene_group p`,
    id: sql`p.id`,
    where: allOf(ctx.access.owns(sql`p.team_id`), containsSql(input.search, [sql`p.name`])),
    order: {
      id: sql`p.id`,
      name: sql`lower(p.name)`,
      scene_cnt: sql`cardinality(${sceneIds(ctx)})`,
      created_at: sql`p.created_at`,
      updated_at: sql`p.updated_at`,
    },
    select: groupRow(ctx),
    join: sql`join scene_group p on p.id = page.id`,
  })
}

/** Locked until this transaction ends. */
export function holdGroup(ctx: QueryContext, id: number): Promise<SceneGroupRow | undefined> {
  return ctx.db.find<SceneGroupRow>(sql`
    select ${groupRow(ctx)} from scene_group p where p.id = ${id} and ${ctx.access.owns(sql`p.team_id`)} for update of p`)
}

export async function hasGroup({ db, access }: QueryContext, id: number): Promise<boolean> {
  return (
    (await db.find(sql`select from scene_group p where p.id = ${id} and ${access.owns(sql`p.team_id`)}`)) !== undefined
  )
}

export interface SceneGroupDetails {
  name: string
  color: Color
}

export async function addGroup(
  { db, access }: QueryContext,
  one: SceneGroupDetails,
  by: string,
  now: number,
): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into scene_group (team_id, name, color, created_at, updated_at, changed_by)
    values (${access.team_id}, ${one.name}, ${one.color}, ${now}, ${now}, ${by})
    on conflict (team_id, lower(name)) do nothing returning id`)
  return made?.id
}

/** False when the team has another group of that name. */
export async function changeGroup(
  { db, access }: QueryContext,
  id: number,
  to: SceneGroupDetails,
  by: string,
  now: number,
): Promise<boolean> {
  return unlessTaken(
    db.run(sql`
      update scene_group p set name = ${to.name}, color = ${to.color}, rev = rev + 1, updated_at = ${now}, changed_by = ${by}
      where id = ${id} and ${access.owns(sql`p.team_id`)}`),
  )
}

export async function removeGroup({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from scene_group p where id = ${id} and ${access.owns(sql`p.team_id`)}`)
}

/** The team has a group of that name. */
export async function hasGroupNamed({ db, access }: QueryContext, name: string): Promise<boolean> {
  const found = await db.find(
    sql`select from scene_group p where lower(p.name) = lower(${name}) and ${access.owns(sql`p.team_id`)}`,
  )
  return found !== undefined
}

/** Scenes that are already in the group stay in it. */
/** Those of the scenes that the caller sees. */
export function sceneNames({ db, access }: QueryContext, ids: readonly number[]): Promise<SeenRow[]> {
  return db.rows<SeenRow>(sql`
    select s.id, s.name, s.id as scene_id from scene s where s.id = any(${ids}::int[]) and ${access.sees(sql`s.id`)}`)
}

export async function joinGroup(
  { db, access }: QueryContext,
  group_id: number,
  scene_ids: readonly number[],
): Promise<void> {
  await db.run(sql`
    insert into scene_group_member (group_id, scene_id)
    select ${group_id}::int, s.id from scene s where s.id = any(${scene_ids}::int[]) and ${access.writes(sql`s.id`)}
    on conflict do nothing`)
}

export async function leaveGroup(
  { db, access }: QueryContext,
  group_id: number,
  scene_ids: readonly number[],
): Promise<void> {
  await db.run(sql`
    delete from scene_group_member m
    where m.group_id = ${group_id} and m.scene_id = any(${scene_ids}::int[]) and ${access.writes(sql`m.scene_id`)}`)
}

export interface MemberScene extends SceneOptionRow {
  province: string
  city: string
  created_at: number
}

/** Scenes of a group, or (`joined` 0) those that can still join it. */
export function listMembers(ctx: QueryContext, input: In<typeof groupCalls.scene>): Promise<TableOut<MemberScene>> {
  const inside = inGroup(ctx, input.group_id)
  const { id, name, mode, created_at } = order(ctx)
  return pageOf<MemberScene>(ctx.db, input, {
    from: scenes(ctx),
    id: sql`s.id`,
    where: allOf(ctx.access.sees(sql`s.id`), input.joined === 0 ? sql`not ${inside}` : inside, matching(input.search)),
    order: { id, name, mode, created_at },
    select: sql`s.id, s.name, ${modeOf(ctx)} as mode, s.province, s.city, s.created_at`,
    join: joined(ctx),
  })
}
