import sql, { type Sql } from 'sql-template-tag'

/** Condition: the text column contains what was typed, whatever the case. Wildcards typed by people count as themselves. */
export function contains(column: Sql, typed: string): Sql {
  return sql`${column} ilike ${`%${typed.replace(/[\\%_]/g, '\\$&')}%`}`
}

/** All of the given conditions; those that are undefined do not apply. */
export function allOf(...conditions: (Sql | undefined)[]): Sql {
  return conditions.reduce<Sql>((all, one) => (one ? sql`${all} and ${one}` : all), sql`true`)
}
