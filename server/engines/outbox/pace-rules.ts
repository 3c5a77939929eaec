/** Attempts of a message and delays between them, in seconds. */
export interface Pace {
  readonly tries: number
  /** Delay after the first attempt, and its factor for each further one. */
  readonly first: number
  readonly factor: number
  readonly longest: number
  /** The maximum, also of a delay stated by the provider; a longer delay in a row is due to a fast clock. */
  readonly furthest: number
}

/** Delay in seconds after a number of failed attempts; a delay stated by the provider is used instead. */
export function waitAfter({ first, factor, longest, furthest }: Pace, attempts: number, requested = 0): number {
  return Math.max(Math.min(furthest, requested), Math.min(longest, first * factor ** Math.max(0, attempts - 1)))
}

/** Characters of a provider's answer that are kept. */
const MOST_ANSWER = 500

/** A provider's answer as one line, for display. */
export const plainLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_ANSWER)
