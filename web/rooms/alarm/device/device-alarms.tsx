import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime, useNow } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { lasted } from '../log/alarm.ts'

/** The latest alarms of one device; all of them are in the alarm log. */
const MOST = 50

/** Past and present alarms of one device: message, location and start. */
export function DeviceAlarms({ device_id }: { device_id: number }) {
  const { data, error, refetch } = useQueryCall(logCalls.list, { device_id, limit: MOST })
  const now = useNow()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  if (data.list.length === 0)
    return (
      <p className="py-4 text-center text-faint">
        {say({ zh: '这台设备没有告警记录', en: 'No alarms of this device' })}
      </p>
    )
  return (
    <MiniTable
      label={{ zh: '设备告警', en: 'Alarms of the device' }}
      className="max-h-96"
      rows={data.list}
      rowKey={({ id }) => id}
      columns={[
        {
          label: { zh: '级别', en: 'Level' },
          format: ({ level }) => <Status tone={alarmLevel.find(level)?.tone} label={alarmLevel.label(level, lang)} />,
        },
        { label: { zh: '告警', en: 'Alarm' }, format: ({ title }) => <span className="font-medium">{title}</span> },
        { label: { zh: '内容', en: 'Text' }, format: ({ text }) => text },
        {
          label: { zh: '状态', en: 'State' },
          format: ({ state }) => <Status tone={alarmState.find(state)?.tone} label={alarmState.label(state, lang)} />,
        },
        { label: { zh: '发生时间', en: 'Since' }, format: ({ last_at }) => <RelativeTime at={last_at} /> },
        { label: { zh: '持续', en: 'Lasted' }, right: true, format: (one) => durationText(lasted(one, now)) },
      ]}
    />
  )
}
