import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../../kernel/db.ts'
import type { DeletedSnapshot } from '../../kernel/database/deleted-snapshot.ts'
import { underPresentNames } from './former-names.ts'

/** Rows of one snapshot, and of one statement for many snapshots. An object with more rows is deleted without a snapshot. */
const MOST_ROWS = 20_000
const MOST_AT_ONCE = 200_000
/** Characters of one snapshot. */
const MOST_TEXT = 16 << 20

class TooMuch extends Error {}

interface Reference {
  table: string
  column: string
  to_table: string
  to_column: string
  /** c: cascade, n: set null, a: refused while referred to. */
  action: 'c' | 'n' | 'a'
  key: string[]
}

let known: Promise<Reference[]> | undefined

/** All foreign keys; the schema does not change while a process runs. */
function references(db: Db): Promise<Reference[]> {
  known ??= db.rows<Reference>(sql`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to_table, f.attname as to_column,
      case c.confdeltype when 'r' then 'a' else c.confdeltype::text end as action,
      coalesce((select array_agg(k.attname::text) from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
        where i.indrelid = c.conrelid and i.indisprimary), '{}') as key
    from pg_constraint c join pg_class r on r.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where c.contype = 'f' and c.confdeltype in ('c', 'n', 'a', 'r') and c.conparentid = 0 and r.relpersistence = 'p'
    order by 1, 2`)
  known.catch(() => (known = undefined))
  return known
}

const name = (text: string): Sql => raw(`"${text.replaceAll('"', '""')}"`)

/** Rows of one root during the capture. */
interface Heap {
  tables: Map<string, Set<string>>
  links: DeletedSnapshot['links'][number][]
  holds: Set<string>
  count: number
  length: number
}

/**
 * Snapshots of these rows of a table with all rows that refer to them, by id; call it before the rows are deleted. Rows of tables in
 * `without` are left out. An id is absent when there is no such row, or too many rows refer to it.
 */
export async function captureSnapshots(
  db: Db,
  table: string,
  ids: readonly number[],
  without: readonly string[] = [],
): Promise<Map<number, DeletedSnapshot>> {
  if (ids.length === 0) return new Map()
  const all = (await references(db)).filter((one) => !without.includes(one.table))
  const heaps = new Map(
    ids.map((id) => [id, { tables: new Map(), links: [], holds: new Set(), count: 0, length: 0 } as Heap]),
  )
  try {
    await collectRows(db, all, heaps, table, 'id', new Map(ids.map((id) => [id, new Set([id])])))
  } catch (error) {
    if (error instanceof TooMuch) return new Map()
    throw error
  }
  const order = inOrder(all)
  const snapshots = [...heaps].flatMap(([id, { tables, links, holds, ...size }]): [number, DeletedSnapshot][] => {
    if (!tables.has(table) || !fits(size)) return []
    const rows = order([...tables.keys()]).map((one) => ({ table: one, rows: [...(tables.get(one) ?? [])] }))
    return [[id, { root: table, tables: rows, links, holds: [...holds] }]]
  })
  return new Map(snapshots)
}

/** Adds the rows of a table whose column has one of the values to their roots, then the rows that refer to them. */
async function collectRows(
  db: Db,
  all: readonly Reference[],
  heaps: Map<number, Heap>,
  table: string,
  column: string,
  roots: ReadonlyMap<unknown, ReadonlySet<number>>,
): Promise<void> {
  const found = await db.rows<{ text: string; row: Record<string, unknown> }>(sql`
    select to_jsonb(t)::text as text, to_jsonb(t) as row from ${name(table)} t
    where t.${name(column)} = any(${[...roots.keys()]}) limit ${MOST_AT_ONCE}`)
  if (found.length >= MOST_AT_ONCE) throw new TooMuch()
  const fresh: { row: Record<string, unknown>; root: number }[] = []
  for (const { text, row } of found) {
    for (const root of roots.get(row[column]) ?? []) if (put(heaps.get(root), table, text)) fresh.push({ row, root })
  }
  if (fresh.length === 0) return
  for (const { column, to_table } of all.filter((one) => one.table === table && one.action === 'a'))
    for (const { row, root } of fresh)
      if (row[column] !== null) heaps.get(root)?.holds.add(`${to_table}:${row[column] as number}`)
  for (const next of all.filter((one) => one.to_table === table)) {
    const values = new Map<unknown, Set<number>>()
    for (const { row, root } of fresh) {
      const value = row[next.to_column]
      values.set(value, (values.get(value) ?? new Set()).add(root))
    }
    if (next.action === 'c') await collectRows(db, all, heaps, next.table, next.column, values)
    else if (next.action === 'n') await link(db, heaps, next, values)
  }
}

function put(heap: Heap | undefined, table: string, text: string): boolean {
  if (!heap) return false
  const rows = heap.tables.get(table) ?? new Set<string>()
  heap.tables.set(table, rows)
  if (rows.has(text)) return false
  rows.add(text)
  heap.count++
  heap.length += text.length
  return fits(heap)
}

const fits = ({ count, length }: Pick<Heap, 'count' | 'length'>) => count <= MOST_ROWS && length <= MOST_TEXT

async function link(
  db: Db,
  heaps: Map<number, Heap>,
  { table, column, key }: Reference,
  roots: ReadonlyMap<unknown, ReadonlySet<number>>,
): Promise<void> {
  if (key.length === 0) return
  const found = await db.rows<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(t) as row from ${name(table)} t where t.${name(column)} = any(${[...roots.keys()]}) limit ${MOST_AT_ONCE}`)
  if (found.length >= MOST_AT_ONCE) throw new TooMuch()
  for (const { row } of found) {
    const own = JSON.stringify(Object.fromEntries(key.map((part) => [part, row[part]])))
    for (const root of roots.get(row[column]) ?? [])
      heaps.get(root)?.links.push({ table, column, to: row[column], key: own })
  }
}

/** Tables in an order in which their rows can be inserted. */
function inOrder(all: readonly Reference[]): (tables: string[]) => string[] {
  const needs = Map.groupBy(all, ({ table }) => table)
  return (tables) => {
    const done: string[] = []
    while (done.length < tables.length) {
      const ready = tables.filter(
        (one) =>
          !done.includes(one) &&
          (needs.get(one) ?? []).every(
            ({ to_table }) => to_table === one || done.includes(to_table) || !tables.includes(to_table),
          ),
      )
      if (ready.length === 0) throw new Error('tables refer to each other in a circle')
      done.push(...ready)
    }
    return done
  }
}

/**
 * Inserts the rows again. A row whose reference no longer exists is left out; where deleting the referenced row would set the reference
 * to null, it is inserted with null. False when the deleted row itself is left out. Throws PostgreSQL's error when a unique
 * value is taken.
 */
export async function restoreSnapshot(db: Db, kept: DeletedSnapshot): Promise<boolean> {
  const snapshot = underPresentNames(kept)
  const all = await references(db)
  for (const { table, rows } of snapshot.tables) {
    const count = await putBack(db, all, table, rows)
    if (table === snapshot.root && count < rows.length) return false
  }
  for (const { table, column, to, key } of snapshot.links) {
    const names = Object.keys(JSON.parse(key) as object)
    const same = names.map((one) => sql`t.${name(one)} = k.${name(one)}`).reduce((a, b) => sql`${a} and ${b}`)
    await db.run(sql`
      update ${name(table)} t set ${name(column)} = v.${name(column)}
      from jsonb_populate_record(null::${name(table)}, ${key}::jsonb) k,
        jsonb_populate_record(null::${name(table)}, ${JSON.stringify({ [column]: to })}::jsonb) v
      where ${same} and t.${name(column)} is null`)
  }
  return true
}

async function putBack(db: Db, all: readonly Reference[], table: string, rows: readonly string[]): Promise<number> {
  const kept = new Set(rows.flatMap((row) => Object.keys(JSON.parse(row) as object)))
  const there = await db.rows<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  const columns = there.map((one) => one.name).filter((one) => kept.has(one))
  const own = all.filter((one) => one.table === table)
  const isThere = ({ column, to_table, to_column }: Reference) =>
    sql`exists (select from ${name(to_table)} p where p.${name(to_column)} = r.${name(column)})`
  const value = (column: string) => {
    const emptied = own.find((one) => one.column === column && one.action === 'n')
    return emptied ? sql`case when ${isThere(emptied)} then r.${name(column)} end` : sql`r.${name(column)}`
  }
  const whole = own
    .filter(({ action, to_table }) => action !== 'n' && to_table !== table)
    .map((one) => sql`(r.${name(one.column)} is null or ${isThere(one)})`)
    .reduce<Sql>((a, b) => sql`${a} and ${b}`, sql`true`)
  const list = (parts: Sql[]) => parts.reduce((a, b) => sql`${a}, ${b}`)
  return db.run(sql`
    insert into ${name(table)} (${list(columns.map(name))}) overriding system value
    select ${list(columns.map(value))} from jsonb_populate_recordset(null::${name(table)}, ${`[${rows.join(',')}]`}::jsonb) r
    where ${whole}`)
}
