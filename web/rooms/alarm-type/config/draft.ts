import { say } from '../../../kit/words/words.ts'
import type { ListedSetting, SettingInput } from './setting.ts'

/** The draft of a setting: numbers as typed. */
export interface AlarmSettingDraft {
  enabled: boolean
  level: ListedSetting['level']
  threshold: string
  duration: string
  notify_recover: boolean
  repeat_s: number
  quiet: ListedSetting['quiet']
  targets: ListedSetting['targets']
  escalate: ListedSetting['escalate']
}

export function draftOf(one: ListedSetting): AlarmSettingDraft {
  const { level, repeat_s, quiet, targets, escalate } = one
  return {
    enabled: one.enabled === 1,
    level,
    threshold: one.threshold === null ? '' : String(one.threshold),
    duration: String(one.duration_s),
    notify_recover: one.notify_recover === 1,
    repeat_s,
    quiet,
    targets,
    escalate,
  }
}

/** Only changed values: the others stay inherited. */
export function settingInputOf(one: ListedSetting, draft: AlarmSettingDraft): SettingInput {
  const before = draftOf(one)
  const changed = (field: keyof AlarmSettingDraft) => JSON.stringify(before[field]) !== JSON.stringify(draft[field])
  return {
    type: one.type,
    ...(changed('enabled') && { enabled: draft.enabled ? 1 : 0 }),
    ...(changed('level') && { level: draft.level }),
    ...(changed('threshold') && { threshold: Number(draft.threshold) }),
    ...(changed('duration') && { duration_s: Number(draft.duration) }),
    ...(changed('notify_recover') && { notify_recover: draft.notify_recover ? 1 : 0 }),
    ...(changed('repeat_s') && { repeat_s: draft.repeat_s }),
    ...(changed('quiet') && { quiet: draft.quiet }),
    ...(changed('targets') && { targets: draft.targets }),
    ...(changed('escalate') && { escalate: draft.escalate }),
  }
}

/** Errors by field. */
export function problemsOf(
  { bounds }: ListedSetting,
  { threshold, duration }: AlarmSettingDraft,
): { threshold?: string; duration?: string } {
  const between = (least: number, most: number) =>
    say({ zh: '{least} 到 {most}', en: '{least} to {most}' }, { least, most })
  const fits = (text: string, least: number, most: number) =>
    text.trim() !== '' && Number.isFinite(Number(text)) && Number(text) >= least && Number(text) <= most
  const { threshold: limits, duration_most } = bounds
  const wrong = duration_most !== null && !(fits(duration, 0, duration_most) && Number.isInteger(Number(duration)))
  return {
    ...(limits && !fits(threshold, limits.least, limits.most) && { threshold: between(limits.least, limits.most) }),
    ...(wrong && { duration: between(0, duration_most) }),
  }
}

/** Converts minutes after midnight to `08:30` and back; undefined: not a time of day. */
export const timeText = (minute: number) =>
  `${String(Math.floor((minute % 1440) / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
export function minuteOf(text: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  return hour === undefined || Number(hour) > 23 || Number(minute) > 59 ? undefined : Number(hour) * 60 + Number(minute)
}

type WeekdayId = '0' | '1' | '2' | '3' | '4' | '5' | '6'
/** A weekday as in the seven buttons. */
export const dayOf = (day: number): WeekdayId => String(day) as WeekdayId
export const everyDay: readonly WeekdayId[] = ['0', '1', '2', '3', '4', '5', '6']
