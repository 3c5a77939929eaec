/** Lines around a difference, in order; `mark` as in a unified diff. */
export interface DiffHunk {
  /** Number of the first line in each text, from 1. */
  before: number
  after: number
  lines: readonly { mark: ' ' | '-' | '+'; text: string }[]
}

/** One row of two texts side by side; a side without a line has none. */
export interface DiffPair {
  before: number
  after: number
  left?: string
  right?: string
  same: boolean
}

/** A hunk as rows of two columns: removed lines are beside the lines that replace them. */
export function pairsOf(hunk: DiffHunk): DiffPair[] {
  const pairs: DiffPair[] = []
  let { before, after } = hunk
  let went: string[] = []
  let came: string[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(went.length, came.length); at++) {
      const [left, right] = [went[at], came[at]]
      pairs.push({ before, after, left, right, same: false })
      if (left !== undefined) before++
      if (right !== undefined) after++
    }
    went = []
    came = []
  }
  for (const { mark, text } of hunk.lines) {
    if (mark === '-') went.push(text)
    else if (mark === '+') came.push(text)
    else {
      flush()
      pairs.push({ before: before++, after: after++, left: text, right: text, same: true })
    }
  }
  flush()
  return pairs
}
