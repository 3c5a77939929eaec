import type { Words } from './text.ts'

/** Log entries without a call: their words by the text that is stored instead of the call's address. */
export interface LogWords {
  readonly does: Readonly<Record<string, Words>>
}

const mark = Symbol.for('belvedere.log-words')

/** Defines log entries of events without a call, such as `device.key-refused`. Export the result. */
export function defineLogWords<const T extends Record<string, Words>>(does: T): { readonly does: T } {
  const made = { does }
  Object.defineProperty(made, mark, { value: true })
  return made
}

export function isLogWords(value: unknown): value is LogWords {
  return typeof value === 'object' && value !== null && mark in value
}
