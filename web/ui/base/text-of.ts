import { say, type Words } from './words.ts'

/** A text for users: a pair, or a text already in the user's language (names, refusals). */
export type Text = Words | string

export function textOf(text: Text): string {
  return typeof text === 'string' ? text : say(text)
}
