/** One field of an object before and after; undefined where it was not there. */
export interface Change {
  field: string
  before: string | undefined
  after: string | undefined
}

/** Fields shown of one operation; objects of the log are small. */
const most = 200

/** What differs between two JSON values, field by field, nested ones with dots; unchanged fields are left out. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const was = flat(before)
  const is = flat(after)
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  return fields
    .filter((field) => was.get(field) !== is.get(field))
    .slice(0, most)
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
}

function flat(value: unknown, prefix = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) {
    if (prefix && value === null) into.set(prefix, '–')
  } else if (typeof value === 'object' && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) flat(inner, prefix ? `${prefix}.${key}` : key, into)
  } else {
    into.set(prefix || '=', typeof value === 'string' ? value : JSON.stringify(value))
  }
  return into
}
