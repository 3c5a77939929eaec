import { type Pattern, readPattern } from '../../base/jobs/cron.ts'

/** A recurrence in local time. */
export interface Recurrence {
  /** Days of the week, 0 Sunday … 6 Saturday; empty for a single day. */
  weekdays: readonly number[]
  /** The single day, `YYYY-MM-DD`, when `weekdays` is empty. */
  day?: string | undefined
  /** Minutes after midnight, 0..1439. */
  minute: number
}

export const everyDay: readonly number[] = [0, 1, 2, 3, 4, 5, 6]

/**
 * The first moment of a recurrence strictly after `after`, both in unix seconds; undefined when there is none. A time skipped in spring is
 * the moment of the change; a time that occurs twice in autumn is the first of the two. Throws for an unknown time zone.
 */
export function nextRun(recurrence: Recurrence, timeZone: string, after: number): number | undefined {
  return patternOf(recurrence, timeZone)?.next(after)
}

/** Maximum of examined times: three years of a daily recurrence. */
const MOST = 1100

/** The times of a recurrence between two times, in order. */
export function runsBetween(recurrence: Recurrence, timeZone: string, after: number, before: number): number[] {
  const pattern = patternOf(recurrence, timeZone)
  const found: number[] = []
  for (let at = pattern?.next(after); at !== undefined && at < before && found.length < MOST; at = pattern?.next(at))
    found.push(at)
  return found
}

/** The first time after `after` on a day of the month; a month without that day is skipped. */
export function nextMonthly(monthDay: number, minute: number, timeZone: string, after: number): number | undefined {
  return readPattern(`0 ${minute % 60} ${Math.floor(minute / 60)} ${monthDay} * *`, timeZone).next(after)
}

/**
 * For a recurrence that was due at `due`: the last time not after `now`, and the number of times before it since `due`, inclusive. Unix
 * seconds.
 */
export function lastRun(
  recurrence: Recurrence,
  timeZone: string,
  due: number,
  now: number,
): { at: number; before: number } {
  const later = runsBetween(recurrence, timeZone, due, now + 1)
  return { at: later.at(-1) ?? due, before: later.length }
}

/** True for a day of the calendar written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text)
}

function patternOf({ weekdays, day, minute }: Recurrence, timeZone: string): Pattern | undefined {
  const time = `0 ${minute % 60} ${Math.floor(minute / 60)}`
  if (weekdays.length > 0) return readPattern(`${time} * * ${weekdays.join()}`, timeZone)
  if (!day || !isDay(day)) return undefined
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return readPattern(`${time} ${date} ${month} * ${year}`, timeZone)
}
