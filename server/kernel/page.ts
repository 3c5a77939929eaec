import sql, { raw, type Sql } from 'sql-template-tag'
import type { TableIn, TableOut } from '@belvedere/contract/kit/table.ts'
import type { Db } from './db.ts'

export interface PageOptions {
  /** Table with alias, and the joins its conditions and order need. */
  from: Sql
  /** Key by which `join` finds the row; `ctid` if the key has several columns. */
  id: Sql
  where: Sql
  /** The conditions cost more than materialising their result: evaluate once for count and page. */
  costly?: boolean
  /** A faster query of the number of all rows, with one value. */
  total?: Sql
  /** Expression by the names allowed in `orderby`. `id` is always included and breaks ties. */
  order: Readonly<Record<string, Sql>>
  newestFirst?: boolean
  /** Columns of the answer, and the joins from `page` (`page.id`) that bring them. */
  select: Sql
  join: Sql
}

/**
 * Limits that are constants of the statement; a first page has no offset. A generic plan would assume a tenth of all rows, and planning
 * each time costs more than the page. Only a few, because each is a separate statement.
 */
const usual: ReadonlySet<number> = new Set([10, 20, 50, 100, 200])

const ascending = sql`asc nulls last`
const descending = sql`desc nulls last`

/**
 * One page of a list and the number of all rows, in one query: it finds and sorts narrow keys and fetches wide rows for the
 * page alone.
 */
export async function pageOf<Row>(db: Db, request: TableIn, options: PageOptions): Promise<TableOut<Row>> {
  const { page = 1, limit = 10 } = request
  const [field = 'id', way = options.newestFirst ? 'desc' : 'asc'] = request.orderby?.split(' ') ?? []
  const key = options.order[field] ?? options.order['id'] ?? options.id
  const direction = way === 'desc' ? descending : ascending
  const hits = sql`select ${options.id} as id, ${key} as key from ${options.from} where ${options.where}`
  const found = options.costly
    ? sql`with hit as materialized (${hits}), counted as (select count(*)::int as total from hit)`
    : sql`with counted as (select (${options.total ?? sql`select count(*)::int from ${options.from} where ${options.where}`}) as total)`
  const rows = await db.rows<Row & { page_total: number; page_place: number | null }>(sql`
    ${found}, page as (
      select id, row_number() over (order by key ${direction}, id ${direction}) as place
      from (select * from ${options.costly ? sql`hit` : sql`(${hits}) h`} order by key ${direction}, id ${direction} limit ${usual.has(limit) ? raw(String(limit)) : limit} ${page > 1 ? sql`offset ${(page - 1) * limit}` : sql``}) p
    )
    select counted.total as page_total, page.place as page_place, ${options.select}
    from counted left join (page ${options.join}) on true
    order by page.place`)
  const list: Row[] = []
  for (const { page_total: _, page_place, ...row } of rows) if (page_place !== null) list.push(row as Row)
  return { total: rows[0]?.page_total ?? 0, list }
}

/** The conjunction of the given conditions; undefined ones are ignored. */
export function allOf(...conditions: (Sql | undefined)[]): Sql {
  return conditions.reduce<Sql>((all, one) => (one ? sql`${all} and ${one}` : all), sql`true`)
}
