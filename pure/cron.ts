/** A rhythm of the clock in UTC, as five fields of cron. */
export interface Cron {
  /** Seconds from one moment to the next. */
  readonly period: number
  /** The first moment strictly after `after`, both in unix seconds. */
  next(after: number): number
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/**
 * Reads what is evenly spaced: minute and hour as `*`, one number, or every so many that divide 60 or 24 (a step of minutes with
 * every hour alone); day, month and weekday as `*`. Throws for anything else.
 */
export function readCron(text: string): Cron {
  const [minute = '', hour = '', ...rest] = text.split(' ')
  const refuse = () => new Error(`not evenly spaced in UTC: ${text}`)
  if (rest.join(' ') !== '* * *') throw refuse()
  const everyMinute = stepOf(minute, 60)
  const everyHour = stepOf(hour, 24)
  if (everyMinute && hour === '*') return evenly(everyMinute * MINUTE, 0)
  const at = numberBelow(minute, 60)
  if (at === undefined) throw refuse()
  if (everyHour) return evenly(everyHour * HOUR, at * MINUTE)
  const clock = numberBelow(hour, 24)
  if (clock === undefined) throw refuse()
  return evenly(DAY, clock * HOUR + at * MINUTE)
}

const evenly = (period: number, phase: number): Cron => ({
  period,
  next: (after) => (Math.floor((after - phase) / period) + 1) * period + phase,
})

/** `*` is every 1. */
function stepOf(field: string, of: number): number | undefined {
  if (field === '*') return 1
  const step = field.startsWith('*/') ? numberBelow(field.slice(2), of + 1) : undefined
  return step && of % step === 0 ? step : undefined
}

function numberBelow(field: string, bound: number): number | undefined {
  const number = /^\d{1,2}$/.test(field) ? Number(field) : bound
  return number < bound ? number : undefined
}

/** What is to be done with something that is due at `due` when the clock shows `now`. */
export interface Judged {
  /** Its moment has come; once, also if there were several. */
  readonly runs: boolean
  readonly due: number
}

/**
 * The clock may have been set since `due` was written. Set forward over one or more moments: it runs once. Set backward: a moment
 * beyond the next one was written by a clock that was ahead, and is pulled back to the next one.
 */
export function judgeDue({ next }: Cron, due: number, now: number): Judged {
  return { runs: due <= now, due: next(now) }
}
