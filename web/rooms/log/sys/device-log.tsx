import { deviceLogCalls } from '@belvedere/contract/rooms/log/device.ts'
import { deviceLogType, logSeverity } from '@belvedere/contract/rooms/log/enums.ts'
import { Inbox, Pause, Play } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { CallTable, type Column, type CsvColumn, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { useSceneFilter } from '../../../kit/list/scene-filter.ts'

const SyslogDrawer = lazyPart(() => import('./syslog-drawer.tsx'), 'SyslogDrawer')

type DeviceLogPage = AnswerOf<typeof deviceLogCalls.list>
type DeviceLogLine = DeviceLogPage['list'][number]

const columns: Column<DeviceLogLine>[] = [
  {
    property: 'at',
    label: { zh: '时间', en: 'Time' },
    sort: true,
    width: 170,
    fixed: true,
    format: ({ at }) => absoluteTime(at),
  },
  {
    property: 'severity',
    label: { zh: '级别', en: 'Severity' },
    width: 110,
    format: ({ severity }) => (
      <Status tone={logSeverity.find(severity)?.tone} label={logSeverity.label(severity, lang)} />
    ),
  },
  {
    property: 'type',
    label: { zh: '类型', en: 'Type' },
    width: 130,
    tooltip: true,
    format: ({ type }) => deviceLogType.label(type, lang),
  },
  { property: 'device_name', label: { zh: '设备', en: 'Device' }, width: 160, tooltip: true },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, width: 130, tooltip: true, defaultHide: true },
  { property: 'program', label: { zh: '程序', en: 'Program' }, width: 120, tooltip: true, mono: true },
  { property: 'text', label: { zh: '内容', en: 'Text' }, minWidth: 360, tooltip: true, mono: true },
]

const csv: CsvColumn<DeviceLogLine>[] = [
  { label: { zh: '时间', en: 'Time' }, value: ({ at }) => absoluteTime(at) },
  { label: { zh: '级别', en: 'Severity' }, value: ({ severity }) => logSeverity.label(severity, lang) },
  { label: { zh: '类型', en: 'Type' }, value: ({ type }) => deviceLogType.label(type, lang) },
  { label: { zh: '设备', en: 'Device' }, value: ({ device_name }) => device_name },
  { label: { zh: '场景', en: 'Scene' }, value: ({ scene_name }) => scene_name },
  { label: { zh: '程序', en: 'Program' }, value: ({ program }) => program },
  { label: { zh: '内容', en: 'Text' }, value: ({ text }) => text },
]

/** Log lines of devices, newest first; new lines are appended automatically until the user pauses the list. */
export function DeviceLog() {
  const scene = useSceneFilter()
  const [heldAt, hold] = useState<number>()
  const [sources, showSources] = useState(false)
  const filters = useMemo<FilterSpec[]>(
    () => [
      { key: 'types', label: { zh: '类型', en: 'Type' }, kind: 'multi', options: deviceLogType.values },
      {
        key: 'severity',
        label: { zh: '级别（及以上）', en: 'Severity (and above)' },
        kind: 'select',
        options: logSeverity.values,
      },
      scene,
      { key: 'device', label: { zh: '设备', en: 'Device' }, kind: 'text', maxLength: 64 },
      { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'range', keys: ['from', 'to'] },
    ],
    [scene],
  )
  const held = heldAt !== undefined
  return (
    <>
      <CallTable
        name="log/device"
        call={deviceLogCalls.list}
        input={held ? { to: heldAt } : {}}
        note={capped}
        actions={
          <>
            <Button
              icon={held ? Play : Pause}
              onClick={() => hold(held ? undefined : Math.floor(Date.now() / 1000))}
              aria-pressed={held}
            >
              {held
                ? say({ zh: '继续实时显示', en: 'Resume live view' })
                : say({ zh: '暂停实时显示', en: 'Pause live view' })}
            </Button>
            <Button icon={Inbox} onClick={() => showSources(true)}>
              {say({ zh: 'syslog 来源', en: 'Syslog sources' })}
            </Button>
          </>
        }
        columns={columns}
        filters={filters}
        searchHint={{ zh: '内容 / 程序', en: 'Text or program' }}
        usualOrder="at desc"
        csv={csv}
        empty={{
          title: { zh: '还没有设备日志', en: 'No device logs yet' },
          hint: {
            zh: '接入点、交换机和 Linux 主机上报的日志，以及 syslog 来源的日志显示在这里',
            en: 'Logs reported by access points, switches and Linux hosts, and logs of syslog sources appear here',
          },
        }}
      />
      <Suspense>{sources && <SyslogDrawer onClose={() => showSources(false)} />}</Suspense>
    </>
  )
}

const capped = ({ capped, total, looked_from, kept_days }: DeviceLogPage) => (
  <p role="status" className="pb-2 text-xs text-soft">
    {capped === 1
      ? say(
          {
            zh: '仅列出符合条件的最新 {total} 条，请缩小范围查看更早的日志。',
            en: 'Only the newest {total} {total:match is|matches are} listed. Narrow the filter to see earlier ones.',
          },
          { total },
        )
      : looked_from === null
        ? say({ zh: '设备日志保留 {n} 天', en: 'Device logs are kept for {n} {n:day|days}' }, { n: kept_days })
        : say(
            {
              zh: '已查找至 {time}；更早的日志请选择时间范围、场景或设备。',
              en: 'Searched back to {time}. Select a time range, scene or device for earlier logs.',
            },
            { time: absoluteTime(looked_from) },
          )}
  </p>
)
