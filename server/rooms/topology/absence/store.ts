import type { WorkKind } from '../../../devices/send-command.ts'
import sql from 'sql-template-tag'
import { numbers, texts } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { storeSeconds as now } from '../../../kernel/database/store-clock.ts'
import { type LearnedAbsence, learnable } from './absence-rules.ts'

/** An expected absence of a device. */
export interface NewAbsence {
  device_id: number
  /** The device that the work is done on: itself, or one that it depends on. */
  cause_id: number
  work: WorkKind
  by: string
  ref: string
  /** Identifies the declaration. */
  token: string
  seconds: number
}

/**
 * The commit of this statement does not wait for the disk. A declaration lost in a crash of the database belongs to
 * work without a reported end: the end of an item is written after it and waits for all earlier writes. What remains is
 * a false alarm for a device that was commanded less than a second before the crash. The setting ends with the
 * statement; never use it inside a transaction.
 */
const unflushed = sql`unflushed as materialized (select set_config('synchronous_commit', 'off', true))`

/** Outside a transaction. */
export async function insertAbsences(db: Db, list: readonly NewAbsence[]): Promise<void> {
  await db.run(sql`
    with ${unflushed}
    insert into device_absence (device_id, cause_id, work, model, by_name, ref, token, from_at, until)
    select t.device_id, t.cause_id, t.work, d.model, t.by_name, t.ref, t.token::uuid, ${now}, ${now} + t.seconds
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${numbers(list.map(({ cause_id }) => cause_id))}::int[],
      ${texts(list.map(({ work }) => work))}, ${texts(list.map(({ by }) => by))}, ${texts(list.map(({ ref }) => ref))},
      ${texts(list.map(({ token }) => token))}, ${numbers(list.map(({ seconds }) => seconds))}::int[])
      as t(device_id, cause_id, work, by_name, ref, token, seconds) cross join unflushed
    join device_view d on d.id = t.device_id and d.scene_id is not null order by t.device_id`)
}

/** The work was refused: no device goes offline for it. Outside a transaction. */
export async function dropAbsences(db: Db, tokens: readonly string[]): Promise<void> {
  await db.run(sql`
    with ${unflushed}
    delete from device_absence where id in (
      select id from device_absence cross join unflushed where token = any(${texts(tokens)}::uuid[]) order by id for update of device_absence
    )`)
}

/** Every device in the scenes of these devices. */
export function listBeside(db: Db, ids: readonly number[]): Promise<{ id: number; scene_id: number; model: string }[]> {
  return db.rows(sql`
    select d.id, d.scene_id, d.model from device_view d
    where d.scene_id in (select o.scene_id from device_view o where o.id = any(${numbers(ids)}::int[]) and o.scene_id is not null)`)
}

/** How long devices of these models were offline, by model and work; of the last fifty each. */
export async function learnedIn(
  db: Db,
  models: readonly string[],
): Promise<Map<string, Map<WorkKind, LearnedAbsence>>> {
  const rows = await db.rows<LearnedAbsence & { model: string; work: WorkKind }>(sql`
    select m.model, w.work, l.n, l.slowest
    from unnest(${texts(models)}) as m(model) cross join unnest(${texts(learnable)}) as w(work) cross join lateral (
      select count(*)::int as n, coalesce(max(p.took), 0)::int as slowest from (
        select b.back_at - b.from_at as took from device_absence b
        where b.work = w.work and b.model = m.model and b.back_at is not null and b.cause_id = b.device_id order by b.id desc limit 50
      ) p
    ) l where l.n > 0 and m.model <> ''`)
  return new Map(
    [...Map.groupBy(rows, ({ model }) => model)].map(([model, list]) => [
      model,
      new Map(list.map(({ work, n, slowest }) => [work, { n, slowest }])),
    ]),
  )
}

/** For one device's model. */
export async function learnedOf(db: Db, id: number, work: WorkKind): Promise<LearnedAbsence | undefined> {
  const found = await db.find<{ model: string }>(sql`select model from device_view where id = ${id}`)
  return found && (await learnedIn(db, [found.model])).get(found.model)?.get(work)
}

/** Seconds after its return in which a device may still lose the connection because of the same work. */
const SETTLING = 120

export interface Shortened {
  cause_id: number
  /** Of one declaration; '': all of the device's. */
  token: string
}

/** Work without a restart has ended on these devices. */
export async function shortenAbsences(db: Db, list: readonly Shortened[]): Promise<void> {
  // concurrent changes of several rows lock them in the same order
  await db.run(sql`
    with held as (
    select a.id from device_absence a join unnest(${numbers(list.map(({ cause_id }) => cause_id))}::int[], ${texts(list.map(({ token }) => token))}) as s(cause_id, token)
      on a.cause_id = s.cause_id and (s.token = '' or a.token::text = s.token)
    where a.until > ${now} + ${SETTLING}::int and a.work in ('configure', 'restore') order by a.id for update of a
    )
    update device_absence a set until = ${now} + ${SETTLING}::int from held where a.id = held.id`)
}

/** These devices are back: their absences end. */
export async function endAbsences(db: Db, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    with held as (
      select id from device_absence
      where device_id = any(${numbers(ids)}::int[]) and back_at is null and until > ${now} order by id for update
    )
    update device_absence a set back_at = ${now}, until = least(a.until, ${now} + ${SETTLING}::int) from held where a.id = held.id`)
}

/** Why an offline device was expected to be offline, and until when. */
export interface Expected {
  device_id: number
  work: WorkKind
  by: string
  ref: string
  /** Name of the device that the work is done on; '': the device itself. */
  cause: string
  from_at: number
  until: number
}

/** Devices of these scenes that are offline because of work, with the work that ends last. */
export function listExpected(db: Db, scene_ids: readonly number[]): Promise<Expected[]> {
  return db.rows<Expected>(sql`
    select distinct on (a.device_id) a.device_id, a.work, a.by_name as by, a.ref, a.from_at, a.until,
      case when a.cause_id = a.device_id then '' else coalesce(c.name, '') end as cause
    from device_state_view s join device_view d on d.id = s.device_id and d.scene_id = any(${numbers(scene_ids)}::int[])
      join device_absence a on a.device_id = s.device_id and s.since between a.from_at - 2 and a.until
      left join device_view c on c.id = a.cause_id
    where not s.online
    order by a.device_id, a.until desc, (a.cause_id = a.device_id) desc, a.id desc`)
}

/** Of these devices, those with running work of such a kind, and until when. */
export function listAtWork(
  db: Db,
  ids: readonly number[],
  at: number,
): Promise<{ device_id: number; work: WorkKind; by: string; until: number }[]> {
  return db.rows(sql`
    select device_id, work, by_name as by, until from device_absence
    where device_id = any(${numbers(ids)}::int[]) and from_at - 2 <= ${at} and until > ${at}`)
}

/** A momentary event of a device that work of these kinds may explain. */
export interface ExplainedEvent {
  device_id: number
  type: string
  at: number
  works: readonly WorkKind[]
}

/** Seconds after a return within which the first report of the device arrives. */
const REPORTED = 900

/**
 * The events that are explained by ordered work. One piece of work explains one event of a type: a later crash is not
 * explained.
 */
export async function explainMoments(db: Db, list: readonly ExplainedEvent[]): Promise<Set<number>> {
  const rows = await db.rows<{ n: number }>(sql`
    with moment as (
      select device_id, type, at, string_to_array(works, ' ') as works, (n - 1)::int as n
      from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ type }) => type))},
        ${numbers(list.map(({ at }) => at))}::bigint[], ${texts(list.map(({ works }) => works.join(' ')))})
        with ordinality as m(device_id, type, at, works, n)
    )
    update device_absence a set explained = array_append(a.explained, m.type) from moment m
    where a.id = (
      select b.id from device_absence b
      where b.device_id = m.device_id and b.work = any(m.works) and not m.type = any(b.explained)
        and m.at between b.from_at - 2 and coalesce(b.back_at, b.until) + ${REPORTED}::int
      order by b.id limit 1
    ) returning m.n`)
  return new Set(rows.map(({ n }) => n))
}

/** When devices of a scene were offline because of work, within its bound. */
export function listPlanned(
  { db, access }: QueryContext,
  scene_id: number,
  { from, to }: { from: number; to: number },
  at: number,
): Promise<{ device_id: number; from: number; to: number }[]> {
  return db.rows(sql`
    select t.device_id, t.since as from, max(least(coalesce(t.until, ${at}), a.until))::bigint as to
    from device_presence_interval t join device_absence a on a.device_id = t.device_id and t.since between a.from_at - 2 and a.until
    where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)} and not t.online and t.since < ${to}
      and coalesce(t.until, ${at}) > ${from}
    group by t.device_id, t.since order by 1, 2`)
}

export function purgeAbsences(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from device_absence where until < ${before}`)
}
