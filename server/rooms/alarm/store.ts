import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import type { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import type { SeenRow } from '../../engines/batch-out/batch-out.ts'
import { jsonText, numbers, texts } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import { refuseShared } from '../../kernel/http/refuse-shared.ts'
import type { AlarmLevel } from '../alarm-type/api.ts'
import { opening, worsening } from './incident/store.ts'
import { isSilent } from './silence/store.ts'

export type AlarmState = IdOf<typeof alarmState>

export interface StoredAlarmRow {
  id: number
  type: string
  key: string
  params: Record<string, unknown>
  level: AlarmLevel
  state: AlarmState
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
  acknowledged_at: number | null
  parent_id: number | null
  cause_name: string
  children: number
}

const shown = sql`a.id, a.type, a.key, a.params, a.level, a.state, (a.ended_at is null)::int as lasting, a.scene_id,
      c.name as scene_name, a.device_id, d.name as device_name, d.type as device_type, d.serial as sn, a.cnt, a.first_at,
      a.last_at, a.ended_at, a.ignored_until, a.note, a.changed_by, a.acknowledged_at, a.parent_id, coalesce(pd.name, '') as cause_name,
      (select count(*)::int from alarm k where k.parent_id = a.id) as children`

/** Maximum number of alarms searched: the latest ones. */
const MOST_SEARCHED = 20_000

/**
 * Those of the latest alarms that have one of these types, or contain the text in their object, their values or a note.
 */
export function findAlarms(
  ctx: QueryContext,
  search: string,
  types: readonly string[],
  most: number,
): Promise<StoredAlarmRow[]> {
  return ctx.db.rows<StoredAlarmRow>(sql`
    with hit as (
      select id, ended_at, last_at from (
        select a.id, a.type, a.key, a.params, a.note, a.ended_at, a.last_at from alarm a where ${ctx.access.sees(sql`a.scene_id`)}
        order by a.id desc limit ${MOST_SEARCHED}) x
      where x.type = any(${[...types]}::text[]) or ${containsSql(search, [sql`x.key`, sql`x.params::text`, sql`x.note`])}
      order by x.ended_at is null desc, x.last_at desc limit ${most}
    )
    select ${shown} from hit join alarm a on a.id = hit.id join device_view d on d.id = a.device_id join scene_view c on c.id = a.scene_id
      left join alarm pa on pa.id = a.parent_id left join device_view pd on pd.id = pa.device_id
    order by hit.ended_at is null desc, hit.last_at desc`)
}

export function listAlarms(ctx: QueryContext, input: In<typeof logCalls.list>): Promise<TableOut<StoredAlarmRow>> {
  const { scene_id, device_id, type, level, state, from, to, search, parent_id, all } = input
  const named = search || input.orderby?.startsWith('device_name')
  return pageOf<StoredAlarmRow>(ctx.db, input, {
    from: named ? sql`alarm a join device_view d on d.id = a.device_id` : sql`alarm a`,
    id: sql`a.id`,
    where: allOf(
      ctx.access.sees(sql`a.scene_id`),
      scene_id ? sql`a.scene_id = ${scene_id}` : undefined,
      device_id ? sql`a.device_id = ${device_id}` : undefined,
      type ? sql`a.type = ${type}` : undefined,
      parent_id ? sql`a.parent_id = ${parent_id}` : all || device_id ? undefined : sql`a.parent_id is null`,
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
    select: shown,
    join: sql`join alarm a on a.id = page.id join device_view d on d.id = a.device_id join scene_view c on c.id = a.scene_id
      left join alarm pa on pa.id = a.parent_id left join device_view pd on pd.id = pa.device_id`,
  })
}

/** Open alarms by level that the caller sees; explained alarms are not counted. */
export async function countOpen({ db, access }: QueryContext, scene_id?: number): Promise<Map<AlarmLevel, number>> {
  const rows = await db.rows<{ level: AlarmLevel; n: number }>(sql`
    select a.level, count(*)::int as n from alarm a
    where a.state = 0 and a.parent_id is null and ${access.sees(sql`a.scene_id`)} and ${scene_id ? sql`a.scene_id = ${scene_id}` : sql`true`}
    group by 1`)
  return new Map(rows.map(({ level, n }) => [level, n]))
}

/** How soon alarms that began since a time were handled, and ended. */
export function handlingSince(
  { db, access }: QueryContext,
  from: number,
  scene_id?: number,
): Promise<Out<typeof logCalls.handling>> {
  const judged = sql`filter (where a.acknowledged_at <= coalesce(a.ended_at, a.acknowledged_at))`
  const ended = sql`filter (where a.ended_at > a.last_at)`
  return db.one(sql`
    select count(*)::int as raised, count(*) ${judged}::int as judged, avg(greatest(0, a.acknowledged_at - a.last_at)) ${judged}::float8 as judged_after,
      count(*) ${ended}::int as ended, avg(a.ended_at - a.last_at) ${ended}::float8 as ended_after
    from alarm a where a.first_at >= ${from} and a.parent_id is null and ${access.sees(sql`a.scene_id`)}
      and ${scene_id ? sql`a.scene_id = ${scene_id}` : sql`true`}`)
}

/** Open alarms by scene and level that the caller sees; explained alarms are included. */
export function countOpenByScene({
  db,
  access,
}: QueryContext): Promise<{ scene_id: number; level: AlarmLevel; n: number }[]> {
  return db.rows(sql`
    select a.scene_id, a.level, count(*)::int as n from alarm a
    where a.state = 0 and a.parent_id is null and ${access.sees(sql`a.scene_id`)} group by 1, 2`)
}

export interface HeldAlarm {
  id: number
  scene_id: number
  device_id: number
  device_name: string
  type: string
  key: string
  state: AlarmState
  ignored_until: number | null
  note: string
  changed_by: string
  lasting: 0 | 1
}

/** Those of the given that the caller may change, locked until the transaction ends. */
/** Those of the alarms that the caller sees, by the names of their devices. */
export function listSeen({ db, access }: QueryContext, ids: readonly number[]): Promise<SeenRow[]> {
  return db.rows<SeenRow>(sql`
    select a.id, d.name, a.scene_id from alarm a join device_view d on d.id = a.device_id
    where a.id = any(${numbers(ids)}::bigint[]) and ${access.sees(sql`a.scene_id`)}`)
}

export async function holdAlarms({ db, access }: QueryContext, ids: readonly number[]): Promise<HeldAlarm[]> {
  await refuseShared({ db, access }, sql`a.scene_id`, sql`alarm a where a.id = any(${numbers(ids)}::bigint[])`)
  return db.rows<HeldAlarm>(sql`
    select a.id, a.scene_id, a.device_id, d.name as device_name, a.type, a.key, a.state, a.ignored_until, a.note, a.changed_by,
      (a.ended_at is null)::int as lasting
    from alarm a join device_view d on d.id = a.device_id
    where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)} order by a.id for update of a`)
}

export interface AlarmStateChange {
  state: AlarmState
  ignored_until: number | null
  /** Undefined leaves the note as it is. */
  note: string | undefined
  by: string
  /** When it was handled; null: it no longer is. */
  at: number | null
}

export async function setAlarmState(
  { db, access }: QueryContext,
  ids: readonly number[],
  to: AlarmStateChange,
): Promise<void> {
  await db.run(sql`
    update alarm a set state = ${to.state}, ignored_until = ${to.ignored_until}, note = coalesce(${to.note ?? null}, note), changed_by = ${to.by},
      acknowledged_at = case when ${to.at}::bigint is null then null else coalesce(acknowledged_at, ${to.at}) end
    where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)}`)
}

/** Ends the effect of a silence: its alarms are open again with the next run. */
export async function reopenSuppressed({ db, access }: QueryContext, by: string, at: number): Promise<void> {
  await db.run(sql`
    update alarm a set ignored_until = ${at} where a.state = 2 and a.ended_at is null and a.changed_by = ${by}
      and (a.ignored_until is null or a.ignored_until > ${at}) and ${access.writes(sql`a.scene_id`)}`)
}

export async function removeAlarms({ db, access }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(
    sql`delete from alarm a where a.id = any(${numbers(ids)}::bigint[]) and ${access.writes(sql`a.scene_id`)}`,
  )
}

/** A cause that lasts or was momentary. */
export interface Rise {
  type: string
  level: AlarmLevel
  device_id: number
  scene_id: number
  key: string
  /** Unix seconds, since when. */
  at: number
  params: Record<string, unknown>
}

/** Seconds within which a cause that recurs is the same alarm, counted once more. */
const FLAPPING = 600

const risesSql = (rises: readonly Rise[]) => sql`unnest(
  ${numbers(rises.map(({ device_id }) => device_id))}::int[], ${numbers(rises.map(({ scene_id }) => scene_id))}::int[],
  ${texts(rises.map(({ type }) => type))}, ${texts(rises.map(({ key }) => key))}, ${numbers(rises.map(({ level }) => level))}::int[],
  ${numbers(rises.map(({ at }) => at))}::bigint[], ${texts(rises.map(({ params }) => jsonText(params)))}
) with ordinality as t(device_id, scene_id, type, key, level, at, params, n)`

export interface RaisedAlarm {
  id: number
  scene_id: number
  device_id: number
  type: string
  key: string
  state: AlarmState
  /** It existed before; its level may have risen. */
  again: boolean
}

/**
 * New causes become alarms; a cause that ended a moment ago is the same alarm again. A lasting alarm rises to the level
 * of a more severe cause, and does not fall while it lasts; one that was solved manually stays unchanged. Reads
 * `cause`, makes `raised`.
 */
const raising = sql`again as (
      update alarm a set ended_at = null, last_at = c.at, cnt = a.cnt + 1, level = least(a.level, c.level), parent_id = null,
        state = case when a.state = 1 then 0 else a.state end, params = c.params::jsonb,
        acknowledged_at = case when a.state = 1 then null else a.acknowledged_at end
      from cause c
      where a.id = (
        select b.id from alarm b where b.device_id = c.device_id and b.type = c.type and b.key = c.key order by b.id desc limit 1
      ) and a.ended_at >= c.at - ${FLAPPING}::int
      returning a.*, true as again
    ), fresh as (
      insert into alarm (scene_id, device_id, type, key, level, params, first_at, last_at)
      select c.scene_id, c.device_id, c.type, c.key, c.level, c.params::jsonb, c.at, c.at from cause c
      where not exists (select 1 from again g where g.device_id = c.device_id and g.key = c.key and g.type = c.type)
        and exists (select 1 from device_view d where d.id = c.device_id and d.scene_id = c.scene_id)
      on conflict (device_id, type, key) where ended_at is null do nothing
      returning *, false as again
    ), graver as (
      update alarm a set level = c.level, params = c.params::jsonb from cause c
      where a.device_id = c.device_id and a.type = c.type and a.key = c.key and a.ended_at is null and a.state <> 1 and c.level < a.level
      returning a.*, true as again
    ), raised as (select * from again union all select * from graver union all select * from fresh)`

const LOOKING = 6214040

/**
 * Waits for other runs on presence until the end of the transaction: two runs that raise the same alarms would block
 * each other.
 */
export async function lockPresenceLook(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${LOOKING})`)
}

export function raiseAlarms(db: Db, rises: readonly Rise[]): Promise<RaisedAlarm[]> {
  return db.rows<RaisedAlarm>(sql`
    with cause as (select * from ${risesSql(rises)}), ${raising}
    select id, device_id, key, scene_id, type, state, again from raised`)
}

/**
 * The result of the nth cause, from 1. Silent: it was not raised, because a silence may cover it; without an id: the
 * alarm exists already.
 */
export type RaiseOutcome = { n: number; silent: boolean } & (StoredAlarmRow | { id: null })

/** `raiseAlarms` with its incidents, in one statement, in scenes without a silence. */
export function raiseAloud(db: Db, rises: readonly Rise[], now: number): Promise<RaiseOutcome[]> {
  return db.rows<RaiseOutcome>(sql`
    with every as (
      select t.*, ${isSilent(sql`t.scene_id`, sql`t.device_id`, now)} as silent from ${risesSql(rises)}
    ), cause as (select * from every where not silent), ${raising},
    heard as (select * from raised where state <> 2), ${worsening(sql`heard`, now)}, ${opening(sql`heard`, now)}
    select e.n::int, e.silent, a.id, a.type, a.key, a.params, a.level, a.state, 1 as lasting, a.scene_id, c.name as scene_name,
      a.device_id, d.name as device_name, d.type as device_type, d.serial as sn, a.cnt, a.first_at, a.last_at, a.ended_at,
      a.ignored_until, a.note, a.changed_by, a.acknowledged_at, a.parent_id, '' as cause_name,
      (select count(*)::int from alarm k where k.parent_id = a.id) as children
    from every e left join raised a on a.device_id = e.device_id and a.type = e.type and a.key = e.key
      left join device_view d on d.id = a.device_id left join scene_view c on c.id = a.scene_id`)
}

/** Stores a momentary alarm, in the log only. */
export function noteAlarms(db: Db, rises: readonly Rise[]): Promise<RaisedAlarm[]> {
  return db.rows<RaisedAlarm>(sql`
    insert into alarm (scene_id, device_id, type, key, level, state, params, first_at, last_at, ended_at)
    select t.scene_id, t.device_id, t.type, t.key, t.level, 1, t.params::jsonb, t.at, t.at, t.at from ${risesSql(rises)}
    join device_view d on d.id = t.device_id and d.scene_id = t.scene_id
    returning id, device_id, key, scene_id, type, state, false as again`)
}

/** A cause that ended. */
export interface EndedCause {
  type: string
  device_id: number
  key: string
  /** The device's number of the entry: alarms raised with it end too, under any key. */
  ref?: string
}

/** Ends alarms; open ones become solved. Returns their scenes. */
export async function endAlarms(db: Db, at: number, gone: readonly EndedCause[]): Promise<number[]> {
  const rows = await db.rows<{ scene_id: number }>(sql`
    update alarm a set ended_at = greatest(${at}, a.last_at), state = case when a.state = 0 then 1 else a.state end
    from unnest(${numbers(gone.map(({ device_id }) => device_id))}::int[], ${texts(gone.map(({ key }) => key))},
      ${texts(gone.map(({ type }) => type))}, ${texts(gone.map(({ ref }) => ref ?? ''))}) as g(device_id, key, type, ref)
    where a.device_id = g.device_id and a.type = g.type and a.ended_at is null
      and (a.key = g.key or g.ref <> '' and a.params ->> 'ref' = g.ref)
    returning a.scene_id`)
  return [...new Set(rows.map(({ scene_id }) => scene_id))]
}

/** An offline device without an alarm of it. */
export interface Away {
  device_id: number
  scene_id: number
  since: number
}

/** Devices of scenes that are offline for a number of seconds, without such an alarm. */
export function listAway(db: Db, type: string, since: number): Promise<Away[]> {
  return db.rows<Away>(sql`
    select d.id as device_id, d.scene_id, s.since from device_state_view s join device_view d on d.id = s.device_id
    where not s.online and s.seen_at > 0 and s.since <= ${since} and d.scene_id is not null
      and not exists (select 1 from alarm a where a.device_id = d.id and a.type = ${type} and a.key = '' and a.ended_at is null)
    order by d.id limit 20000`)
}

/**
 * Of these devices, those that are online by another session than the one that ended: the disconnection of an older one
 * arrived late.
 */
export async function listElsewhere(
  db: Db,
  ended: readonly { device_id: number; session: string }[],
): Promise<ReadonlySet<number>> {
  const rows = await db.rows<{ device_id: number }>(sql`
    select s.device_id from device_state_view s
    join unnest(${numbers(ended.map(({ device_id }) => device_id))}::int[], ${texts(ended.map(({ session }) => session))}) as e(device_id, session)
      on e.device_id = s.device_id
    where s.online and s.session <> e.session`)
  return new Set(rows.map(({ device_id }) => device_id))
}

/** True when `listAway`, `listBack`, `wakeIgnored` or `settleIncidents` would find anything, in one query. */
export async function isAnythingPending(db: Db, type: string, at: number, latest: number): Promise<boolean> {
  const { astir } = await db.one<{ astir: boolean }>(sql`
    select exists (select 1 from alarm a join device_state_view s on s.device_id = a.device_id where a.type = ${type} and a.ended_at is null and s.online)
      or exists (
        select 1 from device_state_view s join device_view d on d.id = s.device_id
        where not s.online and s.seen_at > 0 and s.since <= ${latest} and d.scene_id is not null
          and not exists (select 1 from alarm a where a.device_id = d.id and a.type = ${type} and a.key = '' and a.ended_at is null))
      or exists (select 1 from alarm where state = 2 and ignored_until is not null and ignored_until <= ${at})
      or exists (select 1 from alarm_incident i join alarm a on a.id = i.alarm_id where i.recovered_at is null and a.ended_at is not null)
      as astir`)
  return astir
}

/** Every offline device of these scenes, with its alarm of it if there is one. */
export function listGone(
  db: Db,
  type: string,
  scene_ids: readonly number[],
): Promise<(Away & { alarm_id: number | null })[]> {
  return db.rows(sql`
    select d.id as device_id, d.scene_id, s.since, a.id as alarm_id
    from device_view d join device_state_view s on s.device_id = d.id
    left join alarm a on a.device_id = d.id and a.type = ${type} and a.key = '' and a.ended_at is null
    where d.scene_id = any(${numbers(scene_ids)}::int[]) and not s.online and s.seen_at > 0`)
}

/** Devices that are online and whose alarm lasts. */
export function listBack(db: Db, type: string): Promise<EndedCause[]> {
  return db.rows(sql`
    select a.device_id, a.key, a.type from alarm a join device_state_view s on s.device_id = a.device_id
    where a.type = ${type} and a.ended_at is null and s.online`)
}

/** All lasting alarms. */
export function listLasting(db: Db): Promise<EndedCause[]> {
  return db.rows(sql`select device_id, key, type from alarm where ended_at is null`)
}

/** Alarms of these types that last in those scenes. */
export function listLinks(
  db: Db,
  scene_ids: readonly number[],
  types: readonly string[],
): Promise<{ id: number; scene_id: number; device_id: number; type: string; key: string }[]> {
  return db.rows(sql`
    select id, scene_id, device_id, type, key from alarm
    where ended_at is null and type = any(${[...types]}::text[]) and scene_id = any(${[...scene_ids]}::int[]) order by id`)
}

/** Lasting alarms of these types. */
export function listLastingOf(
  db: Db,
  types: readonly string[],
): Promise<(EndedCause & { last_at: number; params: Record<string, unknown> })[]> {
  return db.rows(
    sql`select device_id, key, type, last_at, params from alarm where type = any(${types}::text[]) and ended_at is null`,
  )
}

/** Names of the WAN lines in the last reports of these devices. */
export async function linesOf(db: Db, device_ids: readonly number[]): Promise<Map<number, Set<string>>> {
  const rows = await db.rows<{ device_id: number; names: string[] }>(sql`
    select device_id, array(select w ->> 'name' from json_array_elements(facts -> 'wans') w) as names from device_detail_view
    where device_id = any(${numbers(device_ids)}::int[]) and json_typeof(facts -> 'wans') = 'array'`)
  return new Map(rows.map(({ device_id, names }) => [device_id, new Set(names)]))
}

/**
 * Alarms of these devices, without notices, that began or recurred at or after the given time and still last; ignored
 * ones do not count.
 */
export async function countBegun(db: Db, device_ids: readonly number[], since: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from alarm a
    where a.device_id = any(${numbers(device_ids)}::int[]) and a.ended_at is null and a.last_at >= ${since} and a.state <> 2 and a.level < 3`)
  return n
}

/** Opens ignored alarms whose time is over and whose cause persists. */
export function wakeIgnored(db: Db, at: number): Promise<RaisedAlarm[]> {
  return db.rows<RaisedAlarm>(sql`
    update alarm set state = case when ended_at is null then 0 else 1 end, ignored_until = null
    where state = 2 and ignored_until is not null and ignored_until <= ${at}
    returning id, device_id, key, scene_id, type, state, false as again`)
}

/** Sets alarms to ignored until a time; null: for as long as they last. */
export async function suppressAlarms(
  db: Db,
  hushed: readonly { id: number; until: number | null; by: string }[],
): Promise<void> {
  await db.run(sql`
    update alarm a set state = 2, ignored_until = h.until, changed_by = h.by
    from unnest(${numbers(hushed.map(({ id }) => id))}::bigint[], ${numbers(hushed.map(({ until }) => until))}::bigint[],
      ${texts(hushed.map(({ by }) => by))}) as h(id, until, by)
    where a.id = h.id`)
}

export function purgeAlarms(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from alarm where ended_at < ${before}`)
}

/** Stores the firmware of devices and returns those whose firmware changed. */
export function firmwareChanges(
  db: Db,
  device_ids: readonly number[],
): Promise<{ device_id: number; scene_id: number; from: string; to: string }[]> {
  return db.rows(sql`
    with now as (
      select d.id, d.scene_id, d.firmware, f.firmware as before from device_view d left join alarm_firmware f on f.device_id = d.id
      where d.id = any(${numbers(device_ids)}::int[]) and d.firmware <> '' and f.firmware is distinct from d.firmware
    ), kept as (
      insert into alarm_firmware (device_id, firmware) select id, firmware from now order by id
      on conflict (device_id) do update set firmware = excluded.firmware
    )
    select id as device_id, scene_id, before as from, firmware as to from now where before is not null and scene_id is not null`)
}

/** Terminals of a scene that share an address with others of the scene; seen within this number of seconds. */
export function listSharers(
  db: Db,
  since: number,
): Promise<{ device_id: number; scene_id: number; ip: string; mac: string; vlan: number | null }[]> {
  return db.rows(sql`
    with here as (
      select device_id, scene_id, ip, mac::text as mac, vlan, count(*) over (partition by scene_id, ip) as n from terminal_view
      where online and ip is not null and last_seen >= ${since} and ip not like '%:%'
    )
    select device_id, scene_id, ip, mac, vlan from here where n > 1 order by n, scene_id, ip, mac limit 50000`)
}

/** Expiry of the certificates of devices that are monitored by HTTPS. */
export function listCertificates(db: Db): Promise<{ device_id: number; scene_id: number; end: number }[]> {
  return db.rows(sql`
    select d.id as device_id, d.scene_id, p.certificate_end as "end" from device_poll_view p join device_view d on d.id = p.device_id
    where p.certificate_end is not null and d.scene_id is not null`)
}

export function devicesIn(db: Db, scene_ids: readonly number[]): Promise<{ id: number; scene_id: number }[]> {
  return db.rows(
    sql`select id, scene_id from device_view where scene_id = any(${numbers(scene_ids)}::int[]) order by id`,
  )
}
