import { countOf, macOf, textOf, within, type Loose } from '../../kit/coerce.ts'

/**
 * Values of SNMP variables by object identifier. Octet strings are text with one character per byte, so that no information is
 * lost; this file decodes them by variable.
 */
export type Variables = Loose

/** Text in UTF-8 without the padding of printers and cheap firmware; undefined when empty. */
export function readableOf(value: unknown, max = 128): string | undefined {
  if (typeof value !== 'string') return textOf(value, max)
  const bytes = Buffer.from(value.slice(0, 4096), 'latin1')
  const text = bytes.toString('utf8').replaceAll('\0', '').trim()
  return textOf(text, max)?.trim() || undefined
}

/** A MAC address from six octets, or from its text form. */
export function hardwareOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.length !== 6) return macOf(value)
  return macOf(Buffer.from(value, 'latin1').toString('hex'))
}

/** The rows of a table: value of a column by index. */
export function columnOf(variables: Variables, column: string): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const front = `${column}.`
  for (const key of Object.keys(variables)) {
    if (key.startsWith(front)) found.set(key.slice(front.length), variables[key])
  }
  return found
}

/** All columns of a table in one walk over the variables: by row, then by column's number. */
export function rowsOf(variables: Variables, entry: string, most = 1024): Map<string, Record<number, unknown>> {
  const rows = new Map<string, Record<number, unknown>>()
  const front = `${entry}.`
  for (const key of Object.keys(variables)) {
    if (!key.startsWith(front)) continue
    const dot = key.indexOf('.', front.length)
    const column = Number(key.slice(front.length, dot))
    const index = dot < 0 ? '' : key.slice(dot + 1)
    if (!index || !Number.isInteger(column)) continue
    const row = rows.get(index)
    if (row) row[column] = variables[key]
    else if (rows.size < most) rows.set(index, { [column]: variables[key] })
  }
  return rows
}

/** A counter: 64 bits where the device has them. */
export const counterOf = (wide: unknown, narrow: unknown): number | undefined => countOf(wide) ?? countOf(narrow)

export const wholeOf = (value: unknown, max?: number): number | undefined => countOf(value, max)
export const percentOf = (value: unknown): number | undefined => within(value, 0, 100)
