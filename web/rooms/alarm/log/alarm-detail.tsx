import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime, useNow } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { AlarmMessages } from '../../notify/api.tsx'
import { lasted, type ListedAlarm } from './alarm.ts'

/** Number of affected devices listed below their cause; the others are only counted. */
const MOST = 100

/** All details of one alarm, and the devices it affected. */
export function AlarmDetail({ alarm }: { alarm: ListedAlarm }) {
  return (
    <div className="flex flex-col gap-3 py-1">
      <Facts
        items={[
          { label: { zh: '内容', en: 'Text' }, value: alarm.text },
          { label: { zh: '序列号', en: 'Serial' }, value: alarm.sn },
          { label: { zh: '首次发生', en: 'First' }, value: absoluteTime(alarm.first_at) },
          { label: { zh: '最近发生', en: 'Last' }, value: absoluteTime(alarm.last_at) },
          { label: { zh: '次数', en: 'Count' }, value: alarm.cnt },
          {
            label: { zh: '首次处理', en: 'First dealt with' },
            value: alarm.acknowledged_at && absoluteTime(alarm.acknowledged_at),
          },
          { label: { zh: '恢复时间', en: 'Ended' }, value: alarm.ended_at && absoluteTime(alarm.ended_at) },
          {
            label: { zh: '忽略至', en: 'Ignored until' },
            value: alarm.ignored_until && absoluteTime(alarm.ignored_until),
          },
        ]}
      />
      {alarm.children > 0 && <Children alarm={alarm} />}
      {alarm.parent_id === null && (
        <section>
          <h2 className="mb-1 text-xs text-soft">{say({ zh: '通知记录', en: 'Notified' })}</h2>
          <AlarmMessages alarmId={alarm.id} />
        </section>
      )}
    </div>
  )
}

function Children({ alarm: { id, children } }: { alarm: ListedAlarm }) {
  const { data, error, refetch } = useQueryCall(logCalls.list, {
    parent_id: id,
    limit: MOST,
    orderby: 'device_name asc',
  })
  const now = useNow()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-16" />
  const rest = data.total - data.list.length
  return (
    <section>
      <h2 className="mb-1 text-xs text-soft">
        {say({ zh: '因此失联的 {n} 台设备', en: '{n} {n:device|devices} offline because of it' }, { n: children })}
      </h2>
      <MiniTable
        className="max-h-56"
        label={{ zh: '因此失联的设备', en: 'Devices that went with it' }}
        rows={data.list}
        rowKey={(one) => one.id}
        columns={[
          { label: { zh: '设备', en: 'Device' }, format: ({ device_name, sn }) => device_name || sn },
          { label: { zh: '告警', en: 'Alarm' }, format: ({ title }) => title },
          {
            label: { zh: '状态', en: 'State' },
            format: ({ state }) => <Status tone={alarmState.find(state)?.tone} label={alarmState.label(state, lang)} />,
          },
          { label: { zh: '持续', en: 'Lasted' }, right: true, format: (one) => durationText(lasted(one, now)) },
        ]}
      />
      {rest > 0 && (
        <p className="mt-1 text-xs text-faint">{say({ zh: '还有 {n} 台', en: 'and {n} more' }, { n: rest })}</p>
      )}
    </section>
  )
}
