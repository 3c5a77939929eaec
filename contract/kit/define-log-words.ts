import type { Words } from './text.ts'

/** What the log tells that no call did: its words by what stands in place of the call's address. */
export interface LogWords {
  readonly does: Readonly<Record<string, Words>>
}

const mark = Symbol.for('belvedere.log-words')

/** States what happens without a call and is written to the operation log all the same: `device.key-refused`. Export the result. */
export function defineLogWords<const T extends Record<string, Words>>(does: T): { readonly does: T } {
  const made = { does }
  Object.defineProperty(made, mark, { value: true })
  return made
}

export function isLogWords(value: unknown): value is LogWords {
  return typeof value === 'object' && value !== null && mark in value
}
