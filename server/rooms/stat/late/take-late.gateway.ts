import { type LateRow, lateAt } from '@belvedere/contract/rooms/device/late-row.ts'
import type { Transaction } from '../../../kernel/db.ts'
import type { LateReport } from '../../../devices/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { providePartitions } from '../partitions.ts'
import { hundredths, tenths, whole } from '../../../devices/ingest/report-units.ts'
import { SampleRows } from './sample-rows.ts'
import { copySamples, type UncertainSample, findReported, holdMarks, type LateMark, advanceCursors } from './store.ts'

const DAY = 86_400
const HOUR = 3600
/** Maximum age in seconds of samples that are rolled up again, for any retention. */
const OLDEST = 7 * DAY
/** Seconds by which a device's accumulated time may be ahead of the server's. */
const AHEAD = 5
/** Maximum seconds between sending and receiving a state that count as the same time. */
const SAME = 5

let retention = 30
export const learnRetention = defineStartup<System>({
  order: 10,
  role: 'gateway',
  run: async ({ config }) => void (retention = config.retention),
})

/** One message and its new rows. */
interface Fresh {
  report: LateReport
  /** The time of second 0 of its rows, by the server's clock. */
  from: number
  /** Valid rows that are not in the future, not expired, and not stored already. */
  rows: LateRow[]
  /** The index of each of its interfaces among the device's; -1: the device never reported it in a state. */
  places: number[]
  /** Number of interfaces of the device. */
  width: number
}

/** A row that may have been reported as a state already. */
type Doubtful = UncertainSample & { row: LateRow }

/**
 * Samples that devices took while they were disconnected, with their own times. Samples stored before, by the marks
 * written in the same transaction, or reported as a state, are ignored. Only curves and their roll-ups use them: the
 * current state and alarms do not.
 */
export async function takeLate(reports: readonly LateReport[], db: Transaction): Promise<void> {
  // before the table is queried: two transactions that query and then create a partition would deadlock
  await providePartitions(db, daysOf(reports))
  const ids = [...new Set(reports.map(({ device_id }) => device_id))]
  const marks = new Map((await holdMarks(db, ids)).map((mark) => [mark.device_id, mark]))
  const fresh: Fresh[] = []
  const doubts: Doubtful[] = []
  for (const report of reports) {
    const mark = marks.get(report.device_id)
    if (mark) fresh.push(freshOf(report, mark, doubts))
  }
  if (doubts.length > 0) await leaveOutTold(db, fresh, doubts)
  const some = fresh.filter(({ rows }) => rows.length > 0)
  const hours = hoursOf(some)
  if (some.length > 0) await copySamples(db, rowsOf(some))
  await advanceCursors(db, [...marks.values()], hours)
}

/** The time of second 0 of its rows, by the server's clock. */
const fromOf = ({ at, samples }: LateReport) => samples.from + at - samples.now

/** The oldest allowed time. */
const oldestOf = ({ at }: LateReport) => at - Math.min(retention * DAY - HOUR, OLDEST)

/** Days from the first row to the last. */
function daysOf(reports: readonly LateReport[]): Set<number> {
  const days = new Set<number>()
  for (const report of reports) {
    const rows = report.samples.rows
    const last = rows.findLast((row) => row !== undefined)?.[lateAt.after] ?? 0
    const to = Math.min(fromOf(report) + last, report.at + AHEAD)
    for (let ts = Math.max(fromOf(report), oldestOf(report)); ts <= to; ts = (Math.floor(ts / DAY) + 1) * DAY)
      days.add(Math.floor(ts / DAY))
  }
  return days
}

/** Advances the mark. */
function freshOf(report: LateReport, mark: LateMark, doubts: Doubtful[]): Fresh {
  const { device_id, at, samples } = report
  const { series, first, rows } = samples
  const from = fromOf(report)
  const names = mark.names ?? []
  const places = samples.names.map((name) => names.indexOf(name))
  const one: Fresh = { report, from, rows: [], places, width: names.length }
  const known = series === mark.series ? mark.last : 0
  // a device that begins another series continued to run: its samples are later than the last ones, with clocks that
  // differ by seconds
  const later = mark.until + (series === mark.series ? -SAME : SAME)
  const least = Math.max(oldestOf(report), later)
  const most = at + AHEAD
  const unsure = samples.unsure.length > 0 ? new Set(samples.unsure) : undefined
  for (let place = Math.max(0, known + 1 - first); place < rows.length; place++) {
    const row = rows[place]
    const ts = from + (row?.[lateAt.after] ?? 0)
    if (!row || ts < least || ts > most) continue
    one.rows.push(row)
    mark.until = Math.max(mark.until, ts)
    if (unsure?.has(place)) {
      const tolerance = Math.max(1, Math.min(SAME, Math.floor((row[lateAt.span] ?? 0) / 2)))
      doubts.push({ device_id, ts, tolerance, row })
    }
  }
  mark.series = series
  mark.last = Math.max(known, first + rows.length - 1)
  return one
}

async function leaveOutTold(db: Transaction, fresh: readonly Fresh[], doubts: readonly Doubtful[]): Promise<void> {
  const reported = await findReported(db, doubts)
  const out = new Set(doubts.filter((_, place) => reported.has(place)).map(({ row }) => row))
  if (out.size > 0) for (const one of fresh) one.rows = one.rows.filter((row) => !out.has(row))
}

function hoursOf(fresh: readonly Fresh[]): { device_id: number; hour: number }[] {
  return fresh.flatMap(({ report: { device_id }, from, rows }) => {
    const hours = new Set<number>()
    for (const row of rows) hours.add(Math.floor((from + (row[lateAt.after] as number)) / HOUR) * HOUR)
    return [...hours].map((hour) => ({ device_id, hour }))
  })
}

function rowsOf(fresh: readonly Fresh[]): Buffer {
  const count = fresh.reduce((sum, { rows }) => sum + rows.length, 0)
  const into = new SampleRows(
    count,
    fresh.reduce((sum, { rows, width }) => sum + rows.length * (3 + 2 * width), 0),
  )
  for (const { report, from, rows, places, width } of fresh) {
    const inner = innerPlaces(places, width)
    for (const row of rows) write(into, report.device_id, from, row, inner)
  }
  return into.end()
}

/** For each interface of the device its index in a row; -1: none. */
function innerPlaces(places: readonly number[], width: number): Int16Array {
  const inner = new Int16Array(2 * width).fill(-1)
  places.forEach((place, its) => {
    if (place < 0) return
    inner[2 * place] = lateAt.each + 2 * its
    inner[2 * place + 1] = lateAt.each + 2 * its + 1
  })
  return inner
}

const reported = (value: number | null | undefined) => value ?? undefined

function write(into: SampleRows, device_id: number, from: number, row: LateRow, inner: Int16Array): void {
  into.begin(device_id, from + (row[lateAt.after] as number))
  into.gauge(tenths(reported(row[lateAt.cpu])))
  into.gauge(tenths(reported(row[lateAt.mem])))
  into.gauge(tenths(reported(row[lateAt.temp])))
  into.gauge(hundredths(reported(row[lateAt.load])))
  into.gauge(whole(reported(row[lateAt.terminals])))
  const [span, rx, tx] = [row[lateAt.span], row[lateAt.rx], row[lateAt.tx]]
  if (!span || rx === undefined || rx === null || tx === undefined || tx === null) return into.noTraffic()
  into.traffic(3 + inner.length)
  into.real(span)
  into.real(rx)
  into.real(tx)
  for (let place = 0; place < inner.length; place++) {
    const value = row[inner[place] as number]
    if (value === undefined || value === null) into.unknown()
    else into.real(value)
  }
  into.endTraffic()
}
