import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { deviceLogCalls } from '@belvedere/contract/rooms/log/device.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db, QueryContext, Transaction } from '../../../kernel/db.ts'
import { allOf } from '../../../kernel/page.ts'
import { containsSql } from '../../../kernel/database/list-sql.ts'
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

/** The input format of `copy`: tabs and line ends do not occur in a stored text, a backslash is doubled. */
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

/** Bytes of the lines of each day with their indexes, oldest first. */
export function listDays(db: Db): Promise<{ name: string; bytes: number }[]> {
  return db.rows(sql`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_log'::regclass order by c.relname`)
}

export async function dropDay(db: Db, name: string): Promise<void> {
  await db.run(sql`drop table if exists ${raw(name)}`)
}

/** The scope of a list: lines of one device, or of scenes. */
export interface Scope {
  column: 'device_id' | 'scene_id'
  ids: readonly number[]
}

/** Scenes whose log the caller sees; of the requested one, if any. */
export async function scenesOf({ db, access }: QueryContext, scene_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select s.id from scene_view s where ${access.sees(sql`s.id`)} and ${scene_id ? sql`s.id = ${scene_id}` : sql`true`}`,
  )
  return rows.map(({ id }) => id)
}

/** Maximum number of devices that match a name. */
const MOST_NAMED = 100

/** Devices that the caller sees, by a part of name or serial number. */
export async function devicesNamed({ db, access }: QueryContext, name: string, scene_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from device_view d where ${access.sees(sql`d.scene_id`)} and ${scene_id ? sql`d.scene_id = ${scene_id}` : sql`true`}
      and ${containsSql(name, [sql`d.name`, sql`d.serial`])} order by d.id limit ${MOST_NAMED}`)
  return rows.map(({ id }) => id)
}

type LogListInput = In<typeof deviceLogCalls.list>

/** `source`: a part of the name of a source that is not a device. */
export const filterOf = ({ types, severity, search }: LogListInput, source: string | undefined) =>
  allOf(
    source ? containsSql(source, [sql`l.source`]) : undefined,
    types ? sql`l.type = any(${types}::text[])` : undefined,
    severity === undefined ? undefined : sql`l.severity <= ${severity}`,
    search ? containsSql(search, [sql`l.text`, sql`l.program`]) : undefined,
  )

export const timeOf = ({ from, to }: LogListInput, scene_id: number) =>
  allOf(
    from ? sql`l.at >= ${from}` : undefined,
    to ? sql`l.at <= ${to}` : undefined,
    scene_id ? sql`l.scene_id = ${scene_id}` : undefined,
  )

interface LogFilter {
  scope: Scope
  /** Number of newest lines of each device or scene that are searched. */
  most: number
  filter: Sql
  time: Sql
}

/** The newest lines of each part of the scope within the time, in the order of the index. */
const newest = ({ access }: QueryContext, { scope: { column, ids }, most, time }: LogFilter, fields: Sql): Sql => sql`
  from unnest(${ids}::int[]) as part(of), lateral (select ${fields} from device_log l
    where l.${raw(column)} = part.of and ${access.sees(sql`l.scene_id`)} and ${time} order by l.at desc, l.id desc limit ${most}) l`

export interface ListedLine {
  id: number
  at: number
  device_id: number
  device_name: string
  scene_id: number
  scene_name: string
  type: DeviceLogType
  severity: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7
  program: string
  text: string
}

/** A page of the matching lines, and their number, at most `hits`. */
export async function pageOfLines(
  ctx: QueryContext,
  wanted: LogFilter,
  { hits, limit, offset, oldest }: { hits: number; limit: number; offset: number; oldest: boolean },
): Promise<{ total: number; list: ListedLine[] }> {
  const direction = oldest ? sql`asc` : sql`desc`
  const fields = sql`l.id, l.at, l.device_id, l.scene_id, l.type, l.severity, l.source, l.program, l.text`
  const rows = await ctx.db.rows<ListedLine & { page_total: number; listed: number | null }>(sql`
    with hit as materialized (
      select ${fields} ${newest(ctx, wanted, fields)} where ${wanted.filter} order by l.at desc, l.id desc limit ${hits}
    ), counted as (select count(*)::int as total from hit), page as (
      select * from hit order by at ${direction}, id ${direction} limit ${limit} offset ${offset}
    )
    select counted.total as page_total, page.id as listed, page.id, page.at, page.device_id, page.scene_id, page.type, page.severity, page.program, page.text,
      coalesce((select coalesce(nullif(d.name, ''), d.serial) from device_view d where d.id = page.device_id and ${ctx.access.sees(sql`d.scene_id`)}), nullif(page.source, ''), '#' || page.device_id) as device_name,
      s.name as scene_name
    from counted left join (page join scene_view s on s.id = page.scene_id) on true
    order by page.at ${direction}, page.id ${direction}`)
  const list = rows.flatMap(({ page_total: _, listed, ...row }) => (listed === null ? [] : [row]))
  return { total: rows[0]?.page_total ?? 0, list }
}

/** The time of the oldest line that was searched, if there are older ones. */
export async function lookedFrom(
  ctx: QueryContext,
  { scope: { column, ids }, most, time }: LogFilter,
): Promise<number | null> {
  const { looked } = await ctx.db.one<{ looked: number | null }>(sql`
    select max((select l.at from device_log l where l.${raw(column)} = part.of and ${ctx.access.sees(sql`l.scene_id`)} and ${time}
      order by l.at desc, l.id desc offset ${most} limit 1)) as looked
    from unnest(${ids}::int[]) as part(of)`)
  return looked
}
