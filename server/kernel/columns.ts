import sql, { type Sql } from 'sql-template-tag'

/**
 * Columns of many rows as parameters for `unnest`. The driver's own arrays quote and escape every element, which took a
 * quarter of the time of a batch of reports; these are one plain text each.
 */

/** To be cast: `${numbers(rows.map(({ at }) => at))}::bigint[]`. */
export function numbers(values: readonly (number | null)[]): string {
  let text = '{'
  for (let at = 0; at < values.length; at++) text += at === 0 ? (values[at] ?? 'null') : `,${values[at] ?? 'null'}`
  return `${text}}`
}

const UNIT = '\u001f'
const NONE = '\u001e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators are what is looked for
const reserved = /[\u0000\u001e\u001f]/g

/** A `text[]`. The separators are control characters that no text of ours has; a text that has them loses them, and NUL. */
export function texts(values: readonly (string | null)[]): Sql {
  // an empty text is an empty array to string_to_array
  if (values.length === 1 && values[0] === '') return sql`array[''::text]`
  let text = ''
  for (let at = 0; at < values.length; at++) {
    if (at > 0) text += UNIT
    text += plain(values[at] ?? null)
  }
  return sql`string_to_array(${text}, chr(31), chr(30))`
}

function plain(value: string | null): string {
  if (value === null) return NONE
  return value.search(reserved) < 0 ? value : value.replace(reserved, '')
}
