import { diffArrays } from 'diff'

/** One line of a side-by-side view: numbers count from 1 and are 0 where that side has no line. */
export interface DiffRow {
  kind: 'same' | 'add' | 'del' | 'change' | 'skip'
  a: number
  b: number
  old: string
  new: string
}

export interface LineDiff {
  add: number
  del: number
  rows: DiffRow[]
}

/** Equal lines that are displayed around a change. */
const CONTEXT = 3
/** Maximum number of edits of one comparison; texts that differ more are displayed as replaced. */
const MOST_EDITS = 4000
/** Maximum ms for the comparisons of one call together; they block the main thread. */
const MOST_MS = 400

/** The keys by which lines are compared: lines with the same key are equal. */
export interface DiffSide {
  keys: readonly string[]
  shown: readonly string[]
}

interface DiffRun {
  kind: 'same' | 'add' | 'del'
  count: number
}

/** The value of `performance.now()` at which the comparisons of a call must stop. */
export const diffDeadline = (): number => performance.now() + MOST_MS

/** The number of lines added and removed, without their text. */
export function countChanges(
  a: readonly string[],
  b: readonly string[],
  until = diffDeadline(),
): { add: number; del: number } {
  const runs = runsOf(a, b, until)
  const sum = (kind: DiffRun['kind']) => runs.reduce((all, run) => all + (run.kind === kind ? run.count : 0), 0)
  return { add: sum('add'), del: sum('del') }
}

/** The lines of both sides in parallel; equal lines far from any change become one row with their number. */
export function compareLines(a: DiffSide, b: DiffSide, until = diffDeadline()): LineDiff {
  const runs = runsOf(a.keys, b.keys, until)
  const rows: DiffRow[] = []
  const all = { add: 0, del: 0 }
  let [x, y] = [0, 0]
  for (let at = 0; at < runs.length; at++) {
    const { kind, count } = runs[at] as DiffRun
    if (kind === 'same') {
      const [before, after] = [at === 0 ? 0 : CONTEXT, at === runs.length - 1 ? 0 : CONTEXT]
      rows.push(...sameRows(a, b, x, y, count, before, after))
      x += count
      y += count
      continue
    }
    const next = runs[at + 1]
    const paired = kind === 'del' && next?.kind === 'add' ? next.count : 0
    const del = kind === 'del' ? count : 0
    const add = kind === 'add' ? count : paired
    rows.push(...changedRows(a, b, x, y, del, add))
    if (paired) at++
    all.add += add
    all.del += del
    x += del
    y += add
  }
  return { ...all, rows }
}

function sameRows(
  a: DiffSide,
  b: DiffSide,
  x: number,
  y: number,
  count: number,
  before: number,
  after: number,
): DiffRow[] {
  const row = (n: number): DiffRow => ({
    kind: 'same',
    a: x + n + 1,
    b: y + n + 1,
    old: a.shown[x + n] ?? '',
    new: b.shown[y + n] ?? '',
  })
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n))
  const hidden = count - before - after
  if (hidden <= 1) return rows(0, count)
  const skip: DiffRow = { kind: 'skip', a: x + before + 1, b: y + before + 1, old: '', new: String(hidden) }
  return [...rows(0, before), skip, ...rows(count - after, count)]
}

/** Removed lines and the lines that replace them stand in the same rows. */
function changedRows(a: DiffSide, b: DiffSide, x: number, y: number, del: number, add: number): DiffRow[] {
  return Array.from({ length: Math.max(del, add) }, (_, n) => {
    const [went, came] = [n < del, n < add]
    return {
      kind: went && came ? 'change' : went ? 'del' : 'add',
      a: went ? x + n + 1 : 0,
      b: came ? y + n + 1 : 0,
      old: went ? (a.shown[x + n] ?? '') : '',
      new: came ? (b.shown[y + n] ?? '') : '',
    }
  })
}

function runsOf(a: readonly string[], b: readonly string[], until: number): DiffRun[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const middle = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)] as const
  const timeout = Math.max(0, until - performance.now())
  const found = diffArrays([...middle[0]], [...middle[1]], { maxEditLength: MOST_EDITS, timeout })
  const runs: DiffRun[] = found
    ? found.map(({ added, removed, count }) => ({ kind: added ? 'add' : removed ? 'del' : 'same', count }))
    : [
        { kind: 'del', count: middle[0].length },
        { kind: 'add', count: middle[1].length },
      ]
  return [{ kind: 'same' as const, count: head }, ...runs, { kind: 'same' as const, count: tail }].filter(
    ({ count }) => count > 0,
  )
}
