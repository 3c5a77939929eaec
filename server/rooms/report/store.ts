import sql from 'sql-template-tag'
import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { jsonText, numbers } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { pageOf } from '../../kernel/page.ts'
import type { ReportProfile, ReportRequest } from './report-request.ts'

export interface StoredProfile {
  scene_id: number
  fields: Partial<ReportProfile>
  logo: string
  next_at: number | null
  uid: number
  changed_by: string
}

export function findProfile({ db, access }: QueryContext, scene_id: number): Promise<StoredProfile | undefined> {
  return db.find<StoredProfile>(
    sql`select p.* from report_profile p where p.scene_id = ${scene_id} and ${access.sees(sql`p.scene_id`)}`,
  )
}

export async function putProfile(
  { db, access }: QueryContext,
  { scene_id, fields, next_at, uid, changed_by }: Omit<StoredProfile, 'logo'>,
): Promise<void> {
  access.enter(scene_id, 'write')
  await db.run(sql`
    insert into report_profile (scene_id, fields, next_at, uid, changed_by)
    values (${scene_id}, ${jsonText(fields)}::jsonb, ${next_at}, ${uid}, ${changed_by})
    on conflict (scene_id) do update set fields = excluded.fields, next_at = excluded.next_at, uid = excluded.uid, changed_by = excluded.changed_by`)
}

export async function putLogo(
  { db, access }: QueryContext,
  scene_id: number,
  logo: string,
  uid: number,
  by: string,
): Promise<void> {
  access.enter(scene_id, 'write')
  await db.run(sql`
    insert into report_profile (scene_id, fields, logo, uid, changed_by) values (${scene_id}, '{}', ${logo}, ${uid}, ${by})
    on conflict (scene_id) do update set logo = excluded.logo, changed_by = excluded.changed_by`)
}

export interface StoredReport {
  id: number
  scene_id: number
  uid: number
  by: string
  lang: Lang
  created_at: number
  request: ReportRequest & { targets: string[] }
  state: 'waiting' | 'running' | 'done' | 'failed'
  from_at: number
  pdf: string | null
  csv: string | null
}

export type NewReport = Pick<StoredReport, 'scene_id' | 'uid' | 'by' | 'lang' | 'created_at' | 'request'> & {
  source: 'manual' | 'timer'
}

export async function addReport({ db }: Pick<QueryContext, 'db'>, one: NewReport): Promise<number> {
  const { scene_id, uid, by, source, lang, created_at, request } = one
  const { id } = await db.one<{ id: number }>(sql`
    insert into report (scene_id, uid, by, source, lang, created_at, from_at, to_at, request)
    values (${scene_id}, ${uid}, ${by}, ${source}, ${lang}, ${created_at}, ${request.from}, ${request.to}, ${jsonText(request)}::jsonb) returning id`)
  return id
}

/** Reports of a scene that are not finished. */
export async function countOpen({ db, access }: QueryContext, scene_id: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from report r where r.scene_id = ${scene_id} and ${access.sees(sql`r.scene_id`)} and r.state in ('waiting', 'running')`)
  return n
}

/** Reports of the teams' scenes that have files, or will have. */
export function countStored(
  { db }: Pick<QueryContext, 'db'>,
  team_ids: readonly number[],
): Promise<{ team_id: number; used: number }[]> {
  return db.rows(sql`
    select c.team_id, count(*)::int as used from scene_view c join report r on r.scene_id = c.id
    where c.team_id = any(${team_ids}::int[]) and (r.pdf is not null or r.state in ('waiting', 'running')) group by 1`)
}

/** The team that owns the scene. */
export async function teamOf({ db }: Pick<QueryContext, 'db'>, scene_id: number): Promise<number> {
  return (await db.one<{ team_id: number }>(sql`select team_id from scene_view where id = ${scene_id}`)).team_id
}

export function findReport({ db, access }: QueryContext, id: number): Promise<StoredReport | undefined> {
  return db.find<StoredReport>(sql`
    select r.id, r.scene_id, r.uid, r.by, r.lang, r.created_at, r.request, r.state, r.from_at, r.pdf, r.csv
    from report r where r.id = ${id} and ${access.sees(sql`r.scene_id`)}`)
}

export async function setProgress(db: Db, id: number, progress: number): Promise<void> {
  await db.run(
    sql`update report set state = 'running', progress = ${progress} where id = ${id} and state in ('waiting', 'running')`,
  )
}

export interface ReportFiles {
  pdf: string
  csv: string
  pdf_bytes: number
  csv_bytes: number
  availability: number | null
}

export async function endReport(db: Db, id: number, made: ReportFiles): Promise<void> {
  await db.run(sql`
    update report set state = 'done', progress = 100, pdf = ${made.pdf}, csv = ${made.csv}, pdf_bytes = ${made.pdf_bytes},
      csv_bytes = ${made.csv_bytes}, availability = ${made.availability}, message = '' where id = ${id}`)
}

export async function failReport(db: Db, id: number, message: string): Promise<void> {
  await db.run(sql`update report set state = 'failed', message = ${message.slice(0, 300)} where id = ${id}`)
}

/** Counts one more recipient; errors of others are cleared once all have received it. */
export async function markSent(db: Db, id: number): Promise<void> {
  await db.run(sql`
    update report set sent_cnt = sent_cnt + 1,
      message = case when sent_cnt + 1 >= jsonb_array_length(request -> 'targets') then '' else message end where id = ${id}`)
}

/** Why it has not reached all its recipients. */
export async function recordSendError(db: Db, id: number, message: string): Promise<void> {
  await db.run(sql`update report set message = ${message.slice(0, 300)} where id = ${id}`)
}

type ReportListRow = Out<typeof reportCalls.list>['list'][number]

export function listReports(ctx: QueryContext, input: In<typeof reportCalls.list>): Promise<TableOut<ReportListRow>> {
  return pageOf<ReportListRow>(ctx.db, input, {
    from: sql`report r`,
    id: sql`r.id`,
    where: sql`r.scene_id = ${input.scene_id} and ${ctx.access.sees(sql`r.scene_id`)}`,
    order: { id: sql`r.id`, created_at: sql`r.created_at`, from_at: sql`r.from_at` },
    newestFirst: true,
    select: sql`r.id, r.created_at, r.from_at, r.to_at, r.state, r.progress, r.source as way, r.by, r.lang, jsonb_array_length(r.request -> 'sections') as section_cnt,
      r.availability::float8 as availability, r.pdf_bytes, r.csv_bytes, r.sent_cnt, r.message as said`,
    join: sql`join report r on r.id = page.id`,
  })
}

/** Removes reports that the caller may change; returns files that nothing else uses. */
export async function dropReports(
  { db, access }: QueryContext,
  scene_id: number,
  ids: readonly number[],
): Promise<{ ids: number[]; files: string[] }> {
  const gone = await db.rows<{ id: number; pdf: string | null; csv: string | null }>(sql`
    delete from report r where r.id = any(${numbers(ids)}::int[]) and r.scene_id = ${scene_id} and ${access.writes(sql`r.scene_id`)}
    returning r.id, r.pdf, r.csv`)
  const files = gone.flatMap(({ pdf, csv }) => [pdf, csv]).filter((name) => name !== null)
  return { ids: gone.map(({ id }) => id), files: await unheld(db, files) }
}

/** Those of the files that no report uses. */
async function unheld(db: Db, files: readonly string[]): Promise<string[]> {
  const held = await db.rows<{ name: string }>(
    sql`select pdf as name from report where pdf = any(${files}::text[]) union select csv from report where csv = any(${files}::text[])`,
  )
  const names = new Set(held.map(({ name }) => name))
  return [...new Set(files)].filter((name) => !names.has(name))
}

/** Removes reports older than a given time; returns their files. */
export async function purgeReports(db: Db, before: number): Promise<string[]> {
  const gone = await db.rows<{ pdf: string | null; csv: string | null }>(
    sql`delete from report where id in (select id from report where created_at < ${before} order by id limit 500) returning pdf, csv`,
  )
  return unheld(
    db,
    gone.flatMap(({ pdf, csv }) => [pdf, csv]).filter((name) => name !== null),
  )
}

/** Reports whose process died: they are made again. */
export async function listStuck(db: Db, before: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select id from report where state in ('waiting', 'running') and created_at < ${before} order by id limit 100`,
  )
  return rows.map(({ id }) => id)
}

export interface DueProfile extends StoredProfile {
  time_zone: string
}

export function takeDueProfile(db: Db, now: number): Promise<DueProfile | undefined> {
  return db.find<DueProfile>(sql`
    select p.*, s.time_zone from report_profile p join scene_view s on s.id = p.scene_id where p.next_at <= ${now} order by p.next_at limit 1
    for update of p skip locked`)
}

/** The profile of a scene, if it has a schedule. */
export function profilesOfScene(db: Db, scene_id: number): Promise<DueProfile[]> {
  return db.rows(sql`
    select p.*, s.time_zone from report_profile p join scene_view s on s.id = p.scene_id where p.scene_id = ${scene_id} and p.next_at is not null`)
}

/** Profiles whose next report is after `after`. */
export function profilesAfter(db: Db, after: number): Promise<DueProfile[]> {
  return db.rows(sql`
    select p.*, s.time_zone from report_profile p join scene_view s on s.id = p.scene_id where p.next_at > ${after}`)
}

export async function setNextReport(db: Db, scene_id: number, next_at: number | null): Promise<void> {
  await db.run(sql`update report_profile set next_at = ${next_at} where scene_id = ${scene_id}`)
}
