import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import { jsonText, numbers } from '../../../kernel/columns.ts'
import type { Db, QueryContext } from '../../../kernel/db.ts'
import { pageOf } from '../../../kernel/page.ts'
import type { Ignored } from './ignore-rules.ts'
import type { StoredPatrolItem, PatrolSource } from './patrol-run.ts'

export interface NewRun extends PatrolSource {
  scene_id: number
  at: number
  score: number | null
  device_cnt: number
  critical: number
  warning: number
  notice: number
  items: StoredPatrolItem[]
  unknown: string[]
}

export interface PatrolRun extends NewRun {
  id: number
  /** False: the findings were removed, the score was not. */
  whole: boolean
}

/** Number of patrols kept for a scene, and number of those with all findings. */
const KEPT = 400
const WHOLE = 20

export async function addRun({ db }: QueryContext, run: NewRun): Promise<number> {
  const { scene_id, at, source, by, score, device_cnt, critical, warning, notice, items, unknown } = run
  const { id } = await db.one<{ id: number }>(sql`
    insert into patrol_run (scene_id, at, source, by, score, device_cnt, critical, warning, notice, items, unknown)
    values (${scene_id}, ${at}, ${source}, ${by}, ${score}, ${device_cnt}, ${critical}, ${warning}, ${notice}, ${jsonText(items)}::jsonb,
      ${unknown}::text[]) returning id`)
  await db.run(sql`
    delete from patrol_run where scene_id = ${scene_id} and id <
      (select min(id) from (select id from patrol_run where scene_id = ${scene_id} order by id desc limit ${KEPT}) newest)`)
  await db.run(sql`
    update patrol_run set items = '[]', whole = false where whole and scene_id = ${scene_id} and id <
      (select min(id) from (select id from patrol_run where scene_id = ${scene_id} order by id desc limit ${WHOLE}) newest)`)
  return id
}

/** A patrol of a scene that the caller sees: the requested one, else the last. */
export function findRun(
  { db, access }: QueryContext,
  scene_id: number,
  run_id?: number,
): Promise<PatrolRun | undefined> {
  return db.find<PatrolRun>(sql`
    select r.* from patrol_run r where r.scene_id = ${scene_id} and ${access.sees(sql`r.scene_id`)}
      and ${run_id ? sql`r.id = ${run_id}` : sql`true`} order by r.id desc limit 1`)
}

export function findRunBefore(
  { db, access }: QueryContext,
  { scene_id, id }: Pick<PatrolRun, 'scene_id' | 'id'>,
): Promise<PatrolRun | undefined> {
  return db.find<PatrolRun>(sql`
    select r.* from patrol_run r where r.scene_id = ${scene_id} and ${access.sees(sql`r.scene_id`)} and r.id < ${id}
    order by r.id desc limit 1`)
}

/** The score of the last patrol, after the ignored findings have changed. */
export async function setScore(
  { db, access }: QueryContext,
  id: number,
  to: Pick<NewRun, 'score' | 'critical' | 'warning' | 'notice'>,
): Promise<void> {
  await db.run(sql`
    update patrol_run r set score = ${to.score}, critical = ${to.critical}, warning = ${to.warning}, notice = ${to.notice}
    where r.id = ${id} and ${access.writes(sql`r.scene_id`)}`)
}

type RunRow = Out<typeof scoreCalls.list>['list'][number]

export function listRuns(ctx: QueryContext, input: In<typeof scoreCalls.list>): Promise<TableOut<RunRow>> {
  return pageOf<RunRow>(ctx.db, input, {
    from: sql`patrol_run r`,
    id: sql`r.id`,
    where: sql`r.scene_id = ${input.scene_id} and ${ctx.access.sees(sql`r.scene_id`)}`,
    order: { id: sql`r.id`, at: sql`r.at`, score: sql`r.score` },
    newestFirst: true,
    select: sql`r.id, r.at, r.score, r.source as way, r.by, r.device_cnt, r.critical, r.warning, r.notice`,
    join: sql`join patrol_run r on r.id = page.id`,
  })
}

export interface IgnoredRow extends Ignored {
  scene_id: number
  at: number
}

export function listIgnored({ db, access }: QueryContext, scene_id: number): Promise<IgnoredRow[]> {
  return db.rows<IgnoredRow>(sql`
    select i.* from patrol_ignore i where i.scene_id = ${scene_id} and ${access.sees(sql`i.scene_id`)} order by i.id`)
}

/** Those of the given ids that the caller may change, locked until the transaction ends. */
export function holdIgnored({ db, access }: QueryContext, ids: readonly number[]): Promise<IgnoredRow[]> {
  return db.rows<IgnoredRow>(sql`
    select i.* from patrol_ignore i where i.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`i.scene_id`)} order by i.id for update`)
}

export interface Ignoring {
  scene_id: number
  code: string
  device_ids: readonly (number | null)[]
  reason: string
  until: number | null
  by: string
  at: number
}

/** Replaces existing ones. */
export async function putIgnored({ db, access }: QueryContext, one: Ignoring): Promise<number[]> {
  access.enter(one.scene_id, 'write')
  const rows = await db.rows<{ id: number }>(sql`
    insert into patrol_ignore (scene_id, code, device_id, reason, until, by, at)
    select ${one.scene_id}, ${one.code}, device_id, ${one.reason}, ${one.until}::bigint, ${one.by}, ${one.at}
    from unnest(${numbers(one.device_ids)}::int[]) as t(device_id) order by device_id
    on conflict (scene_id, code, coalesce(device_id, -1)) do update set reason = excluded.reason, until = excluded.until, by = excluded.by,
      at = excluded.at returning id`)
  return rows.map(({ id }) => id)
}

export async function dropIgnored({ db, access }: QueryContext, ids: readonly number[]): Promise<void> {
  await db.run(
    sql`delete from patrol_ignore i where i.id = any(${numbers(ids)}::int[]) and ${access.writes(sql`i.scene_id`)}`,
  )
}

export interface PatrolTimer {
  scene_id: number
  on: boolean
  weekdays: number[]
  minute: number
  next_at: number | null
  /** The account whose rights apply when it runs. */
  uid: number
  changed_by: string
  time_zone: string
}

const timer = sql`t.scene_id, t.enabled as on, t.weekdays, t.minute, t.next_at, t.uid, t.changed_by, s.time_zone`

export function findTimer({ db, access }: QueryContext, scene_id: number): Promise<PatrolTimer | undefined> {
  return db.find<PatrolTimer>(sql`
    select ${timer} from patrol_timer t join scene_view s on s.id = t.scene_id where t.scene_id = ${scene_id} and ${access.sees(sql`t.scene_id`)}`)
}

export async function putTimer({ db, access }: QueryContext, one: Omit<PatrolTimer, 'time_zone'>): Promise<void> {
  access.enter(one.scene_id, 'write')
  await db.run(sql`
    insert into patrol_timer (scene_id, enabled, weekdays, minute, next_at, uid, changed_by)
    values (${one.scene_id}, ${one.on}, ${one.weekdays}::int[], ${one.minute}, ${one.next_at}, ${one.uid}, ${one.changed_by})
    on conflict (scene_id) do update set enabled = excluded.enabled, weekdays = excluded.weekdays, minute = excluded.minute,
      next_at = excluded.next_at, uid = excluded.uid, changed_by = excluded.changed_by`)
}

/** The timer that is due longest, locked; locked ones are skipped. */
export function takeDue(db: Db, now: number): Promise<PatrolTimer | undefined> {
  return db.find<PatrolTimer>(sql`
    select ${timer} from patrol_timer t join scene_view s on s.id = t.scene_id where t.next_at <= ${now} order by t.next_at
    limit 1 for update of t skip locked`)
}

/** The timer of a scene, if it is scheduled. */
export function timersOfScene(db: Db, scene_id: number): Promise<PatrolTimer[]> {
  return db.rows(sql`
    select ${timer} from patrol_timer t join scene_view s on s.id = t.scene_id where t.scene_id = ${scene_id} and t.next_at is not null`)
}

/** Timers whose next time is after `after`. */
export function timersAfter(db: Db, after: number): Promise<PatrolTimer[]> {
  return db.rows(
    sql`select ${timer} from patrol_timer t join scene_view s on s.id = t.scene_id where t.next_at > ${after}`,
  )
}

export async function setNext(db: Db, scene_id: number, next_at: number | null): Promise<void> {
  await db.run(sql`update patrol_timer set next_at = ${next_at} where scene_id = ${scene_id}`)
}

/** Removes those that ended long ago. */
export function purgeIgnored(db: Db, before: number): Promise<number> {
  return db.run(sql`delete from patrol_ignore where until < ${before}`)
}

/** The account that set the timer has lost its rights. */
export async function stopTimer(db: Db, scene_id: number): Promise<void> {
  await db.run(sql`update patrol_timer set enabled = false, next_at = null where scene_id = ${scene_id}`)
}

/** A scene and its owner, for the log. */
export function sceneOwner(db: Db, scene_id: number): Promise<{ name: string; team_id: number }> {
  return db.one(sql`select s.name, s.team_id from scene_view s where s.id = ${scene_id}`)
}
