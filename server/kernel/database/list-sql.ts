import sql, { join, type Sql } from 'sql-template-tag'

/** Rows in which one of the columns contains the text, ignoring case; wildcards are literal, an empty text matches all. */
export function containsSql(search: string | undefined, columns: readonly Sql[]): Sql {
  const text = search?.trim()
  if (!text) return sql`true`
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${join(
    columns.map((column) => sql`${column} ilike ${pattern}`),
    ' or ',
  )})`
}
