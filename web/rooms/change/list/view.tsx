import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeReason, changeState } from '@belvedere/contract/rooms/change/enums.ts'
import { useCallback } from 'react'
import { CallTable, type Column, type CsvColumn, type FilterSpec, type RowOf } from '../../../kit/list/call-table.tsx'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { ChangePage } from './change-page.tsx'

type ListedChange = RowOf<typeof changeCalls.list>

const columns: Column<ListedChange>[] = [
  {
    property: 'name',
    label: { zh: '变更', en: 'Change' },
    sort: true,
    minWidth: 220,
    fixed: true,
    format: ({ name }) => <b className="font-medium">{name}</b>,
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    sort: true,
    width: 130,
    format: ({ state }) => <Status tone={changeState.find(state)?.tone} label={changeState.label(state, lang)} />,
  },
  {
    property: 'device_cnt',
    label: { zh: '设备', en: 'Devices' },
    sort: true,
    width: 180,
    format: ({ state, device_cnt, done_cnt, failed_cnt }) =>
      state === 'draft' ? device_cnt : <Progress done={done_cnt + failed_cnt} total={device_cnt} failed={failed_cnt} />,
  },
  { property: 'edit_cnt', label: { zh: '更改项', en: 'Edits' }, width: 90, position: 'right' },
  {
    property: 'reason',
    label: { zh: '原因', en: 'Reason' },
    minWidth: 180,
    tooltip: true,
    format: ({ reason }) => (reason ? changeReason.label(reason, lang) : undefined),
  },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 120, tooltip: true },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'ended_at',
    label: { zh: '结束时间', en: 'Ended' },
    sort: true,
    width: 120,
    format: ({ ended_at }) => <RelativeTime at={ended_at} />,
  },
  {
    property: 'took',
    label: { zh: '用时', en: 'Duration' },
    width: 100,
    format: ({ started_at, ended_at }) =>
      started_at === null || ended_at === null ? undefined : durationText(ended_at - started_at),
  },
]

const filters: FilterSpec[] = [
  { key: 'state', label: { zh: '状态', en: 'State' }, kind: 'select', options: changeState.values },
]

const empty = {
  title: { zh: '还没有变更', en: 'No changes yet' },
  hint: {
    zh: '修改场景、分组或设备的配置后，更改先进入草稿；审核并应用后，过程和结果显示在这里',
    en: 'Edits of scenes, groups and devices land in a draft first; once it is reviewed and applied, its course is shown here',
  },
}

/** The open change set and its filters; reset on return to the list. */
const ofOne = { id: 0, tab: 'devices', only: '', find: '', at: 1 }

const csv: CsvColumn<ListedChange>[] = [
  { label: { zh: '变更', en: 'Change' }, property: 'name', value: ({ name }) => name },
  { label: { zh: '状态', en: 'State' }, property: 'state', value: ({ state }) => changeState.label(state, lang) },
  { label: { zh: '设备', en: 'Devices' }, property: 'device_cnt', value: ({ device_cnt }) => device_cnt },
  { label: { zh: '已生效', en: 'In effect' }, property: 'device_cnt', value: ({ done_cnt }) => done_cnt },
  { label: { zh: '失败', en: 'Failed' }, property: 'device_cnt', value: ({ failed_cnt }) => failed_cnt },
  { label: { zh: '更改项', en: 'Edits' }, property: 'edit_cnt', value: ({ edit_cnt }) => edit_cnt },
  {
    label: { zh: '原因', en: 'Reason' },
    property: 'reason',
    value: ({ reason }) => reason && changeReason.label(reason, lang),
  },
  { label: { zh: '操作人', en: 'Operator' }, property: 'operator', value: ({ operator }) => operator },
  { label: { zh: '创建时间', en: 'Created' }, property: 'created_at', value: (row) => absoluteTime(row.created_at) },
  {
    label: { zh: '结束时间', en: 'Ended' },
    property: 'ended_at',
    value: ({ ended_at }) => ended_at && absoluteTime(ended_at),
  },
]

/** Change sets, and the open one. */
export function View() {
  const [{ id }, set] = useUrlState(ofOne)
  const show = useCallback((row: ListedChange) => set({ id: row.id }, { push: true }), [set])
  if (id > 0) return <ChangePage id={id} onBack={() => set(ofOne, { push: true })} />
  return (
    <CallTable
      call={changeCalls.list}
      columns={columns}
      filters={filters}
      searchHint={{ zh: '变更名称 / 操作人', en: 'Name or operator' }}
      onRow={show}
      csv={csv}
      empty={empty}
    />
  )
}
