import sql, { type Sql } from 'sql-template-tag'

/**
 * Columns of many rows as parameters for `unnest`. The driver's arrays quote and escape every element, which took a quarter of the time of
 * a batch of reports; these are one plain text each.
 */

/** To be cast: `${numbers(rows.map(({ at }) => at))}::bigint[]`. A value that is no finite number is null. */
export function numbers(values: readonly (number | null)[]): string {
  let text = '{'
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number
    text += at === 0 ? '' : ','
    text += Number.isFinite(value) ? value : 'null'
  }
  return `${text}}`
}

const UNIT = '\u001f'
const NONE = '\u001e'
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separators are matched on purpose
const reserved = /[\u0000\u001e\u001f]/g

/** A `text[]`. The separators are control characters; they and NUL are removed from texts. */
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

/** A `text[]` of what `jsonText` made: JSON escapes control characters, so no check is needed. */
export const jsonTexts = (values: readonly string[]): Sql => sql`string_to_array(${values.join(UNIT)}, chr(31))`

function plain(value: string | null): string {
  if (value === null) return NONE
  return value.search(reserved) < 0 ? value : value.replace(reserved, '')
}

/** NUL, and half of a pair of surrogates, as JSON writes them: behind an even number of backslashes. */
const nul = /(?<!\\)((?:\\\\)*)\\u0000/g
const half = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

/** JSON text that PostgreSQL takes: without NUL and unpaired surrogates, because one of these in a report must not lose the rest. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(nul, '$1').replace(half, '$1\ufffd')
}
