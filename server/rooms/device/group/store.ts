import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { groupCalls } from '@belvedere/contract/rooms/device/group.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { isOnline } from '../../../devices/online-store.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { unlessTaken } from '../../../kernel/database/unless-taken.ts'

export type GroupRow = Out<typeof groupCalls.list>['list'][number]

export interface GroupDetails {
  name: string
  color: GroupRow['color']
  note: string
}

export interface Group extends GroupDetails {
  id: number
  team_id: number
  rev: number
  changed_by: string
}

/** The group's devices that the caller sees: total, online, and by type. */
const countsOf = (ctx: QueryContext): Sql => sql`
  cross join lateral (
    select coalesce(sum(k.total), 0)::int as device_cnt, coalesce(sum(k.online), 0)::int as online_cnt,
      coalesce(json_agg(json_build_object('type', k.type, 'total', k.total) order by k.type) filter (where k.type is not null), '[]') as types
    from (
      select d.type, count(*)::int as total, count(*) filter (where ${isOnline})::int as online
      from device d join device_state s on s.device_id = d.id
      where d.group_id = g.id and ${ctx.access.sees(sql`d.scene_id`)} group by d.type
    ) k
  ) n`

const deviceCount = (ctx: QueryContext): Sql =>
  sql`(select count(*) from device d where d.group_id = g.id and ${ctx.access.sees(sql`d.scene_id`)})`

export function listGroups(ctx: QueryContext, input: In<typeof groupCalls.list>): Promise<TableOut<GroupRow>> {
  return pageOf<GroupRow>(ctx.db, input, {
    from: sql`device_group g`,
    id: sql`g.id`,
    where: allOf(ctx.access.owns(sql`g.team_id`), containsSql(input.search, [sql`g.name`, sql`g.note`])),
    order: {
      id: sql`g.id`,
      name: sql`lower(g.name)`,
      device_cnt: deviceCount(ctx),
      created_at: sql`g.created_at`,
      updated_at: sql`g.updated_at`,
    },
    select: sql`g.id, g.rev, g.name, g.color, g.note, n.device_cnt, n.online_cnt, n.types, g.created_at, g.updated_at, g.changed_by`,
    join: sql`join device_group g on g.id = page.id ${countsOf(ctx)}`,
  })
}

export function listGroupOptions({ db, access }: QueryContext): Promise<{ id: number; name: string }[]> {
  return db.rows(sql`
    select g.id, g.name from device_group g where ${access.owns(sql`g.team_id`)} order by lower(g.name), g.id limit 1000`)
}

/** The group, locked until this transaction ends. */
export function holdGroup({ db, access }: QueryContext, id: number): Promise<Group | undefined> {
  return db.find<Group>(sql`
    select g.id, g.team_id, g.rev, g.name, g.color, g.note, g.changed_by from device_group g
    where g.id = ${id} and ${access.owns(sql`g.team_id`)} for update`)
}

export function findGroup(
  { db, access }: QueryContext,
  id: number,
): Promise<{ id: number; team_id: number } | undefined> {
  return db.find(sql`select g.id, g.team_id from device_group g where g.id = ${id} and ${access.owns(sql`g.team_id`)}`)
}

/** Those of the devices that the caller may put into a group; for a team's group, those of its scenes. */
export function listMovable(
  { db, access }: QueryContext,
  ids: readonly number[],
  team_id: number | undefined,
): Promise<{ id: number; name: string; group_id: number | null }[]> {
  return db.rows(sql`
    select d.id, coalesce(nullif(d.name, ''), d.serial) as name, d.group_id from device d join scene_view c on c.id = d.scene_id
    where d.id = any(${ids}::int[]) and ${access.writes(sql`d.scene_id`)}
      and ${team_id === undefined ? sql`true` : sql`c.team_id = ${team_id}`} order by d.id`)
}

/** Undefined when the team already has a group of that name. */
export async function addGroup(
  { db, access }: QueryContext,
  one: GroupDetails,
  by: string,
  now: number,
): Promise<number | undefined> {
  const made = await db.find<{ id: number }>(sql`
    insert into device_group (team_id, name, color, note, created_at, updated_at, changed_by)
    values (${access.team_id}, ${one.name}, ${one.color}, ${one.note}, ${now}, ${now}, ${by})
    on conflict (team_id, lower(name)) do nothing returning id`)
  return made?.id
}

/** False when the team has another group of that name. */
export function changeGroup(
  { db, access }: QueryContext,
  id: number,
  to: GroupDetails,
  by: string,
  now: number,
): Promise<boolean> {
  return unlessTaken(
    db.run(sql`
      update device_group g set name = ${to.name}, color = ${to.color}, note = ${to.note}, rev = rev + 1, updated_at = ${now}, changed_by = ${by}
      where id = ${id} and ${access.owns(sql`g.team_id`)}`),
  )
}

export async function removeGroup({ db, access }: QueryContext, id: number): Promise<void> {
  await db.run(sql`delete from device_group g where id = ${id} and ${access.owns(sql`g.team_id`)}`)
}

export interface Member {
  id: number
  scene_id: number
  name: string
}

/** Devices of the group that the caller sees. */
export function listMembers({ db, access }: QueryContext, group_id: number): Promise<Member[]> {
  return db.rows<Member>(sql`
    select d.id, d.scene_id, d.name from device d where d.group_id = ${group_id} and ${access.sees(sql`d.scene_id`)} order by d.id`)
}

/** Timers of the group: they are removed with it. */
export async function countTimers({ db, access }: QueryContext, group_id: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(
    sql`select count(*)::int as n from device_timer_view t where t.group_id = ${group_id} and ${access.owns(sql`t.team_id`)}`,
  )
  return n
}

export interface Moved extends Member {
  /** The former group. */
  was: number | null
}

/** Puts devices of the team into its group, or removes them from it. Returns which. */
export async function setGroup(
  { db, access }: QueryContext,
  ids: readonly number[],
  group: { id: number; team_id: number },
  way: 'join' | 'leave',
): Promise<Moved[]> {
  const to = way === 'join' ? group.id : null
  const from = way === 'join' ? sql`true` : sql`d.group_id = ${group.id}`
  return db.rows<Moved>(sql`
    with held as (
      select d.id, d.group_id from device d join scene_view c on c.id = d.scene_id
      where d.id = any(${ids}::int[]) and c.team_id = ${group.team_id} and ${from} and ${access.writes(sql`d.scene_id`)}
      order by d.id for update of d
    )
    update device d set group_id = ${to}, rev = d.rev + 1 from held where d.id = held.id
    returning d.id, d.scene_id, d.name, held.group_id as was`)
}

/** Puts devices into a group, or into none, from any group. */
export function putInto(
  { db, access }: QueryContext,
  ids: readonly number[],
  group: Group | undefined,
): Promise<Moved[]> {
  return db.rows<Moved>(sql`
    update device d set group_id = ${group?.id ?? null}::int, rev = d.rev + 1 from scene_view c
    where d.id = any(${ids}::int[]) and c.id = d.scene_id and ${access.writes(sql`d.scene_id`)}
      and ${group ? sql`c.team_id = ${group.team_id}` : sql`true`}
    returning d.id, d.scene_id, d.name, null as was`)
}

/** The group of each device, by id; those that the caller may change. */
export async function groupsOfDevices(
  { db, access }: QueryContext,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await db.rows<{ id: number; group_id: number | null }>(sql`
    select d.id, d.group_id from device d where d.id = any(${ids}::int[]) and ${access.writes(sql`d.scene_id`)} order by d.id for update`)
  return new Map(rows.map(({ id, group_id }) => [id, group_id]))
}

/** The team has a group of that name. */
export async function hasGroupNamed({ db, access }: QueryContext, name: string): Promise<boolean> {
  const found = await db.find(
    sql`select from device_group g where lower(g.name) = lower(${name}) and ${access.owns(sql`g.team_id`)}`,
  )
  return found !== undefined
}
