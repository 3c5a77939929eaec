import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { alarmUserScope } from '@belvedere/contract/rooms/notify/enums.ts'
import type { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { lang, say } from '../../../kit/words/words.ts'

export type AlarmContact = Out<typeof userCalls.list>['list'][number]
export type ContactProvider = Out<typeof userCalls.provider>['list'][number]
export type AlarmMessage = Out<typeof userCalls.delivery>['list'][number]

/** The overlay that is open beside the list. */
export type ContactDialog =
  | { what: 'edit'; user?: AlarmContact | undefined }
  | { what: 'verify'; user: AlarmContact }
  | { what: 'test'; user: AlarmContact }
  | { what: 'duty' }

const days = [
  { zh: '周日', en: 'Sun' },
  { zh: '周一', en: 'Mon' },
  { zh: '周二', en: 'Tue' },
  { zh: '周三', en: 'Wed' },
  { zh: '周四', en: 'Thu' },
  { zh: '周五', en: 'Fri' },
  { zh: '周六', en: 'Sat' },
]

/** 0..1440 as 09:30; the end of the day is 24:00. */
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export function hoursText({ hours }: Pick<AlarmContact, 'hours'>): string {
  if (hours.length === 0) return say({ zh: '全天', en: 'At any time' })
  return hours
    .map(({ weekdays, minute_from, minute_to }) => {
      const on =
        weekdays.length === 0 ? say({ zh: '每天', en: 'Daily' }) : weekdays.map((day) => days[day]?.[lang]).join(' ')
      return `${on} ${clockOf(minute_from)}–${clockOf(minute_to)}`
    })
    .join(say({ zh: '；', en: '; ' }))
}

export function scopeText({ scope, places, scene_ids, group_ids }: AlarmContact): string {
  if (scope === alarmUserScope.id.all) return alarmUserScope.label(scope, lang)
  const more = scene_ids.length + group_ids.length - places.length
  const names = places.join(say({ zh: '、', en: ', ' }))
  if (places.length === 0) return say({ zh: '未选择', en: 'None chosen' })
  return more > 0
    ? say(
        { zh: '{names} 等 {n} 个', en: '{names} and {n} more' },
        { names, n: lang === 'zh' ? more + places.length : more },
      )
    : names
}
