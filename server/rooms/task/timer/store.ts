import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import { refuse } from '../../../kernel/refuse.ts'

export type TimerRow = Out<typeof timerCalls.list>['list'][number]
export type TimerKind = 'reboot' | 'upgrade' | 'backup'

/** The editable fields of a timer. */
export interface TimerDetails {
  name: string
  kind: TimerKind
  scope: 'device' | 'group' | 'scene'
  group_id: number | null
  args: Record<string, string>
  /** 0 Sunday … 6 Saturday; empty: once, on `day`. */
  weekdays: number[]
  day: string | null
  /** Minutes after midnight. */
  minute: number
  grace_minutes: number
  wait_hours: number
}

export interface Timer extends TimerDetails {
  id: number
  team_id: number
  uid: number
  paused: boolean
  rev: number
  changed_by: string
}

const own = sql`t.id, t.team_id, t.uid, t.name, t.kind, t.scope, t.group_id, t.args, t.weekdays, t.day, t.minute, t.grace_minutes, t.wait_hours,
  t.paused, t.rev, t.changed_by`

/** A timer is visible to users who see one of its scenes; one of an empty group to its team. */
const seen = ({ access }: QueryContext): Sql => sql`(
  exists (select 1 from device_timer_scene s where s.timer_id = t.id and ${access.sees(sql`s.scene_id`)})
  or ${access.owns(sql`t.team_id`)} and not exists (select 1 from device_timer_scene s where s.timer_id = t.id))`

/** It may be changed by users who may write to all of its scenes. */
const changeable = (ctx: QueryContext): Sql => sql`${seen(ctx)} and not exists (
  select 1 from device_timer_scene s where s.timer_id = t.id and not ${ctx.access.writes(sql`s.scene_id`)})`

/** Devices of timer `t`; the caller checks who may see them. */
const acted = sql`(
  t.scope = 'device' and exists (select 1 from device_timer_target g where g.timer_id = t.id and g.device_id = d.id)
  or t.scope = 'group' and d.group_id = t.group_id
  or t.scope = 'scene' and exists (select 1 from device_timer_scene s where s.timer_id = t.id and s.scene_id = d.scene_id))`

const scenesOf = (ctx: QueryContext): Sql => sql`
  select coalesce(json_agg(json_build_object('scene_id', s.scene_id, 'scene_name', c.name, 'time_zone', c.time_zone, 'next_at', s.next_at,
      'last_at', s.last_at, 'last', s.last, 'missed_cnt', s.missed_cnt, 'task_id', k.id, 'result', k.result,
      'total_cnt', coalesce(k.total_cnt, 0), 'err_cnt', coalesce(k.err_cnt, 0)) order by s.next_at nulls last, c.name), '[]') as scenes,
    min(s.next_at) as next_at, max(s.last_at) as last_at
  from device_timer_scene s join scene_view c on c.id = s.scene_id left join task k on k.id = s.task_id
  where s.timer_id = t.id and ${ctx.access.sees(sql`s.scene_id`)}`

const edge = (ctx: QueryContext, which: 'next' | 'last'): Sql =>
  which === 'next'
    ? sql`(select min(s.next_at) from device_timer_scene s where s.timer_id = t.id and ${ctx.access.sees(sql`s.scene_id`)})`
    : sql`(select max(s.last_at) from device_timer_scene s where s.timer_id = t.id and ${ctx.access.sees(sql`s.scene_id`)})`

export function listTimers(ctx: QueryContext, input: In<typeof timerCalls.list>): Promise<TableOut<TimerRow>> {
  const { access } = ctx
  const { scene_id, type, device_id, group_id, paused, search } = input
  return pageOf<TimerRow>(ctx.db, input, {
    from: sql`device_timer t`,
    id: sql`t.id`,
    where: allOf(
      seen(ctx),
      scene_id
        ? sql`exists (select 1 from device_timer_scene s where s.timer_id = t.id and s.scene_id = ${scene_id})`
        : undefined,
      type ? sql`t.kind || '_timer' = ${type}` : undefined,
      device_id
        ? sql`exists (select 1 from device_view d where d.id = ${device_id} and ${access.sees(sql`d.scene_id`)} and ${acted})`
        : undefined,
      group_id ? sql`t.group_id = ${group_id}` : undefined,
      paused === undefined ? undefined : sql`t.paused = ${paused === 1}`,
      search ? containsSql(search, [sql`t.name`, sql`t.operator`]) : undefined,
    ),
    order: {
      id: sql`t.id`,
      name: sql`lower(t.name)`,
      type: sql`t.kind`,
      next_at: edge(ctx, 'next'),
      last_at: edge(ctx, 'last'),
      created_at: sql`t.created_at`,
    },
    newestFirst: true,
    select: sql`t.id, t.rev, t.name, t.kind || '_timer' as type, t.scope, t.group_id, g.name as group_name, t.args,
      t.weekdays::text[] as weekdays, t.day as date, to_char(make_interval(mins => t.minute), 'HH24:MI') as time, t.grace_minutes, t.wait_hours,
      t.paused::int as paused, t.operator, t.created_at, t.updated_at, t.changed_by, n.scenes, n.next_at, n.last_at,
      m.device_cnt, coalesce(m.devices[1:3], '{}') as devices, case when t.scope = 'device' then coalesce(m.ids, '{}') else '{}' end as ids`,
    join: sql`join device_timer t on t.id = page.id left join device_group_view g on g.id = t.group_id
      cross join lateral (${scenesOf(ctx)}) n
      cross join lateral (
        select count(*)::int as device_cnt, (array_agg(d.name order by d.name))[1:3] as devices, array_agg(d.id order by d.id) as ids
        from device_view d where ${access.sees(sql`d.scene_id`)} and ${acted}
      ) m`,
  })
}

/** Timers of the own team, and those that guests set in scenes of the own team only. */
const ruled = ({ access }: QueryContext): Sql => sql`(${access.owns(sql`t.team_id`)} or not exists (
  select 1 from device_timer_scene s where s.timer_id = t.id and not ${access.ownsScene(sql`s.scene_id`)}))`

/** Those of the timers that the caller may change, locked ordered by id; a guest does not change the owner's. */
export async function holdTimers(ctx: QueryContext, ids: readonly number[]): Promise<Timer[]> {
  const held = await ctx.db.rows<Timer & { ruled: boolean }>(sql`
    select ${own}, ${ruled(ctx)} as ruled from device_timer t
    where t.id = any(${numbers(ids)}::int[]) and ${changeable(ctx)} order by t.id for update of t`)
  if (held.some((one) => !one.ruled)) throw refuse(commonErrors.ownerOnly)
  return held.map(({ ruled: _, ...timer }) => timer)
}

/** Timers of guests that run in scenes of the caller's team and in others: they can be removed from those. Locked. */
export function holdVisiting(ctx: QueryContext, ids: readonly number[]): Promise<Timer[]> {
  return ctx.db.rows<Timer>(sql`
    select ${own} from device_timer t
    where t.id = any(${numbers(ids)}::int[]) and not ${ctx.access.owns(sql`t.team_id`)} and not ${ruled(ctx)}
      and exists (select 1 from device_timer_scene s where s.timer_id = t.id and ${ctx.access.ownsScene(sql`s.scene_id`)})
    order by t.id for update of t`)
}

/** Removes the scenes of the caller's team, and its devices, from a timer; returns the scenes. */
export async function leaveScenes({ db, access }: QueryContext, id: number): Promise<number[]> {
  await db.run(sql`
    delete from device_timer_target g using device_view d
    where g.timer_id = ${id} and d.id = g.device_id and ${access.ownsScene(sql`d.scene_id`)}`)
  const rows = await db.rows<{ scene_id: number }>(sql`
    delete from device_timer_scene s where s.timer_id = ${id} and ${access.ownsScene(sql`s.scene_id`)} returning s.scene_id`)
  return rows.map(({ scene_id }) => scene_id)
}

/** The author becomes the owner: their rights apply when it runs. */
interface Author {
  uid: number
  operator: string
  by: string
  now: number
}

export async function insertTimer({ db, access }: QueryContext, one: TimerDetails, who: Author): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into device_timer (team_id, uid, operator, name, kind, scope, group_id, args, weekdays, day, minute, grace_minutes, wait_hours,
      created_at, updated_at, changed_by)
    values (${access.team_id}, ${who.uid}, ${who.operator}, ${one.name}, ${one.kind}, ${one.scope}, ${one.group_id},
      ${JSON.stringify(one.args)}::jsonb, ${numbers(one.weekdays)}::int[], ${one.day}, ${one.minute}, ${one.grace_minutes},
      ${one.wait_hours}, ${who.now}, ${who.now}, ${who.by})
    returning id`)
  return id
}

/** The caller has locked it. */
export async function updateTimer({ db }: QueryContext, id: number, one: TimerDetails, who: Author): Promise<void> {
  await db.run(sql`
    update device_timer set uid = ${who.uid}, operator = ${who.operator}, name = ${one.name}, scope = ${one.scope}, group_id = ${one.group_id},
      args = ${JSON.stringify(one.args)}::jsonb, weekdays = ${numbers(one.weekdays)}::int[], day = ${one.day}, minute = ${one.minute},
      grace_minutes = ${one.grace_minutes}, wait_hours = ${one.wait_hours}, rev = rev + 1, updated_at = ${who.now}, changed_by = ${who.by}
    where id = ${id}`)
}

export async function setTargets({ db }: QueryContext, id: number, device_ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device_timer_target where timer_id = ${id}`)
  await db.run(sql`
    insert into device_timer_target (timer_id, device_id) select ${id}, unnest(${numbers(device_ids)}::int[]) on conflict do nothing`)
}

export interface SceneRun {
  scene_id: number
  next_at: number | null
}

/** Sets the scenes of a timer that the caller has locked, and its times there; results in scenes that stay are kept. */
export async function setScenes({ db }: QueryContext, id: number, runs: readonly SceneRun[]): Promise<void> {
  const scenes = numbers(runs.map(({ scene_id }) => scene_id))
  await db.run(sql`delete from device_timer_scene where timer_id = ${id} and scene_id <> all(${scenes}::int[])`)
  await db.run(sql`
    insert into device_timer_scene as s (timer_id, scene_id, next_at)
    select ${id}, scene_id, next_at from unnest(${scenes}::int[], ${numbers(runs.map(({ next_at }) => next_at))}::bigint[]) as r(scene_id, next_at)
    on conflict (timer_id, scene_id) do update set next_at = excluded.next_at`)
}

/** Scenes of a locked timer with their time zones. */
export function clocksOf({ db }: QueryContext, timer_id: number): Promise<{ scene_id: number; time_zone: string }[]> {
  return db.rows(sql`
    select s.scene_id, c.time_zone from device_timer_scene s join scene_view c on c.id = s.scene_id where s.timer_id = ${timer_id} order by 1`)
}

/** Time zones of those scenes that the caller may write to. */
export function zonesOf(
  { db, access }: QueryContext,
  scene_ids: readonly number[],
): Promise<{ scene_id: number; time_zone: string }[]> {
  return db.rows(sql`
    select c.id as scene_id, c.time_zone from scene_view c
    where c.id = any(${numbers(scene_ids)}::int[]) and ${access.writes(sql`c.id`)} order by c.id`)
}

export async function scenesOfGroup({ db, access }: QueryContext, group_id: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    select distinct d.scene_id from device_view d where d.group_id = ${group_id} and ${access.writes(sql`d.scene_id`)}`)
  return rows.map(({ scene_id }) => scene_id)
}

export async function removeTimers({ db }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from device_timer where id = any(${numbers(ids)}::int[])`)
}

export async function setPaused(
  { db }: QueryContext,
  id: number,
  paused: boolean,
  by: string,
  now: number,
): Promise<void> {
  await db.run(sql`
    update device_timer set paused = ${paused}, rev = rev + 1, updated_at = ${now}, changed_by = ${by} where id = ${id}`)
}

/** All ids of a timer's targets, for the operation log. */
export async function targetsOf({ db }: QueryContext, id: number): Promise<number[]> {
  const rows = await db.rows<{ device_id: number }>(
    sql`select device_id from device_timer_target where timer_id = ${id} order by 1 limit 10000`,
  )
  return rows.map(({ device_id }) => device_id)
}

/** Its current devices, of those that the caller sees. */
export async function devicesOf({ db, access }: QueryContext, id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d join device_timer t on t.id = ${id}
    where d.scene_id is not null and ${access.sees(sql`d.scene_id`)} and ${acted} order by d.id`)
  return rows.map((one) => one.id)
}

// runs

export interface Due extends Timer {
  /** The name of its owner in logs. */
  operator: string
  scene_id: number
  time_zone: string
  due: number
}

/** The run that is due longest, locked; concurrent callers get different ones. */
export function takeDue(db: Db, at: number): Promise<Due | undefined> {
  return db.find<Due>(sql`
    select ${own}, t.operator, s.scene_id, s.next_at as due, c.time_zone
    from device_timer_scene s join device_timer t on t.id = s.timer_id join scene_view c on c.id = s.scene_id
    where s.next_at <= ${at} order by s.next_at, s.timer_id, s.scene_id limit 1 for update of s skip locked`)
}

export interface TimerOutcome {
  last: string
  last_at: number
  missed_cnt: number
  task_id: number | null
  next_at: number | null
}

export async function saveOutcome(db: Db, timer_id: number, scene_id: number, one: TimerOutcome): Promise<void> {
  await db.run(sql`
    update device_timer_scene set next_at = ${one.next_at}, last_at = ${one.last_at}, last = ${one.last},
      missed_cnt = ${one.missed_cnt}, task_id = ${one.task_id}
    where timer_id = ${timer_id} and scene_id = ${scene_id}`)
}

/**
 * Devices of a timer, in one of its scenes or in all, of those that its owner may change; of groups and scenes those
 * that support the command.
 */
export async function idsOfRun({ db, access }: QueryContext, id: number, scene_id?: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d, device_timer t
    where ${allOf(
      sql`t.id = ${id}`,
      scene_id === undefined ? undefined : sql`d.scene_id = ${scene_id}`,
      access.writes(sql`d.scene_id`),
      acted,
      sql`(t.scope = 'device' or t.kind = any(d.verbs))`,
    )} order by d.id limit 10000`)
  return rows.map((one) => one.id)
}

export interface Clock {
  timer_id: number
  scene_id: number
  time_zone: string
  weekdays: number[]
  day: string | null
  minute: number
}

/**
 * Adds scenes that devices of timers moved to, and removes those that they all left. Returns the new ones; they have no
 * next run yet.
 */
export async function syncScenes(db: Db): Promise<Clock[]> {
  const wanted = sql`
    select g.timer_id, d.scene_id from device_timer_target g join device_view d on d.id = g.device_id where d.scene_id is not null
    union select t.id, d.scene_id from device_timer t join device_view d on d.group_id = t.group_id where d.scene_id is not null`
  await db.run(sql`
    delete from device_timer_scene s using device_timer t
    where t.id = s.timer_id and t.scope <> 'scene' and (s.timer_id, s.scene_id) not in (${wanted})`)
  return db.rows<Clock>(sql`
    with added as (
      insert into device_timer_scene (timer_id, scene_id) select * from (${wanted}) w on conflict do nothing returning timer_id, scene_id
    )
    select a.timer_id, a.scene_id, c.time_zone, t.weekdays, t.day, t.minute
    from added a join device_timer t on t.id = a.timer_id join scene_view c on c.id = a.scene_id where not t.paused`)
}

/** Scheduled timers of a scene whose time zone has changed. */
export function runsOfScene(db: Db, scene_id: number): Promise<Clock[]> {
  return db.rows<Clock>(sql`
    select s.timer_id, s.scene_id, c.time_zone, t.weekdays, t.day, t.minute
    from device_timer_scene s join device_timer t on t.id = s.timer_id join scene_view c on c.id = s.scene_id
    where s.scene_id = ${scene_id} and s.next_at is not null`)
}

/** Timers whose next time in a scene is after `after`. */
export function runsAfter(db: Db, after: number): Promise<(Clock & { next_at: number })[]> {
  return db.rows(sql`
    select s.timer_id, s.scene_id, s.next_at, c.time_zone, t.weekdays, t.day, t.minute
    from device_timer_scene s join device_timer t on t.id = s.timer_id join scene_view c on c.id = s.scene_id where s.next_at > ${after}`)
}

export async function setNext(db: Db, timer_id: number, scene_id: number, next_at: number | null): Promise<void> {
  await db.run(
    sql`update device_timer_scene set next_at = ${next_at} where timer_id = ${timer_id} and scene_id = ${scene_id}`,
  )
}

/** Names of the timers of a group. */
export async function listTimerNames({ db, access }: QueryContext, group_id: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select t.name from device_timer t where t.group_id = ${group_id} and ${access.owns(sql`t.team_id`)} order by t.id limit 50`)
  return rows.map(({ name }) => name)
}
