import { labelOf, type ObjectNames, textOf } from './field-words.ts'

/** One field of an object before and after; undefined if it did not exist. */
export interface FieldChange {
  field: string
  /** Display name. */
  label: string
  before: string | undefined
  after: string | undefined
}

/** Maximum number of fields shown of one operation; objects of the log are small. */
const most = 200

/** The version counter, and the id that the object's name already contains. */
const apart = new Set(['id', 'rev'])

/**
 * Differences between two states of an object, field by field, nested fields with dots; unchanged fields are omitted.
 */
export function changesOf(kind: string, before: unknown, after: unknown, names: ObjectNames = {}): FieldChange[] {
  const [was, is] = [flat(before), flat(after)]
  const text = (from: ReadonlyMap<string, unknown>, field: string) =>
    from.has(field) ? textOf(kind, field, from.get(field), names) : undefined
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => !apart.has(field) && JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)))
    .slice(0, most)
    .map((field) => ({ field, label: labelOf(kind, field, names), before: text(was, field), after: text(is, field) }))
}

function flat(value: unknown, prefix = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || value === undefined) {
    if (prefix && value === null) into.set(prefix, null)
  } else if (typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flat(inner, prefix ? `${prefix}.${key}` : key, into)
  } else {
    into.set(prefix || '=', value)
  }
  return into
}
