import { zoneOffsets } from '@belvedere/pure/time/zone-offset.ts'

const HOUR = 3600
const DAYS = 7
const HOURS = 24

export interface HourRow {
  time_zone: string
  /** Beginning of the hour. */
  ts: number
  /** Total seconds for which terminals were online. */
  online: number
}

/**
 * Mean number of terminals by day of the week and hour, in the time zone of each row; hours before the first row are
 * unknown.
 */
export function weekOf(
  rows: readonly HourRow[],
  to: number,
): { cells: (number | null)[][]; peak: number; total: number } {
  const cells = Array.from({ length: DAYS }, () => Array.from({ length: HOURS }, (): number | null => null))
  const zones = Map.groupBy(rows, ({ time_zone }) => time_zone)
  let [online, seconds] = [0, 0]
  for (const [zone, hours] of zones) {
    const spans = new Map<number, { online: number; seconds: number }>()
    const offset = zoneOffsets(zone)
    const reported = new Map(hours.map((row) => [row.ts, row.online]))
    const first = hours.reduce((least, { ts }) => Math.min(least, ts), Number.POSITIVE_INFINITY)
    for (let ts = first; ts < to; ts += HOUR) {
      const place = Math.floor((ts + offset(ts)) / HOUR + 4 * HOURS) % (DAYS * HOURS)
      const span = spans.get(place) ?? { online: 0, seconds: 0 }
      span.online += reported.get(ts) ?? 0
      span.seconds += Math.min(HOUR, to - ts)
      spans.set(place, span)
    }
    for (const [place, span] of spans) {
      const row = cells[Math.floor(place / HOURS)] as (number | null)[]
      row[place % HOURS] = (row[place % HOURS] ?? 0) + span.online / span.seconds
      online += span.online
    }
    seconds = Math.max(seconds, to - first)
  }
  const shown = cells.map((row) => row.map((value) => (value === null ? null : Math.round(value * 10) / 10)))
  const total = seconds > 0 ? Math.round((10 * online) / seconds) / 10 : 0
  return { cells: shown, peak: Math.max(0, ...shown.flat().map((value) => value ?? 0)), total }
}
