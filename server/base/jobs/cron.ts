import { Cron } from 'croner'

/** A cron pattern. */
export interface Pattern {
  /** The first time strictly after `after`, both in unix seconds; undefined: none. */
  next(after: number): number | undefined
}

/**
 * Parses a cron pattern, of six fields starting with seconds or seven ending with a year, in a time zone. A time skipped in spring is the
 * moment of the change; a time that occurs twice in autumn is the first of the two. Throws for an unknown time zone and an invalid pattern.
 */
export function readPattern(text: string, timeZone: string): Pattern {
  return patternOf(new Cron(text, { timezone: timeZone, mode: text.split(' ').length === 7 ? '7-part' : '6-part' }))
}

function patternOf(cron: Cron): Pattern {
  return {
    next: (after) => {
      const at = cron.nextRun(new Date(after * 1000))
      return at ? at.getTime() / 1000 : undefined
    },
  }
}

/** When a job runs, in UTC. */
export interface CronPeriod {
  /** Seconds from one moment to the next. */
  readonly period: number
  next(after: number): number
}

const DAY = 86_400
/** Sampled times for checking a period, covering every hour and weekday. */
const PROBES = 40
const STEP = 26_711

/** Reads five fields of cron, evenly spaced in UTC: a job has one period, after which it is overdue. Throws for anything else. */
export function readRhythm(text: string): CronPeriod {
  const pattern = patternOf(new Cron(text, { utcOffset: 0, mode: '5-part' }))
  const next = (after: number) => {
    const at = pattern.next(after)
    if (at === undefined) throw new RangeError(`no moment: ${text}`)
    return at
  }
  const first = next(0)
  const period = next(first) - first
  for (let at = DAY, left = PROBES; left > 0; at += STEP, left--) {
    const found = next(at)
    if (found - at > period || (found - first) % period !== 0) throw new RangeError(`not evenly spaced in UTC: ${text}`)
  }
  return { period, next }
}

/** The action for work that is due at `due` when the clock shows `now`. */
export interface DueVerdict {
  /** It is due; once, even if several times have passed. */
  readonly runs: boolean
  readonly due: number
}

/**
 * The clock may have been set since `due` was written. Set forward over one or more moments: it runs once. Set backward: a time beyond the
 * next one was written with a fast clock, and is corrected to the next one.
 */
export function evaluateDue({ next }: CronPeriod, due: number, now: number): DueVerdict {
  return { runs: due <= now, due: next(now) }
}
