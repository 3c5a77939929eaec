/** How often a message is tried, and how long it waits in between, in seconds. */
export interface Pace {
  readonly tries: number
  /** After the first try; after each further one so many times as long. */
  readonly first: number
  readonly factor: number
  readonly longest: number
  /** At most, also when a provider asks for more; what is to wait longer was put off by a clock that was ahead. */
  readonly furthest: number
}

/** Seconds to wait after so many failed tries; a provider that says how long is left alone that long. */
export function waitAfter({ first, factor, longest, furthest }: Pace, attempts: number, asked = 0): number {
  return Math.max(Math.min(furthest, asked), Math.min(longest, first * factor ** Math.max(0, attempts - 1)))
}

/** Characters of a provider's answer that are kept. */
const MOST_ANSWER = 500

/** What a provider said, on one line: it is shown. */
export const plainLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_ANSWER)
