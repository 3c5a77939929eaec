import { GRACE_MINUTES, timerType, WAIT_HOURS } from '@belvedere/contract/rooms/task/timer/enums.ts'
import type { Words } from '../../../kit/words/words.ts'
import { week, type ListedTimer, type TimerTarget } from './timer-row.ts'

type TimerWeekday = ListedTimer['weekdays'][number]

export interface TimerDraft {
  type: ListedTimer['type']
  name: string
  repeat: boolean
  weekdays: TimerWeekday[]
  date: string
  time: string
  grace_minutes: string
  wait_hours: string
  /** Image of the library; 0: another image. */
  firmware_id: number
  uri: string
  sha256: string
}

/** Initial values of the dialog: the existing timer, or a nightly one. */
export function draftOf(timer: ListedTimer | undefined): TimerDraft {
  return {
    type: timer?.type ?? timerType.id.reboot,
    name: timer?.name ?? '',
    repeat: !timer?.date,
    weekdays: timer?.weekdays.length ? timer.weekdays : week.map(({ id }) => id),
    date: timer?.date ?? '',
    time: timer?.time ?? '03:30',
    grace_minutes: String(timer?.grace_minutes ?? GRACE_MINUTES),
    wait_hours: String(timer?.wait_hours ?? WAIT_HOURS),
    firmware_id: Number(timer?.args['firmware_id'] ?? 0),
    uri: timer?.args['uri'] ?? '',
    sha256: timer?.args['sha256'] ?? '',
  }
}

export type TimerProblems = Partial<
  Record<'weekdays' | 'date' | 'time' | 'grace_minutes' | 'wait_hours' | 'uri', Words>
>

/** Errors of a draft by field. */
export function problemsOf({
  repeat,
  weekdays,
  date,
  time,
  grace_minutes,
  wait_hours,
  uri,
}: TimerDraft): TimerProblems {
  const isWhole = (text: string, least: number, most: number) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most
  return {
    ...(repeat && weekdays.length === 0 ? { weekdays: { zh: '请至少选择一天', en: 'Choose a day at least' } } : {}),
    ...(!repeat && !date ? { date: { zh: '请选择日期', en: 'Choose a day' } } : {}),
    ...(time ? {} : { time: { zh: '请选择时间', en: 'Choose a time' } }),
    ...(isWhole(grace_minutes, 0, 720) ? {} : { grace_minutes: { zh: '应为 0–720 分钟', en: '0 to 720 minutes' } }),
    ...(isWhole(wait_hours, 1, 168) ? {} : { wait_hours: { zh: '应为 1–168 小时', en: '1 to 168 hours' } }),
    ...(uri && !/^https?:\/\/\S+$/.test(uri) ? { uri: { zh: '应为 http(s) 地址', en: 'An http(s) address' } } : {}),
  }
}

/** The draft as input of the calls. */
export function inputOf(draft: TimerDraft, timer: ListedTimer | undefined, target: TimerTarget | undefined) {
  const { name, repeat, weekdays, date, time, grace_minutes, wait_hours } = draft
  return {
    ...(timer ? { id: timer.id, rev: timer.rev } : targetOf(target)),
    name: name.trim(),
    ...(repeat ? { weekdays } : { date }),
    time,
    grace_minutes: Number(grace_minutes),
    wait_hours: Number(wait_hours),
  }
}

function targetOf(target: TimerTarget | undefined) {
  if (!target) return {}
  if (target.kind === 'devices') return { ids: target.ids }
  return target.kind === 'group' ? { group_id: target.id } : { scene_ids: [target.id] }
}
