/** When something is to happen by the clock on the wall of a place. */
export interface Rhythm {
  /** Days of the week, 0 Sunday … 6 Saturday; empty for a single day. */
  weekdays: readonly number[]
  /** The single day, `YYYY-MM-DD`, when `weekdays` is empty. */
  day?: string | undefined
  /** Minutes after midnight, 0..1439. */
  minute: number
}

const DAY = 86_400
/** Days looked ahead: a week, one more for a day that a zone left out, and the one the search begins with. */
const AHEAD = 15

/**
 * The first moment of a rhythm strictly after `after`, both in unix seconds; undefined when there is none. A time that clocks
 * skip in spring is when they have skipped it; one they show twice in autumn is the first of the two. Throws for a time zone
 * nobody knows.
 */
export function nextRun({ weekdays, day, minute }: Rhythm, timeZone: string, after: number): number | undefined {
  const clock = clockOf(timeZone)
  if (weekdays.length === 0) return later(day ? momentOf(clock, midnightOf(day), minute) : undefined, after)
  const today = Math.floor(clock(after) / DAY) * DAY
  // an hour set back at midnight shows the evening before once more
  for (let ahead = -1; ahead < AHEAD; ahead++) {
    const midnight = today + ahead * DAY
    if (!weekdays.includes(weekdayOf(midnight))) continue
    const at = later(momentOf(clock, midnight, minute), after)
    if (at !== undefined) return at
  }
  return undefined
}

/** Moments looked through at most: three years of a daily rhythm. */
const MOST = 1100

/**
 * Of a rhythm whose moment `due` has come: the last moment not after `now`, and how many there were before it since `due`,
 * which itself counts. Unix seconds.
 */
export function lastRun(rhythm: Rhythm, timeZone: string, due: number, now: number): { at: number; before: number } {
  let at = due
  let before = 0
  for (let next = nextRun(rhythm, timeZone, at); next !== undefined && next <= now && before < MOST; before++) {
    at = next
    next = nextRun(rhythm, timeZone, at)
  }
  return { at, before }
}

/** True for a day of the calendar written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? midnightOf(text) : Number.NaN
  return Number.isFinite(at) && new Date(at * 1000).toISOString().startsWith(text)
}

const later = (at: number | undefined, after: number) => (at !== undefined && at > after ? at : undefined)

/** Seconds since 1970 as if the clock on the wall showed UTC. */
type Clock = (at: number) => number

const midnightOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const weekdayOf = (midnight: number) => new Date(midnight * 1000).getUTCDay()

/** The first moment of that local day at which clocks show the minute or, if they skip it, a later one; undefined: no such day. */
function momentOf(clock: Clock, midnight: number, minute: number): number | undefined {
  const wanted = midnight + minute * 60
  const offsets = [clock(wanted - DAY) - (wanted - DAY), clock(wanted + DAY) - (wanted + DAY)]
  const right = offsets.map((offset) => wanted - offset).filter((at) => clock(at) === wanted)
  if (right.length > 0) return Math.min(...right)
  const at = skippedTo(clock, wanted)
  return Math.floor(clock(at) / DAY) * DAY === midnight ? at : undefined
}

/** The moment clocks jump over `wanted`, to the second. */
function skippedTo(clock: Clock, wanted: number): number {
  let before = wanted - 2 * DAY
  let past = wanted + 2 * DAY
  while (past - before > 1) {
    const middle = Math.floor((before + past) / 2)
    if (clock(middle) < wanted) before = middle
    else past = middle
  }
  return past
}

const formats = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Clock {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  formats.set(timeZone, format)
  return (at) => {
    const shown: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(at * 1000)) shown[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
  }
}

const parts = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
