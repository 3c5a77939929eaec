import { type LateRow, lateAt } from '@belvedere/contract/rooms/device/late-row.ts'
import { listOf, objectOf, textsOf, wholeWithin, type Loose } from './coerce.ts'

/**
 * Backfilled samples of a device, with their own times. Rows are numbered without gaps within a series, so that duplicates are detected; an
 * invalid row is `undefined`.
 */
export interface LateSamples {
  /** A device that lost its numbering starts another series. */
  series: number
  /** Number of the first row. */
  first: number
  /** Number of further rows on the device. */
  more: number
  /** By the device's clock: when this was sent, and the time to which the seconds of the rows refer. */
  now: number
  from: number
  /** Interfaces in the order of the rows. */
  names: readonly string[]
  rows: readonly (LateRow | undefined)[]
  /** Indexes of rows that may have arrived as a state. */
  unsure: readonly number[]
}

/** Up to which row of which series a device's samples are stored. */
export interface StoredPosition {
  series: number
  last: number
}

/** Rows of one message, names of interfaces in it, and seconds from its first row to its last. */
export const lateMost = { rows: 512, names: 64, seconds: 7 * 86_400 } as const

/** Octets per second above any interface's rate. */
const MAX_RATE = 1e11
const MAX_SPAN = 86_400
const MAX_TIME = 4_294_967_295
const MAX_NUMBER = 2_147_483_647

/** Bounds of the values before the octets. */
const bounds: readonly (readonly [number, number])[] = [
  [0, lateMost.seconds],
  [0, MAX_SPAN],
  [0, 100],
  [0, 100],
  [-60, 200],
  [0, 100_000],
  [0, 32_767],
]

/** Reads `[time of the first row, payload]`; undefined for an invalid message. */
export function lateSamplesOf(entry: unknown): LateSamples | undefined {
  const [from, payload] = Array.isArray(entry) ? (entry as unknown[]) : []
  const reported = objectOf(payload)
  const head = headOf(from, reported)
  if (!head || !Array.isArray(reported.rows) || reported.rows.length > lateMost.rows) return undefined
  const names = textsOf(reported.names, lateMost.names, 32)
  const rows = rowsOf(reported.rows, lateAt.each + 2 * names.length)
  const unsure = listOf(reported.unsure, rows.length).filter(
    (place): place is number => Number.isInteger(place) && rows[place as number] !== undefined,
  )
  return { ...head, names, rows, unsure }
}

function headOf(
  time: unknown,
  reported: Loose,
): Pick<LateSamples, 'series' | 'first' | 'more' | 'now' | 'from'> | undefined {
  const series = wholeWithin(reported.series, 1, MAX_NUMBER)
  const first = wholeWithin(reported.first, 1, MAX_NUMBER - lateMost.rows)
  const now = wholeWithin(reported.now, 0, MAX_TIME)
  const from = wholeWithin(time, 0, MAX_TIME)
  if (series === undefined || first === undefined || now === undefined || from === undefined) return undefined
  return { series, first, more: wholeWithin(reported.more, 0, MAX_NUMBER) ?? 0, now, from }
}

/** An invalid value drops its row. */
function rowsOf(list: readonly unknown[], width: number): (LateRow | undefined)[] {
  const rows: (LateRow | undefined)[] = []
  let before = -1
  for (const one of list) {
    const row = Array.isArray(one) && isSound(one, before, width) ? (one as LateRow) : undefined
    if (row) before = row[lateAt.after] as number
    rows.push(row)
  }
  return rows
}

function isSound(row: readonly unknown[], before: number, width: number): boolean {
  const { after, span, each } = lateAt
  if (row.length <= span || row.length > width) return false
  const [at, seconds] = [row[after], row[span]]
  if (!Number.isInteger(at) || (at as number) <= before || !Number.isInteger(seconds)) return false
  const inner = Math.min(row.length, bounds.length)
  for (let place = 0; place < inner; place++) {
    const value = row[place]
    const [least, most] = bounds[place] as readonly [number, number]
    if (value !== null && !(typeof value === 'number' && value >= least && value <= most)) return false
  }
  const most = MAX_RATE * (seconds as number)
  for (let place = bounds.length; place < row.length; place++) {
    const value = row[place]
    if (value !== null && !(typeof value === 'number' && value >= 0 && value <= most)) return false
  }
  // octets of interfaces come in pairs
  return row.length <= each || (row.length - each) % 2 === 0
}
