import { zoneOffset } from '@belvedere/pure/time/zone-offset.ts'
import { nextRun } from '../../../engines/schedule/recurrence-rules.ts'

/** Contacts that are on duty in turns. */
export interface DutyRota {
  /** In the order of their turns. */
  member_ids: readonly number[]
  every_days: number
  /** Minute of the day at which a turn ends. */
  minute: number
  /** The day of the first turn: 2026-11-23. */
  first_day: string
  time_zone: string
}

const DAY = 86_400

/**
 * When the day of turns with that number begins; 0 is the first. A day that the time zone skipped begins with the next.
 */
function beginOf(duty: DutyRota, day: number): number {
  const midnight = Date.parse(`${duty.first_day}T00:00:00Z`) + day * DAY * 1000
  const date = new Date(midnight).toISOString().slice(0, 10)
  const at = nextRun({ weekdays: [], day: date, minute: duty.minute }, duty.time_zone, midnight / 1000 - 2 * DAY)
  return at ?? beginOf(duty, day + 1)
}

/** Number of the turn at a given time, by local clocks: 0 is the first, earlier ones are negative. */
export function shiftAt(duty: DutyRota, at: number): number {
  const first = Date.parse(`${duty.first_day}T00:00:00Z`) / 1000 + duty.minute * 60
  const day = Math.floor((at + zoneOffset(duty.time_zone, at) - first) / DAY)
  // in an hour that occurs twice on the clock, the day of turns begins the first time
  const begun = beginOf(duty, day + 1) <= at ? day + 1 : day
  return Math.floor(begun / duty.every_days)
}

/** When the turn at a given time ends. */
export function shiftEnds(duty: DutyRota, at: number): number {
  return beginOf(duty, (shiftAt(duty, at) + 1) * duty.every_days)
}

/** The member on duty; one who cannot be notified is replaced by the next one. Undefined: no member can. */
export function onDuty(duty: DutyRota, able: ReadonlySet<number>, at: number): number | undefined {
  const { member_ids: ids } = duty
  const turn = shiftAt(duty, at) % (ids.length || 1)
  const order = [...ids.slice(turn), ...ids.slice(0, turn)]
  return order.find((id) => able.has(id))
}

/** Replaces a member of the rota by the one on duty at that time. */
export function withDuty(
  ids: readonly number[],
  duty: DutyRota | undefined,
  able: ReadonlySet<number>,
  at: number,
): number[] {
  const members = new Set(duty?.member_ids)
  if (!duty || !ids.some((id) => members.has(id))) return [...ids]
  const now = onDuty(duty, able, at)
  return [...new Set(ids.flatMap((id) => (members.has(id) ? (now ?? []) : id)))]
}
