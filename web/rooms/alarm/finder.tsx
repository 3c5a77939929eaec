import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { BellRing, MonitorCog } from 'lucide-react'
import { call, type AnswerOf } from '../../kit/calls/call.ts'
import { defineFinder, type FoundEntry } from '../../kit/routing/define-finder.ts'
import { showDevice } from '../device/api.tsx'

type FoundAlarm = AnswerOf<typeof logCalls.find>['list'][number]

/** Alarms by text, subject or note. */
export const finder = defineFinder({
  title: { zh: '告警', en: 'Alarms' },
  permission: ['alarm.read'],
  order: 40,
  minLength: 2,
  async find(search, _fits, signal) {
    const { list } = await call(logCalls.find, { search }, { signal, keep: true })
    return list.map(findingOf)
  },
})

function findingOf(alarm: FoundAlarm): FoundEntry {
  const { id, title, text, level, lasting, device_id, device_name, device_type, sn, scene_id, scene_name } = alarm
  const toLog: FoundEntry['run'] = ({ go }) => go('/maintenance/alert/log', { search: device_name || sn })
  return {
    id,
    label: text || title,
    icon: BellRing,
    detail: [title, device_name || sn, scene_name].filter(Boolean).join(' · '),
    state: lasting
      ? { label: alarmLevel.find(level) ?? { zh: '告警', en: 'Alarm' }, tone: 'danger' }
      : { label: { zh: '已结束', en: 'Ended' }, tone: 'neutral' },
    run: toLog,
    acts: [
      { label: { zh: '在告警日志中查看', en: 'Show in the alarm log' }, icon: BellRing, run: toLog },
      {
        label: { zh: '查看设备', en: 'Show the device' },
        icon: MonitorCog,
        run: ({ go }) => showDevice({ id: device_id, sn, type: device_type as 0, scene_id }, go),
      },
    ],
  }
}
