/** Fields of an object, as an operation records them. */
type FieldState = Readonly<Record<string, unknown>>

export interface Back {
  /** The fields to restore. */
  to: Record<string, unknown>
  /** Fields that changed since the operation. */
  clashes: string[]
}

/**
 * Computes the fields that restore the state before an operation, given the current state. Fields that the operation
 * did not change, and those that `now` lacks, stay. Lists of ids are sets: added ids are removed, removed ids are
 * added, others stay.
 */
export function fieldsToRestore(before: FieldState, after: FieldState, now: FieldState): Back {
  const back: Back = { to: {}, clashes: [] }
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, became, is] = [before[field], after[field], now[field]]
    if (!(field in now) || isSame(was, became)) continue
    if (isState(is) && (isState(was) || isState(became))) {
      const inner = fieldsToRestore(isState(was) ? was : {}, isState(became) ? became : {}, is)
      back.to[field] = inner.to
      back.clashes.push(...inner.clashes.map((one) => `${field}.${one}`))
    } else if (isIds(was) && isIds(became) && isIds(is)) {
      const [added, taken] = [without(became, was), without(was, became)]
      if (added.some((id) => !is.includes(id)) || taken.some((id) => is.includes(id))) back.clashes.push(field)
      back.to[field] = [...without(is, added), ...taken].sort((a, b) => a - b)
    } else {
      if (!isSame(is, became)) back.clashes.push(field)
      back.to[field] = was ?? null
    }
  }
  return back
}

/** Equal JSON; undefined and null are equal, the order of fields is ignored. */
export function isSame(a: unknown, b: unknown): boolean {
  return (a ?? null) === (b ?? null) || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}

const isState = (value: unknown): value is FieldState =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isIds = (value: unknown): value is number[] => Array.isArray(value) && value.every((one) => Number.isInteger(one))

const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isState(value)) return value ?? null
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}

/** `scene-group:12` → 12, `backup-policy`, of which a team has one, → 0; undefined for objects with another key. */
export function idOf(object: string): number | undefined {
  if (!object.includes(':')) return 0
  const id = Number(object.slice(object.indexOf(':') + 1))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export const kindOf = (object: string): string => object.split(':')[0] ?? ''

/** It was too large for the log. */
export function isTooLarge(value: unknown): boolean {
  return isState(value) && 'too_large' in value
}
