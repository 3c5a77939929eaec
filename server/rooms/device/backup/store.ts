import sql from 'sql-template-tag'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { TableOut } from '@belvedere/contract/kit/table.ts'
import type { backupCalls } from '@belvedere/contract/rooms/device/backup.ts'
import type { Db, Reach } from '../../../kernel/db.ts'
import type { UploadTaken } from '../../../kernel/enrol-link.ts'
import { containsSql } from '../../../kernel/list-sql.ts'
import { allOf, pageOf } from '../../../kernel/page.ts'
import type { Ticket } from '../command/store.ts'

/** Keeps what arrived by a ticket; complete once the device has confirmed it. Returns the scene of the device. */
export async function insertBackup(
  db: Db,
  { device_id, task_id, args }: Ticket,
  taken: UploadTaken,
  at: number,
): Promise<number | null | undefined> {
  const { source = 'manual', operator = '', note = '' } = args as { source?: string; operator?: string; note?: string }
  const row = await db.find<{ scene_id: number | null }>(sql`
    with kept as (
      insert into device_backup (device_id, task_id, source, file, bytes, sha256, content_sha256, unchanged, model, firmware, operator, note, created_at)
      select d.id, ${task_id}, ${source}, ${taken.file}, ${taken.bytes}, ${taken.sha256}, ${taken.content_sha256},
        coalesce((select b.content_sha256 = ${taken.content_sha256} from device_backup b where b.device_id = d.id and b.complete order by b.id desc limit 1), false),
        d.model, d.firmware, ${operator}, ${note}, ${at}
      from device d where d.id = ${device_id} returning device_id
    ) select d.scene_id from kept join device d on d.id = kept.device_id`)
  return row?.scene_id
}

/** The device says what it sent; true when that is what arrived. */
export async function confirmBackup(
  db: Db,
  task_id: number,
  device_id: number,
  sha256: string | undefined,
): Promise<boolean> {
  const changed = await db.run(sql`
    update device_backup set complete = true where task_id = ${task_id} and device_id = ${device_id} and sha256 = coalesce(${sha256 ?? null}, sha256)`)
  return changed > 0
}

export interface BackupRow {
  id: number
  device_id: number
  sn: string
  name: string
  scene_id: number
  scene_name: string
  source: 'manual' | 'timer' | 'change'
  created_at: number
  bytes: number
  sha256: string
  complete: 0 | 1
  unchanged: 0 | 1
  model: string
  firmware: string
  operator: string
  note: string
}

export function listBackups(at: Reach, asked: In<typeof backupCalls.list>): Promise<TableOut<BackupRow>> {
  const { scene_id, device_id, source, search } = asked
  return pageOf<BackupRow>(at.db, asked, {
    from: sql`device_backup b join device d on d.id = b.device_id`,
    id: sql`b.id`,
    where: allOf(
      at.access.sees(sql`d.scene_id`),
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
      bytes: sql`b.bytes`,
      firmware: sql`b.firmware`,
    },
    newestFirst: true,
    select: sql`b.id, b.device_id, d.serial as sn, d.name, d.scene_id, c.name as scene_name, b.source, b.created_at, b.bytes, b.sha256,
      b.complete::int as complete, b.unchanged::int as unchanged, b.model, b.firmware, b.operator, b.note`,
    join: sql`join device_backup b on b.id = page.id join device d on d.id = b.device_id join scene c on c.id = d.scene_id`,
  })
}

export interface BackupFile {
  id: number
  file: string
  sn: string
  name: string
  scene_id: number
  created_at: number
}

export function findBackup(at: Reach, id: number): Promise<BackupFile | undefined> {
  return at.db.find<BackupFile>(sql`
    select b.id, b.file, d.serial as sn, d.name, d.scene_id, b.created_at from device_backup b join device d on d.id = b.device_id
    where b.id = ${id} and ${at.access.sees(sql`d.scene_id`)}`)
}

/** Deletes backups of devices the caller may change; returns what they were. */
export function deleteBackups(at: Reach, ids: readonly number[]): Promise<BackupFile[]> {
  return at.db.rows<BackupFile>(sql`
    delete from device_backup b using device d
    where d.id = b.device_id and b.id = any(${ids}::int[]) and ${at.access.writes(sql`d.scene_id`)}
    returning b.id, b.file, d.serial as sn, d.name, d.scene_id, b.created_at`)
}

/** Files of backups of these devices, before the devices go. */
export async function filesOf(db: Db, device_ids: readonly number[]): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(
    sql`select distinct file from device_backup where device_id = any(${device_ids}::int[])`,
  )
  return rows.map(({ file }) => file)
}

/** Those of the files that no backup names any more. */
export async function orphansOf(db: Db, files: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`
    select f.file from unnest(${files}::text[]) as f(file) where not exists (select 1 from device_backup b where b.file = f.file)`)
  return rows.map(({ file }) => file)
}
