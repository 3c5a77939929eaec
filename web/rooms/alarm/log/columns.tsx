import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmState } from '@belvedere/contract/rooms/alarm/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import type { Column, CsvColumn } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay, useSession } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { absoluteTime, RelativeTime, useNow } from '../../../ui/values/relative-time.tsx'
import { RevisePopover } from '../../../ui/popups/revise-popover.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { showDevice } from '../../device/api.tsx'
import { useGo } from '../../../kit/routing/go.tsx'
import { lasted, type ListedAlarm } from './alarm.ts'

export const columns: Column<ListedAlarm>[] = [
  {
    property: 'level',
    label: { zh: '级别', en: 'Level' },
    sort: true,
    width: 104,
    fixed: true,
    format: ({ level }) => <Status tone={alarmLevel.find(level)?.tone} label={alarmLevel.label(level, lang)} />,
  },
  {
    property: 'title',
    label: { zh: '告警', en: 'Alarm' },
    sort: 'type',
    minWidth: 220,
    tooltip: true,
    format: ({ title, text, cnt, children }) => (
      <>
        <b className="font-medium">{title}</b>
        {cnt > 1 && <span className="text-warning"> × {cnt}</span>}
        {children > 0 && (
          <span className="ml-1.5 rounded bg-danger-soft px-1 text-xs leading-4.5 text-danger">
            {say({ zh: '影响 {n} 台', en: '+{n} behind it' }, { n: children })}
          </span>
        )}{' '}
        <span className="text-soft">{text}</span>
      </>
    ),
  },
  {
    property: 'device_name',
    label: { zh: '设备', en: 'Device' },
    sort: true,
    minWidth: 150,
    format: (alarm) => <DeviceLink alarm={alarm} />,
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 150,
    format: (alarm) => <StateCell alarm={alarm} />,
  },
  {
    property: 'last_at',
    label: { zh: '发生时间', en: 'Since' },
    sort: true,
    width: 120,
    format: ({ last_at }) => <RelativeTime at={last_at} />,
  },
  { property: 'lasted', label: { zh: '持续', en: 'Lasted' }, width: 100, format: (alarm) => <Lasted alarm={alarm} /> },
  {
    property: 'changed_by',
    label: { zh: '处理人', en: 'By' },
    width: 110,
    tooltip: true,
    format: ({ changed_by, state }) =>
      changed_by || (state === alarmState.id.solved ? say({ zh: '自动恢复', en: 'Automatically' }) : undefined),
  },
  {
    property: 'note',
    label: { zh: '备注', en: 'Note' },
    minWidth: 130,
    tooltip: true,
    format: (alarm) => <NoteCell alarm={alarm} />,
  },
  {
    property: 'scene_name',
    label: { zh: '场景', en: 'Scene' },
    minWidth: 120,
    tooltip: true,
    defaultHide: true,
  },
  {
    property: 'cause_name',
    label: { zh: '上级原因', en: 'Cause' },
    minWidth: 120,
    tooltip: true,
    defaultHide: true,
    tips: { zh: '经它接入的设备，其告警归到它名下', en: 'The device whose going explains this one' },
  },
  {
    property: 'first_at',
    label: { zh: '首次发生', en: 'First' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ first_at }) => <RelativeTime at={first_at} />,
  },
  {
    property: 'ended_at',
    label: { zh: '恢复时间', en: 'Ended' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ ended_at }) => <RelativeTime at={ended_at} />,
  },
]

function DeviceLink({ alarm }: { alarm: ListedAlarm }) {
  const go = useGo()
  const { device_id: id, device_type: type, sn, scene_id, device_name } = alarm
  return (
    <button
      type="button"
      className="max-w-full truncate text-accent-text hover:underline"
      onClick={(event) => {
        event.stopPropagation()
        showDevice({ id, type, sn, scene_id }, go)
      }}
    >
      {device_name || sn}
    </button>
  )
}

function StateCell({ alarm: { state, lasting, ignored_until } }: { alarm: ListedAlarm }) {
  const until = ignored_until && state === alarmState.id.ignored ? ignored_until : undefined
  return (
    <span className="flex items-center gap-1.5" data-tip-at={until}>
      <Status tone={alarmState.find(state)?.tone} label={alarmState.label(state, lang)} />
      {lasting === 1 && state !== alarmState.id.open && (
        <Badge tone="warning" label={{ zh: '仍持续', en: 'Lasting' }} />
      )}
    </span>
  )
}

function Lasted({ alarm }: { alarm: ListedAlarm }) {
  const now = useNow()
  return <>{durationText(lasted(alarm, now))}</>
}

/** Editable in place with the permission. */
function NoteCell({ alarm: { id, note, scene_id } }: { alarm: ListedAlarm }) {
  const may = useMay()
  const readOnly = useSession((s) => s.scene.get(scene_id)?.mode === 3)
  const { run } = useMutateCall(logCalls.note)
  if (!may('alarm.write') || readOnly) return <>{note}</>
  return (
    <span className="flex items-center gap-1" onClick={(event) => event.stopPropagation()} role="presentation">
      <span className="truncate">{note}</span>
      <RevisePopover
        label={{ zh: '备注', en: 'Note' }}
        value={note}
        multiline
        onSave={async (text) => (await run({ ids: [id], note: text.trim() })) !== undefined}
      />
    </span>
  )
}

export const csv: CsvColumn<ListedAlarm>[] = [
  { label: { zh: '级别', en: 'Level' }, property: 'level', value: ({ level }) => alarmLevel.label(level, lang) },
  { label: { zh: '告警', en: 'Alarm' }, property: 'title', value: ({ title }) => title },
  { label: { zh: '内容', en: 'Text' }, property: 'title', value: ({ text }) => text },
  { label: { zh: '次数', en: 'Count' }, property: 'title', value: ({ cnt }) => cnt },
  { label: { zh: '影响设备', en: 'Behind it' }, property: 'title', value: ({ children }) => children },
  { label: { zh: '场景', en: 'Scene' }, property: 'scene_name', value: ({ scene_name }) => scene_name },
  { label: { zh: '设备', en: 'Device' }, property: 'device_name', value: ({ device_name }) => device_name },
  { label: { zh: '序列号', en: 'Serial' }, property: 'device_name', value: ({ sn }) => sn },
  { label: { zh: '状态', en: 'State' }, property: 'state', value: ({ state }) => alarmState.label(state, lang) },
  { label: { zh: '首次发生', en: 'First' }, property: 'first_at', value: ({ first_at }) => absoluteTime(first_at) },
  { label: { zh: '发生时间', en: 'Since' }, property: 'last_at', value: ({ last_at }) => absoluteTime(last_at) },
  {
    label: { zh: '恢复时间', en: 'Ended' },
    property: 'ended_at',
    value: ({ ended_at }) => ended_at && absoluteTime(ended_at),
  },
  {
    label: { zh: '首次处理', en: 'First dealt with' },
    property: 'changed_by',
    value: ({ acknowledged_at }) => acknowledged_at && absoluteTime(acknowledged_at),
  },
  { label: { zh: '处理人', en: 'By' }, property: 'changed_by', value: ({ changed_by }) => changed_by },
  { label: { zh: '备注', en: 'Note' }, property: 'note', value: ({ note }) => note },
]
