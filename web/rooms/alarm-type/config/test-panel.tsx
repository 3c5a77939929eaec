import { configCalls } from '@belvedere/contract/rooms/alarm-type/config.ts'
import { useDeferredValue } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { AlarmSettingDraft } from './draft.ts'
import type { SettingScope, ListedSetting } from './setting.ts'

interface TestPanelProps {
  setting: ListedSetting
  place: SettingScope
  draft: AlarmSettingDraft
  valid: boolean
}

const WEEK = 7 * 86_400

/** Number of alarms in the last seven days with the values of the form, before they are saved. */
export function TestPanel({ setting, place, draft, valid }: TestPanelProps) {
  const { threshold, duration } = useDeferredValue(draft)
  const request = {
    ...place,
    type: setting.type,
    ...(setting.bounds.threshold && { threshold: Number(threshold) }),
    ...(setting.bounds.duration_most !== null && { duration_s: Number(duration) }),
  }
  const { data, error, refetch } = useQueryCall(configCalls.test, request, { enabled: valid, keepPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-6 h-24" />
  const most = Math.max(1, ...data.days.map(({ cnt }) => cnt))
  const young = data.known_from === null || data.known_from > data.to - WEEK + 86_400
  return (
    <section className="mt-6" aria-label={say({ zh: '近 7 天试算', en: 'The last seven days' })}>
      <h3 className="mb-1 text-xs font-medium text-soft">
        {say({ zh: '用最近 7 天的数据试算', en: 'With the last seven days' })}
      </h3>
      <p aria-live="polite">
        {data.cnt === 0
          ? say({ zh: '不会触发', en: 'It would not have been raised' })
          : say(
              { zh: '会触发 {n} 次，涉及 {d} 台设备', en: 'It would have been raised: times {n}, devices {d}' },
              { n: data.cnt, d: data.device_cnt },
            )}
        {draft.enabled ? '' : say({ zh: '（目前未启用）', en: ' (it is off)' })}
      </p>
      {young && (
        <p className="mt-1 text-xs text-faint">
          {data.known_from === null
            ? say({ zh: '还没有可用的历史数据', en: 'Nothing is remembered yet' })
            : say(
                { zh: '历史数据始于 {at}', en: 'What is remembered begins {at}' },
                { at: absoluteTime(data.known_from) },
              )}
        </p>
      )}
      {data.cnt > 0 && (
        <ol className="mt-3 flex h-16 items-end gap-1" aria-label={say({ zh: '每天次数', en: 'By day' })}>
          {data.days.map(({ at, cnt }) => (
            <li
              key={at}
              className="flex h-full flex-1 flex-col justify-end"
              data-tip={`${dayText(at)}  ${cnt}`}
              aria-label={`${dayText(at)} ${cnt}`}
            >
              <span
                className={cnt ? 'rounded-t-sm bg-accent' : 'rounded-t-sm bg-sunken'}
                style={{ height: `${Math.max(4, (cnt / most) * 100)}%` }}
              />
            </li>
          ))}
        </ol>
      )}
      {data.top.length > 0 && (
        <MiniTable
          className="mt-3"
          label={{ zh: '触发最多的设备', en: 'Devices it would have been raised on most' }}
          rows={data.top}
          rowKey={({ device_id }) => device_id}
          columns={[
            { label: { zh: '设备', en: 'Device' }, format: ({ device_name }) => device_name },
            { label: { zh: '场景', en: 'Scene' }, format: ({ scene_name }) => scene_name },
            { label: { zh: '次数', en: 'Times' }, right: true, format: ({ cnt }) => cnt },
            { label: { zh: '最长', en: 'Longest' }, right: true, format: ({ longest_s }) => durationText(longest_s) },
            { label: { zh: '最近', en: 'Last' }, format: ({ last_at }) => <RelativeTime at={last_at} /> },
          ]}
        />
      )}
    </section>
  )
}

const dayText = (at: number) =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { month: 'short', day: 'numeric' }).format(at * 1000)
