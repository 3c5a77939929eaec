import sql, { raw } from 'sql-template-tag'
import type { Db, Transaction } from '../../../kernel/db.ts'
import type { DeviceLogType } from './type-rules.ts'

export interface LineRow {
  at: number
  device_id: number
  scene_id: number
  type: DeviceLogType
  severity: number
  source: string
  program: string
  text: string
}

/** As `copy` reads it: tabs and ends of lines are no part of a stored text, a backslash is doubled. */
const copied = (text: string) => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text)

export async function copyLines(db: Transaction, rows: readonly LineRow[]): Promise<void> {
  if (rows.length === 0) return
  let text = ''
  for (const { at, device_id, scene_id, type, severity, source, program, text: said } of rows)
    text += `${at}\t${device_id}\t${scene_id}\t${type}\t${severity}\t${copied(source)}\t${copied(program)}\t${copied(said)}\n`
  await db.copy(
    'copy device_log (at, device_id, scene_id, type, severity, source, program, text) from stdin',
    Buffer.from(text),
  )
}

/** Bytes of each day's lines with their indexes, oldest first. */
export function listDays(db: Db): Promise<{ name: string; bytes: number }[]> {
  return db.rows(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_log'::regclass order by c.relname`)
}

export async function dropDay(db: Db, name: string): Promise<void> {
  await db.run(sql`drop table if exists ${raw(name)}`)
}
