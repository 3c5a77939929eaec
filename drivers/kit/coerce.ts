/**
 * Readers for values of device messages. Firmware writes numbers as text, flags as numbers, and single values instead of lists.
 * Each reader accepts plausible values and returns `undefined` (or empty) for all others. None throws.
 */

export type Loose = Readonly<Record<string, unknown>>

const nothing: Loose = Object.freeze({})
// not frozen: iterating a frozen array is slower, and this one is iterated a dozen times per message
const none: readonly unknown[] = []

/** An object that is not an array, else an empty one. */
export function objectOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : nothing
}

/** At most `max` elements; a single object or text is a list of one, anything else is empty. */
export function listOf(value: unknown, max: number): readonly unknown[] {
  if (Array.isArray(value)) return value.length <= max ? value : value.slice(0, max)
  return typeof value === 'string' || (typeof value === 'object' && value !== null) ? [value] : none
}

/** Names of an object's own members, at most `max`. */
export function keysOf(value: Loose, max: number): string[] {
  const keys = Object.keys(value)
  return keys.length <= max ? keys : keys.slice(0, max)
}

/** Finite number, from a number, a numeral or a flag. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || value.length === 0 || value.length > 32) return undefined
  const number = Number(value)
  return Number.isFinite(number) && value.trim() !== '' ? number : undefined
}

/** Whole number from 0 to `max`: a counter, a size, a time. Fractions are truncated; undefined outside of the range. */
export function countOf(value: unknown, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === 'number' ? value : numberOf(value)
  if (number === undefined || !(number >= 0 && number <= max)) return undefined
  return Math.trunc(number)
}

/** A number within bounds, with fractions; undefined outside. */
export function within(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'number' ? value : numberOf(value)
  return number !== undefined && number >= min && number <= max ? number : undefined
}

/** Whole number within bounds, rounded. */
export function wholeWithin(value: unknown, min: number, max: number): number | undefined {
  const number = within(value, min, max)
  return number === undefined ? undefined : Math.round(number)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Non-empty text of at most `max` characters without control characters; numbers count as text. */
export function textOf(value: unknown, max = 128): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  const cut = value.length > max ? value.slice(0, max) : value
  return control.test(cut) ? cut.replace(new RegExp(control, 'g'), ' ') : cut
}

/** Texts of a list, at most `max`; other values are left out. */
export function textsOf(value: unknown, max: number, length = 128): string[] {
  const list = listOf(value, max)
  if (list.length === 0) return []
  // almost always there is one: an array with `push` reserves space for seventeen
  if (list.length === 1) {
    const only = textOf(list[0], length)
    return only === undefined ? [] : [only]
  }
  const texts: string[] = []
  for (const one of list) {
    const text = textOf(one, length)
    if (text !== undefined) texts.push(text)
  }
  return texts
}

/** A flag from a boolean, 0 or 1, or the words firmware uses for them. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'string') return undefined
  if (/^(1|true|yes|on|up|enabled)$/i.test(value)) return true
  return /^(0|false|no|off|down|disabled)$/i.test(value) ? false : undefined
}

const macForm = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/

/** MAC address in lower case with colons, from any usual notation; undefined for the zero address. */
export function macOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length < 12 || value.length > 17) return undefined
  const mac = macForm.test(value) ? value : respelt(value)
  return mac === '00:00:00:00:00:00' ? undefined : mac
}

function respelt(value: string): string | undefined {
  const digits = value.replace(/[:\-.]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits.replace(/..(?!$)/g, '$&:') : undefined
}

/** Unix seconds from seconds, milliseconds, microseconds or nanoseconds; 0 for an invalid time. */
export function secondsOf(value: unknown): number {
  let time = numberOf(value) ?? 0
  while (time > 1e11) time /= 1000
  return time > 0 ? Math.trunc(time) : 0
}
