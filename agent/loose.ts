/**
 * Readers for JSON of unknown shape, since tools of many versions print it. Each returns undefined for a value of another type.
 */
export type LooseJson = Record<string, unknown>

export function isObject(value: unknown): value is LooseJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objects(value: unknown): LooseJson[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function text(value: unknown, max = 256): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, max) : undefined
}

export function number(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const read = typeof value === 'string' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

/** A copy without undefined members, so that two reports of the same fact are equal. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}
