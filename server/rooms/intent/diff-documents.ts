import { structuredPatch } from 'diff'
import { maskPair } from './mask.ts'

export interface Hunk {
  /** Line number of the first of `lines` in each text, from 1. */
  before: number
  after: number
  /** In order; `mark` as in a unified diff. */
  lines: { mark: ' ' | '-' | '+'; text: string }[]
}

export interface DiffWithCounts {
  /** Lines removed and added. */
  removed: number
  added: number
  hunks: Hunk[]
}

/** Maximum lines of one side; longer texts are not compared line by line. */
const MOST_LINES = 20_000

/** Trailing commas are ignored. */
const comparator = (left: string, right: string) => left === right || bare(left) === bare(right)
const bare = (line: string) => line.replace(/,?\n?$/, '')

/**
 * The differences of two documents, as lines of their indented JSON in device terms; secrets are masked, changed ones
 * visibly. Null: none.
 */
export function diffDocuments(before: unknown, after: unknown, context = 3): DiffWithCounts {
  const [left, right] = maskPair(before, after).map((one) =>
    one === null ? '' : `${JSON.stringify(one, null, 2)}\n`,
  ) as [string, string]
  const options = { context, maxEditLength: MOST_LINES, comparator }
  const patch = structuredPatch('', '', left, right, '', '', options)
  const hunks = (patch?.hunks ?? []).map(({ oldStart, newStart, lines }) => ({
    before: oldStart,
    after: newStart,
    lines: lines
      .filter((line) => /^[ +-]/.test(line))
      .map((line) => ({ mark: line.charAt(0) as ' ' | '-' | '+', text: line.slice(1) })),
  }))
  const count = (mark: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.mark === mark).length, 0)
  return { removed: count('-'), added: count('+'), hunks }
}
