import { zoneOffset } from '@belvedere/pure/zone-offset.ts'

/** Contacts that are on duty in turns. */
export interface Duty {
  /** In the order of their turns. */
  member_ids: readonly number[]
  every_days: number
  /** Minute of the day at which a turn ends. */
  minute: number
  /** Of the first turn: 2026-11-23. */
  first_day: string
  time_zone: string
}

const DAY = 86_400

const beginOf = ({ first_day, minute }: Duty) => Date.parse(`${first_day}T00:00:00Z`) / 1000 + minute * 60

/** Number of the turn at a moment, by local clocks: 0 is the first, what is before it is negative. */
export function turnAt(duty: Duty, at: number): number {
  const days = Math.floor((at + zoneOffset(duty.time_zone, at) - beginOf(duty)) / DAY)
  return Math.floor(days / duty.every_days)
}

/** When the turn of a moment ends. */
export function turnEnds(duty: Duty, at: number): number {
  const local = beginOf(duty) + (turnAt(duty, at) + 1) * duty.every_days * DAY
  return local - zoneOffset(duty.time_zone, local - zoneOffset(duty.time_zone, local))
}

/** Whose turn it is; of those who cannot be told the next one stands in. Undefined: nobody can. */
export function onDuty(duty: Duty, able: ReadonlySet<number>, at: number): number | undefined {
  const { member_ids: ids } = duty
  const turn = turnAt(duty, at) % (ids.length || 1)
  const order = [...ids.slice(turn), ...ids.slice(0, turn)]
  return order.find((id) => able.has(id))
}

/** A member of the rota stands for whoever is on duty at that moment. */
export function withDuty(
  ids: readonly number[],
  duty: Duty | undefined,
  able: ReadonlySet<number>,
  at: number,
): number[] {
  const members = new Set(duty?.member_ids)
  if (!duty || !ids.some((id) => members.has(id))) return [...ids]
  const now = onDuty(duty, able, at)
  return [...new Set(ids.flatMap((id) => (members.has(id) ? (now ?? []) : id)))]
}
