import sql, { join, raw, type Sql } from 'sql-template-tag'

/** `limit … offset …` of a list request whose schema is `tableIn`. */
export function pageSql({ page = 1, limit = 10 }: { page?: number; limit?: number }): Sql {
  return sql`limit ${limit} offset ${(page - 1) * limit}`
}

/**
 * `order by …` of a list request. `columns`: the SQL expression by field, where it is not the field itself; a field that
 * is no plain word is refused by the schema before. Ends in `tie`, so that pages never overlap.
 */
export function orderSql(
  orderby: string | undefined,
  fallback: string,
  tie: string,
  columns: Record<string, string> = {},
): Sql {
  const [, field = '', direction = ''] =
    /^(\w+) (asc|desc)$/.exec(orderby ?? '') ?? /^(\w+) (asc|desc)$/.exec(fallback) ?? []
  return raw(`order by ${columns[field] ?? field} ${direction} nulls last, ${tie}`)
}

/** Rows in which one of the columns contains the text, whatever its case; an empty text matches all. */
export function containsSql(search: string | undefined, columns: readonly Sql[]): Sql {
  const text = search?.trim()
  if (!text) return sql`true`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    ' or ',
  )})`
}
