import sql from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import type { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { jsonText, numbers, texts } from '../../kernel/columns.ts'
import type { Db, Reach } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import type { Level } from './define-alarm-type.ts'

export type State = IdOf<typeof alarmState>

export interface AlarmRow {
  id: number
  type: string
  key: string
  params: Record<string, unknown>
  level: Level
  state: State
  lasting: 0 | 1
  scene_id: number
  scene_name: string
  device_id: number
  device_name: string
  device_type: number
  sn: string
  cnt: number
  first_at: number
  last_at: number
  ended_at: number | null
  ignored_until: number | null
  note: string
  changed_by: string
}

export function listAlarms(at: Reach, asked: In<typeof logCalls.list>): Promise<TableOut<AlarmRow>> {
  const { scene_id, device_id, type, level, state, from, to, search } = asked
  const named = search || asked.orderby?.startsWith('device_name')
  return pageOf<AlarmRow>(at.db, asked, {
    from: named ? sql`alarm a join device d on d.id = a.device_id` : sql`alarm a`,
    id: sql`a.id`,
    where: allOf(
      at.access.sees(sql`a.scene_id`),
      scene_id ? sql`a.scene_id = ${scene_id}` : undefined,
      device_id ? sql`a.device_id = ${device_id}` : undefined,
      type ? sql`a.type = ${type}` : undefined,
      level === undefined ? undefined : sql`a.level = ${level}`,
      state === undefined ? undefined : sql`a.state = ${state}`,
      from ? sql`a.last_at >= ${from}` : undefined,
      to ? sql`a.first_at <= ${to}` : undefined,
      search ? containsSql(search, [sql`d.name`, sql`d.serial`, sql`a.key`, sql`a.note`]) : undefined,
    ),
    order: {
      id: sql`a.id`,
      level: sql`a.level`,
      state: sql`a.state`,
      type: sql`a.type`,
      cnt: sql`a.cnt`,
      first_at: sql`a.first_at`,
      last_at: sql`a.last_at`,
      ended_at: sql`a.ended_at`,
      device_name: sql`lower(d.name)`,
    },
    newestFirst: true,
    select: sql`a.id, a.type, a.key, a.params, a.level, a.state, (a.ended_at is null)::int as lasting, a.scene_id,
      c.name as scene_name, a.device_id, d.name as device_name, d.type as device_type, d.serial as sn, a.cnt, a.first_at,
      a.last_at, a.ended_at, a.ignored_until, a.note, a.changed_by`,
    join: sql`join alarm a on a.id = page.id join device d on d.id = a.device_id join scene c on c.id = a.scene_id`,
  })
}

/** Open alarms by level, of what the caller sees. */
export async function countOpen({ db, access }: Reach, scene_id?: number): Promise<Map<Level, number>> {
  const rows = await db.rows<{ level: Level; n: number }>(sql`
    select a.level, count(*)::int as n from alarm a
    where a.state = 0 and ${access.sees(sql`a.scene_id`)} and ${scene_id ? sql`a.scene_id = ${scene_id}` : sql`true`}
    group by 1`)
  return new Map(rows.map(({ level, n }) => [level, n]))
}

export interface Held {
  id: number
  scene_id: number
  device_name: string
  type: string
  state: State
  ignored_until: number | null
  note: string
  lasting: 0 | 1
}

/** Those of the given that the caller may change; nobody else does before the transaction ends. */
export function holdAlarms({ db, access }: Reach, ids: readonly number[]): Promise<Held[]> {
  return db.rows<Held>(sql`
    select a.id, a.scene_id, d.name as device_name, a.type, a.state, a.ignored_until, a.note, (a.ended_at is null)::int as lasting
    from alarm a join device d on d.id = a.device_id
    where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)} order by a.id for update of a`)
}

export interface Judged {
  state: State
  ignored_until: number | null
  /** Undefined leaves the note as it is. */
  note: string | undefined
  by: string
}

export async function judgeAlarms({ db, access }: Reach, ids: readonly number[], to: Judged): Promise<void> {
  await db.run(sql`
    update alarm a set state = ${to.state}, ignored_until = ${to.ignored_until}, note = coalesce(${to.note ?? null}, note), changed_by = ${to.by}
    where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)}`)
}

export async function removeAlarms({ db, access }: Reach, ids: readonly number[]): Promise<void> {
  await db.run(
    sql`delete from alarm a where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)}`,
  )
}

/** A cause that is there. */
export interface Cause {
  device_id: number
  scene_id: number
  key: string
  /** Unix seconds, since when. */
  at: number
  params: Record<string, unknown>
}

/** Seconds within which a cause that comes back is the same alarm, counted once more. */
const FLAPPING = 600

/**
 * Raises what is not there already: a cause that went a moment ago is that alarm again. Returns the scenes concerned.
 */
export async function raiseAlarms(db: Db, type: string, level: Level, causes: readonly Cause[]): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    with cause as (
      select * from unnest(
        ${numbers(causes.map(({ device_id }) => device_id))}::int[], ${numbers(causes.map(({ scene_id }) => scene_id))}::int[],
        ${texts(causes.map(({ key }) => key))}, ${numbers(causes.map(({ at }) => at))}::bigint[],
        ${texts(causes.map(({ params }) => jsonText(params)))}
      ) as t(device_id, scene_id, key, at, params)
    ), again as (
      update alarm a set ended_at = null, last_at = c.at, cnt = a.cnt + 1,
        state = case when a.state = 1 then 0 else a.state end, params = c.params::jsonb
      from cause c
      where a.id = (
        select b.id from alarm b where b.device_id = c.device_id and b.type = ${type} and b.key = c.key order by b.id desc limit 1
      ) and a.ended_at >= c.at - ${FLAPPING}::int
      returning a.device_id, a.key, a.scene_id
    ), fresh as (
      insert into alarm (scene_id, device_id, type, key, level, params, first_at, last_at)
      select c.scene_id, c.device_id, ${type}, c.key, ${level}, c.params::jsonb, c.at, c.at from cause c
      where not exists (select 1 from again g where g.device_id = c.device_id and g.key = c.key)
        and exists (select 1 from device d where d.id = c.device_id and d.scene_id = c.scene_id)
      on conflict (device_id, type, key) where ended_at is null do nothing
      returning scene_id
    )
    select scene_id from again union select scene_id from fresh`)
  return rows.map(({ scene_id }) => scene_id)
}

/** Keeps something that happened at a moment and is over: a notice, in the log alone. */
export async function noteAlarms(db: Db, type: string, level: Level, causes: readonly Cause[]): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    insert into alarm (scene_id, device_id, type, key, level, state, params, first_at, last_at, ended_at)
    select t.scene_id, t.device_id, ${type}, t.key, ${level}, 1, t.params::jsonb, t.at, t.at, t.at from unnest(
      ${numbers(causes.map(({ device_id }) => device_id))}::int[], ${numbers(causes.map(({ scene_id }) => scene_id))}::int[],
      ${texts(causes.map(({ key }) => key))}, ${numbers(causes.map(({ at }) => at))}::bigint[],
      ${texts(causes.map(({ params }) => jsonText(params)))}
    ) as t(device_id, scene_id, key, at, params)
    join device d on d.id = t.device_id and d.scene_id = t.scene_id
    returning scene_id`)
  return [...new Set(rows.map(({ scene_id }) => scene_id))]
}

/** The cause went: what was open is solved by itself. Returns the scenes concerned. */
export async function endAlarms(db: Db, type: string, at: number, gone: readonly { device_id: number; key: string }[]) {
  const rows = await db.rows<{ scene_id: number }>(sql`
    update alarm a set ended_at = ${at}, state = case when a.state = 0 then 1 else a.state end
    from unnest(${numbers(gone.map(({ device_id }) => device_id))}::int[], ${texts(gone.map(({ key }) => key))}) as g(device_id, key)
    where a.device_id = g.device_id and a.key = g.key and a.type = ${type} and a.ended_at is null
    returning a.scene_id`)
  return [...new Set(rows.map(({ scene_id }) => scene_id))]
}

/** Devices of scenes that are not there for so many seconds, and have no such alarm. */
export function listOffline(db: Db, type: string, since: number): Promise<Cause[]> {
  return db.rows<Cause>(sql`
    select d.id as device_id, d.scene_id, '' as key, s.since as at, '{}'::jsonb as params
    from device_state s join device d on d.id = s.device_id
    where not s.online and s.seen_at > 0 and s.since <= ${since} and d.scene_id is not null
      and not exists (select 1 from alarm a where a.device_id = d.id and a.type = ${type} and a.key = '' and a.ended_at is null)
    order by d.id limit 10000`)
}

/** Devices that are back and whose alarm lasts. */
export function listBack(db: Db, type: string): Promise<{ device_id: number; key: string }[]> {
  return db.rows(sql`
    select a.device_id, a.key from alarm a join device_state s on s.device_id = a.device_id
    where a.type = ${type} and a.ended_at is null and s.online`)
}

/** What lasts of a type, by device. */
export function listLasting(db: Db, type: string): Promise<{ device_id: number; key: string }[]> {
  return db.rows(sql`select device_id, key from alarm where type = ${type} and ended_at is null`)
}

/** Ignored alarms whose time is over and whose cause is still there are open again. */
export async function wakeIgnored(db: Db, at: number): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    update alarm set state = case when ended_at is null then 0 else 1 end, ignored_until = null
    where state = 2 and ignored_until is not null and ignored_until <= ${at} returning scene_id`)
  return [...new Set(rows.map(({ scene_id }) => scene_id))]
}

export function forgetAlarms(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from alarm where ended_at < ${before}`)
}
