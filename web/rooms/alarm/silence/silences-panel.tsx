import { silenceKind } from '@belvedere/contract/rooms/alarm/incident-enums.ts'
import { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CallTable, type Column, type CsvColumn } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { timeText } from '../../alarm-type/api.tsx'
import type { ListedSilence } from './silence-draft.ts'

const SilenceDialog = lazyPart(() => import('./silence-dialog.tsx'), 'SilenceDialog')

const weekday = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' })
/** 4 January 1970 was a Sunday. */
const dayText = (day: number) => weekday.format((day + 3) * 86_400_000)

function placeText({ device_name, scene_name, group_name, below }: ListedSilence): string {
  const place =
    scene_name ||
    (group_name ? `${say({ zh: '分组', en: 'Group' })} ${group_name}` : say({ zh: '全部场景', en: 'All scenes' }))
  if (!device_name) return place
  const tail = below ? say({ zh: '及其下级', en: ' and what is below' }) : ''
  return `${device_name}${tail} · ${place}`
}

function hoursText({ weekdays, minute_from, minute_to }: ListedSilence): string {
  const on = weekdays.map(dayText).join(lang === 'zh' ? '、' : ', ')
  const hours = minute_from === null || minute_to === null ? '' : `${timeText(minute_from)}–${timeText(minute_to)}`
  return [on, hours].filter(Boolean).join(' ') || say({ zh: '全天', en: 'All the time' })
}

const columns: Column<ListedSilence>[] = [
  {
    property: 'name',
    label: { zh: '名称', en: 'Name' },
    sort: true,
    minWidth: 180,
    fixed: true,
    format: ({ name, kind }) => (
      <span className="flex items-center gap-2">
        <b className="truncate font-medium">{name}</b>
        <Badge tone={silenceKind.find(kind)?.tone} label={silenceKind.label(kind, lang)} />
      </span>
    ),
  },
  {
    property: 'holds',
    label: { zh: '状态', en: 'State' },
    width: 100,
    format: (one) =>
      one.holds ? (
        <Status tone="success" label={{ zh: '生效中', en: 'Holds' }} />
      ) : (
        <Status tone="neutral" label={isOver(one) ? { zh: '已结束', en: 'Over' } : { zh: '未生效', en: 'Waits' }} />
      ),
  },
  { property: 'place', label: { zh: '对象', en: 'Of' }, minWidth: 180, tooltip: true, format: placeText },
  {
    property: 'type_name',
    label: { zh: '告警类型', en: 'Type' },
    minWidth: 120,
    format: ({ type_name, key }) =>
      type_name ? `${type_name}${key ? ` ${key}` : ''}` : say({ zh: '全部类型', en: 'Any' }),
  },
  { property: 'hours', label: { zh: '时段', en: 'Hours' }, minWidth: 150, tooltip: true, format: hoursText },
  {
    property: 'from_at',
    label: { zh: '开始', en: 'From' },
    sort: true,
    width: 150,
    format: ({ from_at }) => absoluteTime(from_at),
  },
  {
    property: 'to_at',
    label: { zh: '结束', en: 'To' },
    sort: true,
    width: 150,
    format: ({ to_at }) => (to_at === null ? say({ zh: '不限', en: 'No end' }) : absoluteTime(to_at)),
  },
  { property: 'changed_by', label: { zh: '操作人', en: 'By' }, width: 100, tooltip: true },
  {
    property: 'updated_at',
    label: { zh: '修改时间', en: 'Changed' },
    sort: true,
    width: 120,
    defaultHide: true,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
]

const isOver = ({ to_at }: ListedSilence) => to_at !== null && to_at * 1000 < Date.now()

const csv: CsvColumn<ListedSilence>[] = [
  { label: { zh: '名称', en: 'Name' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '种类', en: 'Kind' }, property: 'name', value: ({ kind }) => silenceKind.label(kind, lang) },
  { label: { zh: '对象', en: 'Of' }, property: 'place', value: placeText },
  { label: { zh: '告警类型', en: 'Type' }, property: 'type_name', value: ({ type_name }) => type_name },
  { label: { zh: '时段', en: 'Hours' }, property: 'hours', value: hoursText },
  { label: { zh: '开始', en: 'From' }, property: 'from_at', value: ({ from_at }) => absoluteTime(from_at) },
  { label: { zh: '结束', en: 'To' }, property: 'to_at', value: ({ to_at }) => to_at && absoluteTime(to_at) },
  { label: { zh: '操作人', en: 'By' }, property: 'changed_by', value: ({ changed_by }) => changed_by },
]

/** Silences and maintenance windows that concern the scene. */
export function SilencesPanel() {
  const scene = useScene()
  const mayWrite = useMay()('alarm.write') && !scene.readOnly
  const [shown, show] = useState<ListedSilence | 'new'>()
  const { run: remove } = useMutateCall(silenceCalls.remove, { done: { zh: '已删除', en: 'Removed' } })
  return (
    <>
      <CallTable
        call={silenceCalls.list}
        input={scene.input}
        columns={columns}
        csv={csv}
        filters={[
          { key: 'kind', label: { zh: '种类', en: 'Kind' }, kind: 'select', options: silenceKind.values },
          {
            key: 'over',
            label: { zh: '已结束', en: 'Over' },
            kind: 'select',
            options: [{ id: 1, zh: '包含已结束', en: 'Those that are over too' }],
          },
        ]}
        searchHint={{ zh: '名称 / 类型', en: 'Name or type' }}
        {...(mayWrite && {
          actions: (
            <Button kind="primary" icon={CalendarClock} onClick={() => show('new')}>
              {say({ zh: '添加', en: 'Add' })}
            </Button>
          ),
          onRow: show,
          actionsWidth: 76,
          rowActions: (one: ListedSilence) => (
            <span className="inline-flex">
              <IconButton size="s" icon={Pencil} label={{ zh: '编辑', en: 'Edit' }} onClick={() => show(one)} />
              <IconButton
                size="s"
                icon={Trash2}
                label={{ zh: '删除', en: 'Remove' }}
                onClick={() => void remove({ id: one.id })}
              />
            </span>
          ),
        })}
        empty={{
          title: { zh: '没有维护窗口或静默', en: 'No maintenance, no silences' },
          hint: {
            zh: '计划施工或已知问题期间，可以让告警只记录、不通知。',
            en: 'During planned work, alarms can be logged without notification.',
          },
        }}
      />
      <Suspense>
        {shown && <SilenceDialog silence={shown === 'new' ? undefined : shown} onClose={() => show(undefined)} />}
      </Suspense>
    </>
  )
}
