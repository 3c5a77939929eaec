import { everyDay, nextMonthly, nextRun, runsBetween } from '../../../engines/schedule/recurrence-rules.ts'
import type { Span } from './availability-rules.ts'

const DAY = 86_400

/** Longest period of one report, seconds. */
export const LONGEST = 366 * DAY

/** Midnight of the day of `at`, in a time zone. */
export function midnightOf(at: number, timeZone: string): number {
  // the first midnight after a time more than a day earlier is this one or the previous one
  return runsBetween({ weekdays: everyDay, minute: 0 }, timeZone, at - 2 * DAY, at + 1).at(-1) ?? at - 2 * DAY
}

/** Year, month, day of a time in a time zone. */
export function dayOf(at: number, timeZone: string): { year: number; month: number; day: number; text: string } {
  const text = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at * 1000,
  )
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day, text }
}

/** The whole days of a period at a time, in the time zone of the scene. */
export function periodOf(period: 'day' | 'week' | 'month' | 'last_month', now: number, timeZone: string): Span {
  const to = midnightOf(now, timeZone)
  if (period === 'last_month') {
    const { year, month } = dayOf(to, timeZone)
    const first = firstOf(year, month, timeZone)
    return { from: month === 1 ? firstOf(year - 1, 12, timeZone) : firstOf(year, month - 1, timeZone), to: first }
  }
  const days = { day: 1, week: 7, month: 30 }[period]
  // noon of that day, independent of changes of daylight saving time
  return { from: midnightOf(to - days * DAY + DAY / 2, timeZone), to }
}

/** Midnight on the first of a month. */
function firstOf(year: number, month: number, timeZone: string): number {
  return midnightOf(Date.UTC(year, month - 1, 1, 12) / 1000, timeZone)
}

/** The days of a period in a time zone; the first and the last may be partial. */
export function daysOf({ from, to }: Span, timeZone: string): (Span & { text: string })[] {
  const days: (Span & { text: string })[] = []
  let start = from
  for (const next of [...runsBetween({ weekdays: everyDay, minute: 0 }, timeZone, from, to), to]) {
    if (start < next) days.push({ from: start, to: next, text: dayOf(start, timeZone).text })
    start = next
  }
  return days
}

export interface ReportRhythm {
  rhythm: 'day' | 'week' | 'month'
  weekday: number
  month_day: number
  minute: number
}

/** The time of the next report, in the time zone of the scene. */
export function nextReport(
  { rhythm, weekday, month_day, minute }: ReportRhythm,
  timeZone: string,
  after: number,
): number | null {
  if (rhythm !== 'month')
    return nextRun({ weekdays: rhythm === 'day' ? everyDay : [weekday], minute }, timeZone, after) ?? null
  return nextMonthly(month_day, minute, timeZone, after) ?? null
}

/** When maintenance applies: from one time to another, and within that on some hours of some days. */
export interface MaintenanceWindow {
  from_at: number
  to_at: number | null
  weekdays: readonly number[]
  minute_from: number | null
  minute_to: number | null
}

/** The spans of a window within a period. */
export function spansOf(
  { from_at, to_at, weekdays, minute_from, minute_to }: MaintenanceWindow,
  period: Span,
  timeZone: string,
): Span[] {
  const whole = { from: Math.max(from_at, period.from), to: Math.min(to_at ?? period.to, period.to) }
  if (whole.from >= whole.to) return []
  const daily = minute_from !== null && minute_to !== null && minute_from !== minute_to
  if (!daily && weekdays.length === 0) return [whole]
  const rhythm = { weekdays: weekdays.length > 0 ? [...weekdays] : everyDay, minute: daily ? minute_from : 0 }
  const seconds = (daily ? (minute_to - minute_from + 1440) % 1440 : 1440) * 60
  const spans: Span[] = []
  for (const at of runsBetween(rhythm, timeZone, whole.from - 2 * DAY, whole.to))
    spans.push({ from: Math.max(at, whole.from), to: Math.min(at + seconds, whole.to) })
  return spans.filter(({ from, to }) => to > from)
}
