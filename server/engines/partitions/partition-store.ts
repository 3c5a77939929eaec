import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../kernel/db.ts'

const DAY = 86_400

/** Name of the partition of a time, and its bounds. A day for samples, 30 days for 5 minutes, 360 for hours. */
export function partitionOf(table: string, days: number, ts: number): { name: string; from: number; to: number } {
  const from = Math.floor(ts / (days * DAY)) * days * DAY
  const date = new Date(from * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  return { name: `${table}_p${date}`, from, to: from + days * DAY }
}

/** An arbitrary constant: the lock under which one process at a time makes partitions. */
const PARTITION_LOCK = 6_214_003

/** False if it exists. */
export async function makePartition(db: Db, table: string, days: number, ts: number): Promise<boolean> {
  const { name, from, to } = partitionOf(table, days, ts)
  const there = sql`select to_regclass(${name}) is not null as there`
  if ((await db.one<{ there: boolean }>(there)).there) return false
  await db.run(sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`)
  await db.run(
    sql`create table if not exists ${raw(name)} partition of ${raw(table)} for values from (${raw(String(from))}) to (${raw(String(to))})`,
  )
  return true
}

/** Drops partitions that end before the moment; returns their names. */
export async function dropPartitions(db: Db, table: string, days: number, before: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`)
  const old = rows
    .map(({ name }) => name)
    .filter((name) => {
      const date = /_p(\d{4})(\d{2})(\d{2})$/.exec(name)
      return date && Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) / 1000 + days * DAY <= before
    })
  for (const name of old) await db.run(sql`drop table ${raw(name)}`)
  return old
}
