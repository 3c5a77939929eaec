import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { alarmUserType, deliveryState } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import type { Column, CsvColumn } from '../../../kit/list/call-table.tsx'
import { optimistic } from '../../../kit/calls/optimistic.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { type AlarmContact, hoursText, scopeText } from './contact.ts'

const name: Column<AlarmContact> = {
  property: 'name',
  label: { zh: '名称', en: 'Name' },
  sort: true,
  minWidth: 120,
  fixed: true,
  format: ({ name }) => <b className="font-medium">{name}</b>,
}

const shared: Column<AlarmContact>[] = [
  {
    property: 'scope',
    label: { zh: '范围', en: 'Scenes' },
    minWidth: 110,
    tooltip: true,
    format: (user) => scopeText(user),
  },
  {
    property: 'level',
    label: { zh: '级别', en: 'Level' },
    sort: true,
    width: 110,
    format: ({ level }) => levelText(level),
  },
  {
    property: 'hours',
    label: { zh: '时段', en: 'Hours' },
    minWidth: 120,
    tooltip: true,
    format: (user) => hoursText(user),
  },
  {
    property: 'last_at',
    label: { zh: '最近通知', en: 'Last message' },
    sort: true,
    width: 198,
    format: (user) => <LastMessage user={user} />,
  },
  {
    property: 'status',
    label: { zh: '启用', en: 'On' },
    sort: true,
    width: 70,
    format: (user) => <OnSwitch user={user} />,
  },
  {
    property: 'updated_at',
    label: { zh: '修改时间', en: 'Changed' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
  { property: 'changed_by', label: { zh: '修改人', en: 'Changed by' }, width: 110, tooltip: true, defaultHide: true },
]

export const contactColumns: Column<AlarmContact>[] = [
  name,
  {
    property: 'type',
    label: { zh: '方式', en: 'By' },
    sort: true,
    width: 80,
    format: ({ type }) => alarmUserType.label(type, lang),
  },
  {
    property: 'masked',
    label: { zh: '地址', en: 'Address' },
    minWidth: 196,
    format: (user) => <Address user={user} />,
  },
  ...shared,
]

export const robotColumns: Column<AlarmContact>[] = [
  name,
  { property: 'provider_name', label: { zh: '类型', en: 'Kind' }, width: 130 },
  { property: 'masked', label: { zh: 'Webhook', en: 'Webhook' }, minWidth: 180, tooltip: true, mono: true },
  ...shared,
]

const levelText = (level: AlarmContact['level']) =>
  level === 3
    ? say({ zh: '全部', en: 'All' })
    : level === 1
      ? alarmLevel.label(1, lang)
      : say({ zh: '警告及以上', en: 'Warning and up' })

function Address({ user: { masked, verified_at, left_at } }: { user: AlarmContact }) {
  return (
    <span className="flex items-center gap-2">
      <span className="truncate">{masked}</span>
      {left_at !== null ? (
        <Badge tone="disabled" label={{ zh: '已退订', en: 'Unsubscribed' }} />
      ) : verified_at === null ? (
        <Badge tone="warning" label={{ zh: '未验证', en: 'Not verified' }} />
      ) : (
        <Badge tone="success" label={{ zh: '已验证', en: 'Verified' }} />
      )}
    </span>
  )
}

function LastMessage({ user: { last_state, last_at, last_answer, waiting_cnt } }: { user: AlarmContact }) {
  if (last_state === null || last_at === null)
    return <span className="text-faint">{say({ zh: '暂无', en: 'None yet' })}</span>
  const waiting = waiting_cnt > 1 ? ` × ${waiting_cnt}` : ''
  return (
    <span className="flex items-center gap-2" data-tip={last_answer || undefined}>
      <Status
        tone={deliveryState.find(last_state)?.tone}
        label={`${deliveryState.label(last_state, lang)}${last_state === 0 ? waiting : ''}`}
      />
      <RelativeTime at={last_at} />
    </span>
  )
}

function OnSwitch({ user: { id, rev, name, status } }: { user: AlarmContact }) {
  const may = useMay()
  const { run } = useMutateCall(userCalls.change)
  const set = (on: boolean) => {
    const part = { status: on ? (1 as const) : (0 as const) }
    return optimistic({ lists: 'GET alarm/user', id, part }, () => run({ id, rev, ...part }))
  }
  return (
    // a click on the switch must not open the row
    <span
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
      className="inline-flex align-middle"
    >
      <Switch
        bare
        label={say({ zh: '启用 {name}', en: 'Use {name}' }, { name })}
        checked={status === 1}
        disabled={!may('alarm.write')}
        onChange={(on) => void set(on)}
      />
    </span>
  )
}

export const csv: CsvColumn<AlarmContact>[] = [
  { label: { zh: '名称', en: 'Name' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '方式', en: 'By' }, property: 'type', value: ({ type }) => alarmUserType.label(type, lang) },
  { label: { zh: '类型', en: 'Kind' }, property: 'provider_name', value: ({ provider_name }) => provider_name },
  { label: { zh: '地址', en: 'Address' }, property: 'masked', value: ({ masked }) => masked },
  {
    label: { zh: '已验证', en: 'Verified' },
    property: 'masked',
    value: ({ verified_at }) => verified_at && absoluteTime(verified_at),
  },
  { label: { zh: '范围', en: 'Scenes' }, property: 'scope', value: scopeText },
  { label: { zh: '级别', en: 'Level' }, property: 'level', value: ({ level }) => levelText(level) },
  { label: { zh: '时段', en: 'Hours' }, property: 'hours', value: hoursText },
  {
    label: { zh: '最近通知', en: 'Last message' },
    property: 'last_at',
    value: ({ last_at }) => last_at && absoluteTime(last_at),
  },
  {
    label: { zh: '结果', en: 'Result' },
    property: 'last_at',
    value: ({ last_state }) => (last_state === null ? '' : deliveryState.label(last_state, lang)),
  },
  {
    label: { zh: '服务商返回', en: 'Answer of the provider' },
    property: 'last_at',
    value: ({ last_answer }) => last_answer,
  },
  { label: { zh: '启用', en: 'On' }, property: 'status', value: ({ status }) => status },
]
