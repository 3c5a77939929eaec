import type { RecipientRule, WeekHours } from './contact-rule.ts'

/** Maximum number of contacts and robots of one team. */
export const MOST_CONTACTS = 500
/** Maximum number of names of scenes or groups in a row. */
export const MOST_PLACES = 3

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local day of the week (0 Sunday) and minute of the day. */
export function wallClock(timeZone: string, at: number): { weekday: number; minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(timeZone, clock)
  const shown = Object.fromEntries(clock.formatToParts(at * 1000).map(({ type, value }) => [type, value]))
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(shown['weekday'] ?? '')
  return { weekday, minute: Number(shown['hour']) * 60 + Number(shown['minute']) }
}

/**
 * True within one of the spans; one that ends before it begins spans midnight and belongs to the day on which it
 * begins.
 */
export function isWithin(hours: readonly WeekHours[], timeZone: string, at: number): boolean {
  const { weekday, minute } = wallClock(timeZone, at)
  const isOn = ({ weekdays }: WeekHours, day: number) => weekdays.length === 0 || weekdays.includes(day)
  return hours.some((span) => {
    const { minute_from: from, minute_to: to } = span
    if (from <= to) return isOn(span, weekday) && minute >= from && minute < to
    return (minute >= from && isOn(span, weekday)) || (minute < to && isOn(span, (weekday + 6) % 7))
  })
}

const STEP = 60
const WEEK = 7 * 86_400

/**
 * The first time from `at` on that is within (or, not `within`, outside of) the hours; undefined: there is none in a
 * week.
 */
export function nextMoment(
  hours: readonly WeekHours[],
  timeZone: string,
  at: number,
  within: boolean,
): number | undefined {
  if (isWithin(hours, timeZone, at) === within) return at
  const minute = Math.ceil(at / STEP) * STEP
  for (let ahead = minute; ahead <= at + WEEK + 3600; ahead += STEP)
    if (isWithin(hours, timeZone, ahead) === within) return ahead
  return undefined
}

/** Whether a contact may be notified now of an alarm of a level, never, or from when on. */
export function mayNotify(
  {
    hours,
    outside_hours,
    override_level,
    time_zone,
  }: Pick<RecipientRule, 'hours' | 'outside_hours' | 'override_level' | 'time_zone'>,
  level: number,
  now: number,
): 'now' | 'never' | { at: number } {
  if (hours.length === 0 || level <= override_level || isWithin(hours, time_zone, now)) return 'now'
  const at = outside_hours === 1 ? nextMoment(hours, time_zone, now, true) : undefined
  return at === undefined ? 'never' : { at }
}

/** The host and the last four characters of a webhook address; the rest is secret. */
export function maskWebhook(webhook: string): string {
  if (!URL.canParse(webhook)) return ''
  const { host } = new URL(webhook)
  return `${host} …${webhook.slice(-4)}`
}
