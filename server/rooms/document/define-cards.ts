import type { Words } from '@belvedere/contract/kit/text.ts'

/** One short answer to one question. */
export interface CardSpec {
  readonly title: Words
  readonly text: Words
  /** Done in this order. */
  readonly steps?: readonly Words[]
  /** Page of the console it is about. */
  readonly path?: string
}

/** States the help of one topic, in the order in which it is read. It says what this release does, not what it will do. */
export function defineCards(cards: readonly CardSpec[]): readonly CardSpec[] {
  return cards
}
