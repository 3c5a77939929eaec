/** When a silence is in force: a period, and within it hours of some days. */
export interface SilenceHours {
  from_at: number
  /** null: until it is removed. */
  to_at: number | null
  /** 0 Sunday … 6 Saturday; empty: every day. */
  weekdays: readonly number[]
  /** Minutes after midnight in the time zone of the scene; null: the whole day. */
  minute_from: number | null
  /** Before `minute_from`: over midnight. */
  minute_to: number | null
}

export interface LocalTime {
  weekday: number
  minute: number
}

const MINUTE = 60
const DAY = 1440

const clocks = new Map<string, Intl.DateTimeFormat>()
const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Local time of a time zone. */
export function localTime(at: number, time_zone: string): LocalTime {
  const how = { timeZone: time_zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = clocks.get(time_zone) ?? new Intl.DateTimeFormat('en-US', how)
  clocks.set(time_zone, clock)
  const part = Object.fromEntries(clock.formatToParts(at * 1000).map(({ type, value }) => [type, value]))
  return {
    weekday: weekdayNames.indexOf(part['weekday'] ?? ''),
    minute: Number(part['hour']) * 60 + Number(part['minute']),
  }
}

/**
 * Until when a silence applies without interruption: undefined when it does not, null without an end. Hours over
 * midnight belong to the day on which they begin.
 */
export function holdsUntil(hours: SilenceHours, now: number, local: LocalTime): number | null | undefined {
  const { from_at, to_at, weekdays, minute_from, minute_to } = hours
  if (now < from_at || (to_at !== null && now >= to_at)) return undefined
  const daily = minute_from !== null && minute_to !== null && minute_from !== minute_to
  const left = daily ? minutesLeft(minute_from, minute_to, weekdays, local) : wholeDaysLeft(weekdays, local)
  if (left === undefined) return undefined
  if (left === null) return to_at
  const end = now - (now % MINUTE) + left * MINUTE
  return to_at === null ? end : Math.min(end, to_at)
}

function minutesLeft(
  from: number,
  to: number,
  weekdays: readonly number[],
  { weekday, minute }: LocalTime,
): number | undefined {
  const on = (day: number) => weekdays.length === 0 || weekdays.includes((day + 7) % 7)
  if (from < to) return on(weekday) && minute >= from && minute < to ? to - minute : undefined
  if (minute >= from && on(weekday)) return DAY - minute + to
  return minute < to && on(weekday - 1) ? to - minute : undefined
}

/** Minutes until the first day that is not one of them; null: every day is. */
function wholeDaysLeft(weekdays: readonly number[], { weekday, minute }: LocalTime): number | null | undefined {
  if (weekdays.length === 0 || weekdays.length >= 7) return null
  if (!weekdays.includes(weekday)) return undefined
  let days = 1
  while (weekdays.includes((weekday + days) % 7)) days++
  return days * DAY - minute
}

/** The alarms of a scene that a silence covers. */
export interface About {
  device_id: number | null
  below: boolean
  type: string
  key: string
}

/** `above`: the upstream devices of the device. */
export function covers(
  silence: About,
  alarm: { device_id: number; type: string; key: string },
  above: readonly number[],
): boolean {
  if (silence.type && silence.type !== alarm.type) return false
  if (silence.key && silence.key !== alarm.key) return false
  if (silence.device_id === null || silence.device_id === alarm.device_id) return true
  return silence.below && above.includes(silence.device_id)
}
