import type { ConfigFile, ConfigFiles } from './config-files.ts'
import { compareLines, countChanges, type DiffRow, diffDeadline } from './line-diff.ts'

export interface FileDiff {
  path: string
  state: 'same' | 'added' | 'removed' | 'changed'
  /** Not text: only the fact that it differs is known. */
  binary: 0 | 1
  add: number
  del: number
  rows: DiffRow[]
}

const nothing = { keys: [], shown: [] }
/** Maximum number of rows in one answer; later files keep their counts. */
const MOST_ROWS = 8000

/** The differences between two configurations by file; equal files are listed without their lines. */
export function compareFiles(a: ConfigFiles, b: ConfigFiles): FileDiff[] {
  let room = MOST_ROWS
  const until = diffDeadline()
  return [...new Set([...a.keys(), ...b.keys()])].sort().map((path) => {
    const file = compareFile(path, a.get(path), b.get(path), until)
    const rows = file.rows.slice(0, room)
    room -= rows.length
    return { ...file, rows }
  })
}

/** Lines added and removed, over all files. */
export function countFileChanges(a: ConfigFiles, b: ConfigFiles): { add: number; del: number } {
  const all = { add: 0, del: 0 }
  const until = diffDeadline()
  for (const path of new Set([...a.keys(), ...b.keys()])) {
    const [old, now] = [linesOf(a.get(path)), linesOf(b.get(path))]
    const { add, del } = countChanges(old, now, until)
    all.add += add
    all.del += del
  }
  return all
}

/** A binary counts as one line: its digest. */
const linesOf = (file: ConfigFile | undefined) => (!file ? [] : 'binary' in file ? [file.binary] : file.keys)

function compareFile(path: string, a: ConfigFile | undefined, b: ConfigFile | undefined, until: number): FileDiff {
  const state = !a ? 'added' : !b ? 'removed' : undefined
  const [old, now] = [a ?? nothing, b ?? nothing]
  if ('binary' in old || 'binary' in now) {
    const { add, del } = countChanges(linesOf(a), linesOf(b), until)
    return { path, state: state ?? (add + del > 0 ? 'changed' : 'same'), binary: 1, add, del, rows: [] }
  }
  const { add, del, rows } = compareLines(old, now, until)
  const same = add + del === 0
  return { path, state: state ?? (same ? 'same' : 'changed'), binary: 0, add, del, rows: same ? [] : rows }
}
