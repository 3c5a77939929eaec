import { taskErrors as errors } from '@belvedere/contract/rooms/task/errors.ts'
import { isDay, nextRun, type Recurrence } from '../../../engines/schedule/recurrence-rules.ts'
import { refuse } from '../../../kernel/refuse.ts'
import type { SceneRun, TimerDetails } from './store.ts'

/** The time in a call: weekdays as text, a time as `HH:MM`. */
export interface TimingInput {
  weekdays?: string[] | undefined
  date?: string | undefined
  time?: string | undefined
}

type When = Pick<TimerDetails, 'weekdays' | 'day' | 'minute'>

/**
 * The schedule of a timer from the input and, for a change, the former schedule; refuses none or both of weekdays and a
 * day.
 */
export function whenOf({ weekdays, date, time }: TimingInput, before?: When): When {
  const minute = time === undefined ? before?.minute : Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const repeats = weekdays !== undefined && weekdays.length > 0
  if (minute === undefined || (repeats && date !== undefined)) throw refuse(errors.timerWhen)
  if (repeats) return { weekdays: weekdays.map(Number).toSorted((a, b) => a - b), day: null, minute }
  if (date !== undefined && isDay(date)) return { weekdays: [], day: date, minute }
  if (date !== undefined || weekdays !== undefined || !before) throw refuse(errors.timerWhen)
  return { weekdays: before.weekdays, day: before.day, minute }
}

export const rhythmOf = ({ weekdays, day, minute }: When): Recurrence => ({ weekdays, day: day ?? undefined, minute })

/** The next run in each scene in its time zone; refuses a day that is over everywhere. */
export function runsAfter(
  when: When,
  scenes: readonly { scene_id: number; time_zone: string }[],
  now: number,
): SceneRun[] {
  const rhythm = rhythmOf(when)
  const runs = scenes.map(({ scene_id, time_zone }) => ({ scene_id, next_at: nextRun(rhythm, time_zone, now) ?? null }))
  if (runs.length > 0 && runs.every(({ next_at }) => next_at === null)) throw refuse(errors.timerPast)
  return runs
}
