import { Cron } from 'croner'

/** A pattern of the clock. */
export interface Pattern {
  /** The first moment strictly after `after`, both in unix seconds; undefined: there is none. */
  next(after: number): number | undefined
}

/**
 * Reads a pattern of cron, of six fields with the seconds first or seven with a year behind, by the clocks of a time zone. A time that
 * clocks skip in spring is when they have skipped it; one they show twice in autumn is the first of the two. Throws for an unknown
 * time zone and for what is no pattern.
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
/** Moments at which a rhythm is looked at: of every hour and weekday some. */
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

/** What is to be done with something that is due at `due` when the clock shows `now`. */
export interface DueVerdict {
  /** Its moment has come; once, also if there were several. */
  readonly runs: boolean
  readonly due: number
}

/**
 * The clock may have been set since `due` was written. Set forward over one or more moments: it runs once. Set backward: a moment
 * beyond the next one was written by a clock that was ahead, and is pulled back to the next one.
 */
export function evaluateDue({ next }: CronPeriod, due: number, now: number): DueVerdict {
  return { runs: due <= now, due: next(now) }
}
