import sql, { type Sql } from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { numbers, texts } from '../../kernel/columns.ts'
import type { Db, QueryContext } from '../../kernel/db.ts'
import { containsSql } from '../../kernel/database/list-sql.ts'
import { allOf, pageOf } from '../../kernel/page.ts'
import { refuseShared } from '../../kernel/http/refuse-shared.ts'
import type { ContentFormat, StoredContent } from './content/content.ts'

export type BackupSource = 'manual' | 'timer' | 'change'

export interface NewBackup {
  device_id: number
  task_id: number | null
  source: BackupSource
  operator: string
  note: string
  /** The backup run that it answers. */
  ask: string
  content_id: number
  /** Of the data that the device sent. */
  sha256: string
  complete: boolean
  /** The device did not report it: it is the reported base with what was sent. */
  derived: boolean
  diff?: { add: number; del: number } | undefined
}

export interface StoredBackup {
  id: number
  device_id: number
  scene_id: number | null
  unchanged: boolean
}

/** Stores backups of different devices in one transaction; those of removed devices are skipped. */
export async function insertBackups(db: Db, list: readonly NewBackup[], at: number): Promise<StoredBackup[]> {
  const ids = numbers(list.map(({ device_id }) => device_id))
  // one after the other for each device, so that exactly one is its newest
  await db.run(sql`select id from device_view where id = any(${ids}::int[]) order by id for no key update`)
  const number = (key: 'device_id' | 'task_id' | 'content_id') => numbers(list.map((one) => one[key]))
  const text = (key: 'source' | 'operator' | 'note' | 'ask' | 'sha256') => texts(list.map((one) => one[key]))
  const lines = (key: 'add' | 'del') => numbers(list.map(({ diff }) => diff?.[key] ?? null))
  return db.rows<StoredBackup>(sql`
    with asked as (
      select * from unnest(${number('device_id')}::int[], ${number('task_id')}::int[], ${text('source')}, ${text('operator')}, ${text('note')},
        ${text('ask')}, ${number('content_id')}::int[], ${text('sha256')}, ${list.map(({ complete }) => complete)}::boolean[], ${list.map(({ derived }) => derived)}::boolean[],
        ${lines('add')}::int[], ${lines('del')}::int[])
        as a(device_id, task_id, source, operator, note, ask, content_id, sha256, complete, derived, diff_add, diff_del)
    ), past as (
      update device_backup b set newest = false from asked a where b.device_id = a.device_id and b.newest
    ), kept as (
      insert into device_backup (device_id, task_id, source, operator, note, ask, content_id, sha256, complete, derived, unchanged, newest,
        diff_add, diff_del, model, firmware, created_at)
      select a.device_id, a.task_id, a.source, a.operator, a.note, a.ask, a.content_id, a.sha256, a.complete, a.derived,
        coalesce(p.content_id = a.content_id, false), true,
        case when p.content_id = a.content_id then 0 else a.diff_add end, case when p.content_id = a.content_id then 0 else a.diff_del end,
        d.model, d.firmware, ${at}
      from asked a join device_view d on d.id = a.device_id
        left join lateral (select b.content_id from device_backup b where b.device_id = a.device_id and b.complete order by b.id desc limit 1) p on true
      returning id, device_id, unchanged
    ) select k.id, k.device_id, d.scene_id, k.unchanged from kept k join device_view d on d.id = k.device_id`)
}

/**
 * Of these devices, those without a backup of their running configuration. A device that can report its configuration
 * has one when it runs what was sent last (by number, and by its verified state) and the backup is younger than that.
 * An archive contains more than what is sent: it is always outdated.
 */
export async function listUnkept(db: Db, device_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d join device_state_view s on s.device_id = d.id
      left join device_backup b on b.device_id = d.id and b.newest
      left join device_config_view c on c.device_id = d.id left join device_revision_view r on r.id = c.desired_id
    where d.id = any(${numbers(device_ids)}::int[]) and ('backup' = any(d.verbs) or 'running' = any(d.verbs) and not coalesce(
      b.complete and s.config_uuid = coalesce(r.uuid, c.base_uuid) and b.created_at >= coalesce(r.settled_at, c.base_at)
        and (b.created_at >= c.running_at or c.running = coalesce(r.digest, c.base)), false))
    order by d.id`)
  return rows.map(({ id }) => id)
}

export interface Confirmed {
  id: number
  unchanged: boolean
  content_id: number
  /** Content of the previous backup; null: there was none. */
  previous_id: number | null
}

/** The device reports what it sent; returns the backup when that is what arrived. */
export function confirmBackup(
  db: Db,
  ask: string,
  device_id: number,
  sha256: string | undefined,
): Promise<Confirmed | undefined> {
  return db.find<Confirmed>(sql`
    update device_backup b set complete = true
    where b.id = (select max(id) from device_backup where ask = ${ask} and device_id = ${device_id})
      and b.ask = ${ask} and b.device_id = ${device_id} and b.sha256 = coalesce(${sha256 ?? null}, b.sha256)
    returning b.id, b.unchanged, b.content_id,
      (select p.content_id from device_backup p where p.device_id = b.device_id and p.complete and p.id < b.id order by p.id desc limit 1) as previous_id`)
}

export async function setDiff(db: Db, id: number, { add, del }: { add: number; del: number }): Promise<void> {
  await db.run(sql`update device_backup set diff_add = ${add}, diff_del = ${del} where id = ${id}`)
}

export interface Previous extends StoredContent {
  device_id: number
  digest: string
}

/** The content of each device's latest complete backup, where it differs from the given digest. */
export function previousContents(db: Db, list: readonly { device_id: number; digest: string }[]): Promise<Previous[]> {
  return db.rows<Previous>(sql`
    select a.device_id, c.digest, c.format, c.sealed, c.file
    from unnest(${numbers(list.map(({ device_id }) => device_id))}::int[], ${texts(list.map(({ digest }) => digest))}) as a(device_id, digest)
      cross join lateral (select b.content_id from device_backup b where b.device_id = a.device_id and b.complete order by b.id desc limit 1) p
      join device_content c on c.id = p.content_id
    where c.digest <> a.digest`)
}

export interface BackupRow {
  id: number
  device_id: number
  sn: string
  name: string
  scene_id: number
  scene_name: string
  source: BackupSource
  created_at: number
  bytes: number
  sha256: string
  format: ContentFormat
  complete: 0 | 1
  unchanged: 0 | 1
  derived: 0 | 1
  diff_prev: { add: number; del: number } | null
  model: string
  firmware: string
  operator: string
  note: string
  keep: 0 | 1
}

const diffPrev = sql`case when b.diff_add is not null then jsonb_build_object('add', b.diff_add, 'del', b.diff_del) end as diff_prev`

/** Every backup of the devices that the caller sees. */
export function listBackups(ctx: QueryContext, input: In<typeof backupCalls.list>): Promise<TableOut<BackupRow>> {
  const { scene_id, device_id, source, search } = input
  return pageOf<BackupRow>(ctx.db, input, {
    from: sql`device_backup b join device_view d on d.id = b.device_id join device_content c on c.id = b.content_id`,
    id: sql`b.id`,
    where: allOf(
      ctx.access.sees(sql`d.scene_id`),
      sql`d.scene_id is not null`,
      scene_id ? sql`d.scene_id = ${scene_id}` : undefined,
      device_id ? sql`b.device_id = ${device_id}` : undefined,
      source ? sql`b.source = ${source}` : undefined,
      search ? containsSql(search, [sql`d.name`, sql`d.serial`, sql`b.note`]) : undefined,
    ),
    order: {
      id: sql`b.id`,
      name: sql`d.name`,
      created_at: sql`b.created_at`,
      bytes: sql`c.bytes`,
      firmware: sql`b.firmware`,
    },
    newestFirst: true,
    select: sql`b.id, b.device_id, d.serial as sn, d.name, d.scene_id, s.name as scene_name, b.source, b.created_at, c.bytes, c.sha256, c.format,
      b.complete::int as complete, b.unchanged::int as unchanged, b.derived::int as derived, ${diffPrev}, b.model, b.firmware, b.operator, b.note, b.keep::int as keep`,
    join: sql`join device_backup b on b.id = page.id join device_view d on d.id = b.device_id join scene_view s on s.id = d.scene_id
      join device_content c on c.id = b.content_id`,
  })
}

export interface BackupFile extends StoredContent {
  id: number
  device_id: number
  content_id: number
  sn: string
  name: string
  scene_id: number
  model: string
  firmware: string
  /** The current model of the device. */
  model_now: string
  firmware_now: string
  created_at: number
  complete: boolean
  sha256: string
  note: string
  keep: 0 | 1
}

const whole = sql`b.id, b.device_id, b.content_id, d.serial as sn, d.name, d.scene_id, b.model, b.firmware, d.model as model_now, d.firmware as firmware_now, b.created_at, b.complete,
  b.note, b.keep::int as keep, c.sha256, c.format, c.sealed, c.file`
const joined = sql`join device_view d on d.id = b.device_id join device_content c on c.id = b.content_id`

export function findBackup(ctx: QueryContext, id: number): Promise<BackupFile | undefined> {
  return ctx.db.find<BackupFile>(
    sql`select ${whole} from device_backup b ${joined} where b.id = ${id} and ${ctx.access.sees(sql`d.scene_id`)}`,
  )
}

/** The complete backup of the device before that one. */
export function findPrevious(ctx: QueryContext, { id, device_id }: BackupFile): Promise<BackupFile | undefined> {
  return ctx.db.find<BackupFile>(sql`
    select ${whole} from device_backup b ${joined}
    where b.device_id = ${device_id} and b.id < ${id} and b.complete and ${ctx.access.sees(sql`d.scene_id`)}
    order by b.id desc limit 1`)
}

export interface GoneBackup {
  id: number
  device_id: number
  content_id: number
  sn: string
  name: string
  scene_id: number
  created_at: number
}

const backupsOf = (ids: readonly number[]): Sql =>
  sql`device_backup b join device_view d on d.id = b.device_id where b.id = any(${numbers(ids)}::int[])`

/** Deletes backups of devices that the caller may change; returns the deleted rows. */
export async function deleteBackups(ctx: QueryContext, ids: readonly number[]): Promise<GoneBackup[]> {
  await refuseShared(ctx, sql`d.scene_id`, backupsOf(ids))
  const gone = await ctx.db.rows<GoneBackup>(sql`
    delete from device_backup b using device_view d
    where d.id = b.device_id and b.id = any(${ids}::int[]) and ${ctx.access.writes(sql`d.scene_id`)}
    returning b.id, b.device_id, b.content_id, d.serial as sn, d.name, d.scene_id, b.created_at`)
  await markNewest(
    ctx.db,
    gone.map(({ device_id }) => device_id),
  )
  return gone
}

/** Sets the newest mark of the backups of these devices again. */
export async function markNewest(db: Db, device_ids: readonly number[]): Promise<void> {
  if (device_ids.length === 0) return
  await db.run(sql`
    update device_backup b set newest = b.id = m.id
    from (select device_id, max(id) as id from device_backup where device_id = any(${numbers(device_ids)}::int[]) group by 1) m
    where b.device_id = m.device_id and b.newest <> (b.id = m.id)`)
}

export interface BackupRemark {
  note?: string
  keep?: 0 | 1
}

/** Changes a person's notes on a backup; returns the former ones. Undefined: the caller may not change it. */
export async function changeBackup(
  ctx: QueryContext,
  id: number,
  { note, keep }: BackupRemark,
): Promise<{ name: string; scene_id: number; note: string; keep: 0 | 1 } | undefined> {
  await refuseShared(ctx, sql`d.scene_id`, backupsOf([id]))
  return ctx.db.find(sql`
    update device_backup b set note = coalesce(${note ?? null}, b.note), keep = coalesce(${keep === undefined ? null : keep === 1}::boolean, b.keep)
    from device_view d, device_backup old
    where b.id = ${id} and old.id = b.id and d.id = b.device_id and ${ctx.access.writes(sql`d.scene_id`)}
    returning d.name, d.scene_id, old.note, old.keep::int as keep`)
}

/** The content of a backup. */
export async function contentOfBackup(db: Db, id: number): Promise<number | undefined> {
  return (await db.find<{ content_id: number }>(sql`select content_id from device_backup where id = ${id}`))?.content_id
}

/** Contents of the backups of these devices, before the devices are removed. */
export async function contentsOf(db: Db, device_ids: readonly number[]): Promise<number[]> {
  const rows = await db.rows<{ content_id: number }>(
    sql`select distinct content_id from device_backup where device_id = any(${numbers(device_ids)}::int[])`,
  )
  return rows.map(({ content_id }) => content_id)
}
