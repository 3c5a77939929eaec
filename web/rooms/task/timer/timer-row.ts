import type { timerCalls } from '@belvedere/contract/rooms/task/timer.ts'
import { weekday } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'

export type ListedTimer = RowOf<typeof timerCalls.list>
export type TimerScene = ListedTimer['scenes'][number]

/** Target of a new timer. */
export type TimerTarget =
  | { kind: 'devices'; ids: number[]; names: string[] }
  | { kind: 'group'; id: number; name: string }
  | { kind: 'scene'; id: number; name: string }

/** Weeks start on Monday on screen; '0' in the API is Sunday. */
export const week = [...weekday.values.slice(1), ...weekday.values.slice(0, 1)]

/** Schedule of a timer: `每天 03:30`, `Mon, Wed 03:30`. */
export function whenText({ weekdays, date, time }: Pick<ListedTimer, 'weekdays' | 'date' | 'time'>): string {
  if (date) return `${date} ${time}`
  if (weekdays.length === 7) return say({ zh: '每天 {time}', en: 'Daily {time}' }, { time })
  const days = week.filter(({ id }) => weekdays.includes(id)).map((day) => day[lang])
  return `${days.join(lang === 'zh' ? '、' : ', ')} ${time}`
}

/** A time in the time zone of its scene: `11-22 03:30`, with the weekday. */
export function clockText(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone,
    weekday: 'short',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return format.format(at * 1000)
}
