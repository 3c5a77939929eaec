import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeReason, itemState } from '@belvedere/contract/rooms/change/enums.ts'
import { useMemo } from 'react'
import { CallTable, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { ItemLines } from './item-lines.tsx'
import type { ChangeItem } from './change-item.ts'

const columns: Column<ChangeItem>[] = [
  {
    property: 'name',
    label: { zh: '设备', en: 'Device' },
    sort: true,
    minWidth: 180,
    fixed: true,
    format: ({ id, name, sn }) => (
      <Go to="/global/device" search={{ search: sn, expand: id }} className="font-medium hover:underline">
        {name}
      </Go>
    ),
  },
  { property: 'sn', label: { zh: '序列号', en: 'Serial' }, width: 140, mono: true },
  {
    property: 'wave',
    label: { zh: '批次', en: 'Wave' },
    sort: true,
    width: 90,
    format: ({ wave }) => (wave === 0 ? say({ zh: '试点', en: 'Canary' }) : wave),
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 190,
    format: ({ state }) => <Status tone={itemState.find(state)?.tone} label={itemState.label(state, lang)} />,
  },
  { property: 'reason', label: { zh: '说明', en: 'Message' }, minWidth: 220, tooltip: true, format: messageOf },
  {
    property: 'armed',
    label: { zh: '自动回退', en: 'Own timer' },
    tips: { zh: '未确认时设备会自行回退', en: 'It rolls back automatically unless confirmed' },
    width: 110,
    format: ({ armed }) => (armed ? say({ zh: '计时中', en: 'Running' }) : undefined),
  },
  {
    property: 'at',
    label: { zh: '时间', en: 'Time' },
    sort: true,
    width: 110,
    format: ({ at }) => <RelativeTime at={at} />,
  },
]

function messageOf({ reason, msg, lines, refusals: [refused] }: ChangeItem): string | undefined {
  const first = lines.find(({ rejected }) => rejected === 1) ?? (refused ? undefined : lines[0])
  const parts = [reason && changeReason.label(reason, lang), first?.text ?? (msg || refused?.reason)].filter(Boolean)
  return parts.join(lang === 'zh' ? '：' : ': ') || undefined
}

const filters: FilterSpec[] = [
  { key: 'state', label: { zh: '状态', en: 'State' }, kind: 'select', options: itemState.values },
]

const expand = ({ lines, refusals, msg, state }: ChangeItem) => (
  <ItemLines lines={lines} refusals={refusals} msg={msg} state={state} />
)

/** The result of a change set on each of its devices. */
export function ItemTable({ id }: { id: number }) {
  const input = useMemo(() => ({ id }), [id])
  return (
    <CallTable
      call={changeCalls.item}
      input={input}
      columns={columns}
      filters={filters}
      searchHint={{ zh: '设备名称 / 序列号', en: 'Device name or serial' }}
      usualOrder="wave asc"
      name="change/item"
      csv={csv}
      expand={expand}
      empty={{ title: { zh: '没有设备的配置因此改变', en: 'No device changed' } }}
    />
  )
}

const csv = [
  { label: { zh: '设备', en: 'Device' }, value: ({ name }: ChangeItem) => name },
  { label: { zh: '序列号', en: 'Serial' }, value: ({ sn }: ChangeItem) => sn },
  { label: { zh: '批次', en: 'Wave' }, value: ({ wave }: ChangeItem) => wave },
  { label: { zh: '状态', en: 'State' }, value: ({ state }: ChangeItem) => itemState.label(state, lang) },
  { label: { zh: '说明', en: 'Message' }, value: (item: ChangeItem) => messageOf(item) ?? '' },
]
