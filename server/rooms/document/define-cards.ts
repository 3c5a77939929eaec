import type { Words } from '@belvedere/contract/kit/text.ts'

/** A short answer to one question. */
export interface CardSpec {
  readonly title: Words
  readonly text: Words
  /** Carried out in this order. */
  readonly steps?: readonly Words[]
  /** The page of the console that it describes. */
  readonly path?: string
}

/** Defines the help of one topic, in reading order. It describes this release, not plans. */
export function defineCards(cards: readonly CardSpec[]): readonly CardSpec[] {
  return cards
}
