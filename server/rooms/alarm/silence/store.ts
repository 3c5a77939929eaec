import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import sql, { type Sql } from 'sql-template-tag'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'

/** A silence in one scene. */
export interface SilenceInScene {
  scene_id: number
  time_zone: string
  kind: 0 | 1
  name: string
  device_id: number | null
  below: boolean
  type: string
  key: string
  from_at: number
  to_at: number | null
  weekdays: number[]
  minute_from: number | null
  minute_to: number | null
}

/** Silences that may cover something in these scenes now; the hours of the day are not checked. */
export function silencesIn(db: Db, scene_ids: readonly number[], now: number): Promise<SilenceInScene[]> {
  return db.rows<SilenceInScene>(sql`
    select s.id as scene_id, s.time_zone, w.kind, w.name, w.device_id, w.below, w.type, w.key, w.from_at, w.to_at, w.weekdays,
      w.minute_from, w.minute_to
    from alarm_silence w join scene_view s on s.team_id = w.team_id
    where s.id = any(${numbers(scene_ids)}::int[]) and w.from_at <= ${now} and (w.to_at is null or w.to_at > ${now})
      and (w.scene_id is null or w.scene_id = s.id)
      and (w.group_id is null or exists (select 1 from scene_group_member_view m where m.group_id = w.group_id and m.scene_id = s.id))
    order by w.to_at desc nulls first limit 10000`)
}

/** A silence applies in a scene, or work is running on the device: whether it covers the alarm is not checked. */
export const isSilent = (scene: Sql, device: Sql, now: number): Sql => sql`(exists (
  select 1 from alarm_silence w join scene_view s on s.team_id = w.team_id
  where s.id = ${scene} and w.from_at <= ${now} and (w.to_at is null or w.to_at > ${now}) and (w.scene_id is null or w.scene_id = s.id))
  or exists (select 1 from device_absence_view b where b.device_id = ${device} and b.from_at - 2 <= ${now} and b.until > ${now}))`

/** The fields of a silence that a person sets. */
export interface SilenceInput {
  kind: 0 | 1
  name: string
  /** 0: none. */
  group_id: number
  scene_id: number
  device_id: number
  below: 0 | 1
  type: string
  key: string
  from_at: number
  to_at: number | null
  weekdays: number[]
  minute_from: number | null
  minute_to: number | null
}

export interface SilenceRow extends SilenceInput {
  id: number
  rev: number
  team_id: number
  group_name: string
  scene_name: string
  device_name: string
  time_zone: string
  created_at: number
  updated_at: number
  changed_by: string
}

/** Those of the caller's team, and those of scenes it is a guest of. */
const seen = ({ access }: QueryContext): Sql =>
  sql`(${access.owns(sql`w.team_id`)} or w.scene_id is not null and ${access.sees(sql`w.scene_id`)})`
const written = ({ access }: QueryContext): Sql =>
  sql`(${access.owns(sql`w.team_id`)} or w.scene_id is not null and ${access.writes(sql`w.scene_id`)})`

const columns = sql`w.id, w.rev, w.team_id, w.kind, w.name, coalesce(w.group_id, 0) as group_id,
  coalesce(w.scene_id, 0) as scene_id, coalesce(w.device_id, 0) as device_id, w.below::int as below, w.type, w.key,
  w.from_at, w.to_at, w.weekdays, w.minute_from, w.minute_to, w.created_at, w.updated_at, w.changed_by`
const names = sql`coalesce(g.name, '') as group_name, coalesce(c.name, '') as scene_name, coalesce(d.name, '') as device_name,
  coalesce(c.time_zone, 'Asia/Shanghai') as time_zone`
const named = sql`left join scene_group_view g on g.id = w.group_id left join scene_view c on c.id = w.scene_id left join device_view d on d.id = w.device_id`

export function listSilences(
  ctx: QueryContext,
  input: In<typeof silenceCalls.list>,
  now: number,
): Promise<TableOut<SilenceRow>> {
  const { scene_id, kind, over, search } = input
  const covers = sql`(w.scene_id is null or w.scene_id = ${scene_id ?? 0}) and (w.group_id is null
    or exists (select 1 from scene_group_member_view m where m.group_id = w.group_id and m.scene_id = ${scene_id ?? 0}))`
  return pageOf<SilenceRow>(ctx.db, input, {
    from: sql`alarm_silence w`,
    id: sql`w.id`,
    where: allOf(
      seen(ctx),
      scene_id ? covers : undefined,
      kind === undefined ? undefined : sql`w.kind = ${kind}`,
      over ? undefined : sql`(w.to_at is null or w.to_at > ${now})`,
      search ? containsSql(search, [sql`w.name`, sql`w.type`]) : undefined,
    ),
    order: {
      id: sql`w.id`,
      name: sql`lower(w.name)`,
      from_at: sql`w.from_at`,
      to_at: sql`coalesce(w.to_at, 99999999999)`,
      updated_at: sql`w.updated_at`,
    },
    newestFirst: true,
    select: sql`${columns}, ${names}`,
    join: sql`join alarm_silence w on w.id = page.id ${named}`,
  })
}

/** One the caller may change, locked until the transaction ends. */
export function holdSilence(ctx: QueryContext, id: number): Promise<SilenceRow | undefined> {
  return ctx.db.find<SilenceRow>(sql`
    select ${columns}, ${names} from alarm_silence w ${named} where w.id = ${id} and ${written(ctx)} for update of w`)
}

/** The team a silence of this place belongs to: the owner of the scene; undefined: the caller may not add one. */
export async function teamOf(
  { db, access }: QueryContext,
  { scene_id, group_id, device_id }: SilenceInput,
): Promise<number | undefined> {
  const place = scene_id
    ? sql`select s.team_id from scene_view s where s.id = ${scene_id} and ${access.writes(sql`s.id`)}`
    : group_id
      ? sql`select g.team_id from scene_group_view g where g.id = ${group_id} and ${access.owns(sql`g.team_id`)}`
      : sql`select ${access.ownTeam()}::int as team_id`
  const team_id = (await db.find<{ team_id: number }>(place))?.team_id
  if (!device_id || team_id === undefined) return team_id
  const device = await db.find(sql`
    select 1 as there from device_view d where d.id = ${device_id} and ${access.writes(sql`d.scene_id`)}
      and ${scene_id ? sql`d.scene_id = ${scene_id}` : sql`true`}`)
  return device ? team_id : undefined
}

const wished = sql`kind, name, group_id, scene_id, device_id, below, type, key, from_at, to_at, weekdays, minute_from, minute_to`
const valuesOf = (
  one: SilenceInput,
): Sql => sql`${one.kind}, ${one.name}, ${one.group_id || null}, ${one.scene_id || null},
  ${one.device_id || null}, ${one.below === 1}, ${one.type}, ${one.key}, ${one.from_at}, ${one.to_at}, ${one.weekdays}::int[],
  ${one.minute_from}, ${one.minute_to}`

export async function addSilence(
  { db }: QueryContext,
  team_id: number,
  one: SilenceInput,
  by: string,
  now: number,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into alarm_silence (team_id, ${wished}, created_at, updated_at, changed_by)
    values (${team_id}, ${valuesOf(one)}, ${now}, ${now}, ${by}) returning id`)
  return id
}

export async function changeSilence(
  ctx: QueryContext,
  id: number,
  one: SilenceInput,
  by: string,
  now: number,
): Promise<void> {
  await ctx.db.run(sql`
    update alarm_silence w set (${wished}) = (${valuesOf(one)}), rev = rev + 1, updated_at = ${now}, changed_by = ${by}
    where w.id = ${id} and ${written(ctx)}`)
}

export async function removeSilence(ctx: QueryContext, id: number): Promise<void> {
  await ctx.db.run(sql`delete from alarm_silence w where w.id = ${id} and ${written(ctx)}`)
}
