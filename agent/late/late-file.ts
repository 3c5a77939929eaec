import { appendFileSync, readFileSync } from 'node:fs'
import { isObject, number } from '../loose.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import type { StateMeasures, IntervalMeasures } from './measured.ts'

/** One row that waits for delivery. `counters`: the counters at that time, from which the next run continues. */
export interface LateEntry extends IntervalMeasures {
  counters: StateMeasures['counters']
  /** It was sent as a state, and may have arrived. */
  unsure?: true
}

/** Rows that are kept: one per minute for a day. */
const MOST = 1440
const FILE = 'late-samples.ndjson'

/** Ordered rows, in memory and in an append-only file: a killed agent loses nothing. */
export interface LateFile {
  /** Identifier of this numbering; rows are numbered from 1. */
  readonly series: number
  /** Number of the first row that exists. */
  readonly first: number
  readonly rows: readonly LateEntry[]
  /** The oldest row is removed when there are too many. */
  add(entry: LateEntry): void
  /** Removes rows up to a number. */
  forget(series: number, last: number): void
}

export function openLateFile(directory: StateDirectory): LateFile {
  let { series, first, rows, whole } = readLateFile(directory.file(FILE))
  let lines = 0
  const rewrite = () => {
    lines = rows.length
    const text = [JSON.stringify({ series, first }), ...rows.map((row) => JSON.stringify(row))].join('\n')
    tolerant(() => directory.put(FILE, `${text}\n`))
  }
  const drop = (count: number) => {
    if (count <= 0) return
    rows = rows.slice(count)
    first += count
  }
  drop(rows.length - MOST)
  if (!whole) rewrite()
  return {
    get series() {
      return series
    },
    get first() {
      return first
    },
    get rows() {
      return rows
    },
    add(entry) {
      rows.push(entry)
      drop(rows.length - MOST)
      // lines of removed rows stay in the file for a while
      if (++lines > 2 * MOST) rewrite()
      else tolerant(() => appendFileSync(directory.file(FILE), `${JSON.stringify(entry)}\n`, { mode: 0o600 }))
    },
    forget(its, last) {
      if (its !== series || last < first || rows.length === 0) return
      drop(Math.min(rows.length, last - first + 1))
      rewrite()
    },
  }
}

/** A full disk must not end the agent; the rows are in memory. */
function tolerant(write: () => void): void {
  try {
    write()
  } catch {}
}

/** `whole`: the file had no errors. A line that was truncated by a kill is left out. */
function readLateFile(path: string): { series: number; first: number; rows: LateEntry[]; whole: boolean } {
  const fresh = { series: 1 + Math.floor(Math.random() * 2_147_483_646), first: 1, rows: [], whole: false }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return fresh
  }
  const [head, ...lines] = text.split('\n')
  const reported = parsed(head ?? '')
  const [series, first] = isObject(reported) ? [number(reported.series), number(reported.first)] : []
  if (!series || !first) return fresh
  const rows: LateEntry[] = []
  for (const line of lines) {
    const row = parsed(line)
    if (!isEntry(row)) return { series, first, rows, whole: line === '' && rows.length === lines.length - 1 }
    rows.push(row)
  }
  return { series, first, rows, whole: false }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isEntry = (row: unknown): row is LateEntry =>
  isObject(row) &&
  isObject(row.at) &&
  isObject(row.each) &&
  isObject(row.counters) &&
  Array.isArray(row.gauges) &&
  Array.isArray(row.sum)
