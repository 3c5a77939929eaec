import sql, { type Sql } from 'sql-template-tag'
import type { QueryContext } from '../../../kernel/db.ts'

/** The scenes of a figure: one, those of a group of the caller's team, or all that the caller sees. */
export interface StatScope {
  scene_id?: number
  group_id?: number
}

/** Whether the caller's team has the scene group. */
export async function hasGroup({ db, access }: QueryContext, id: number): Promise<boolean> {
  return (
    (await db.find(sql`select from scene_group_view g where g.id = ${id} and ${access.owns(sql`g.team_id`)}`)) !==
    undefined
  )
}

/** Condition on a scene id column; includes the access check. */
export function within({ access }: QueryContext, { scene_id, group_id }: StatScope, column: Sql): Sql {
  const one = scene_id ? sql`and ${column} = ${scene_id}` : sql``
  const group = group_id
    ? sql`and ${column} in (select m.scene_id from scene_group_member_view m join scene_group_view g on g.id = m.group_id
        where g.id = ${group_id} and ${access.owns(sql`g.team_id`)})`
    : sql``
  return sql`(${access.sees(column)} ${one} ${group})`
}

/**
 * The same for tables with many rows for each scene: the scenes are found first. With a list of ids the planner would
 * fetch the rows of each by an index, in an unrelated order.
 */
export function ofScenes(ctx: QueryContext, scope: StatScope, column: Sql): Sql {
  return sql`${column} in (select k.id from scene_view k where ${within(ctx, scope, sql`k.id`)})`
}

/** When the first of the scenes was created; null: there is none. */
export async function oldestScene(ctx: QueryContext, scope: StatScope): Promise<number | null> {
  return (
    await ctx.db.one<{ at: number | null }>(
      sql`select min(c.created_at)::float8 as at from scene_view c where ${within(ctx, scope, sql`c.id`)}`,
    )
  ).at
}

/** The most frequent time zone of the scenes. */
export async function zoneOf(ctx: QueryContext, scope: StatScope): Promise<string> {
  const row = await ctx.db.find<{ time_zone: string }>(sql`
    select c.time_zone from scene_view c where ${within(ctx, scope, sql`c.id`)} group by 1 order by count(*) desc, 1 limit 1`)
  return row?.time_zone ?? 'Asia/Shanghai'
}
