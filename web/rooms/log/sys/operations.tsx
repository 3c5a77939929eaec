import { RETENTION_DAYS, auditSource } from '@belvedere/contract/rooms/log/enums.ts'
import { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { CallTable, type Column, type CsvColumn, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { useSceneFilter } from '../../../kit/list/scene-filter.ts'
import { kinds, kindWords } from './object-words.ts'
import { OperationDetail } from './operation-detail.tsx'
import { type ListedAuditEntry } from './listed-audit-entry.ts'
import { RowActions } from './row-actions.tsx'
import type { UndoScope } from './undo-dialog.tsx'

const UndoDialog = lazyPart(() => import('./undo-dialog.tsx'), 'UndoDialog')

const columns: Column<ListedAuditEntry>[] = [
  {
    property: 'at',
    label: { zh: '时间', en: 'Time' },
    sort: true,
    width: 110,
    fixed: true,
    format: ({ at }) => <RelativeTime at={at} />,
  },
  { property: 'action', label: { zh: '操作', en: 'Action' }, sort: 'call', minWidth: 190, tooltip: true },
  {
    property: 'account',
    label: { zh: '操作人', en: 'Operator' },
    sort: true,
    width: 150,
    tooltip: true,
    format: (row) => <Operator operation={row} />,
  },
  {
    property: 'object',
    label: { zh: '对象', en: 'Object' },
    sort: true,
    minWidth: 200,
    tooltip: true,
    format: (row) => <ObjectName operation={row} />,
  },
  { property: 'scene_name', label: { zh: '场景', en: 'Scene' }, width: 150, tooltip: true },
  { property: 'way', label: { zh: '方式', en: 'Via' }, width: 100, format: ({ way }) => auditSource.label(way, lang) },
  { property: 'ip', label: { zh: '来源 IP', en: 'From' }, width: 130, format: ({ ip }) => <Copyable text={ip} /> },
  {
    property: 'request_id',
    label: { zh: '请求编号', en: 'Request' },
    width: 140,
    mono: true,
    defaultHide: true,
    tooltip: true,
  },
]

const csv: CsvColumn<ListedAuditEntry>[] = [
  { label: { zh: '时间', en: 'Time' }, property: 'at', value: ({ at }) => absoluteTime(at) },
  { label: { zh: '操作人', en: 'Operator' }, property: 'account', value: ({ account }) => account },
  { label: { zh: '访客团队', en: 'Team of the guest' }, property: 'account', value: ({ guest }) => guest ?? '' },
  { label: { zh: '操作', en: 'Action' }, property: 'action', value: ({ action }) => action },
  { label: { zh: '对象', en: 'Object' }, property: 'object', value: ({ object }) => object },
  { label: { zh: '名称', en: 'Name' }, property: 'object', value: ({ name }) => name },
  { label: { zh: '场景', en: 'Scene' }, property: 'scene_name', value: ({ scene_name }) => scene_name },
  { label: { zh: '方式', en: 'Via' }, property: 'way', value: ({ way }) => auditSource.label(way, lang) },
  { label: { zh: '来源 IP', en: 'From' }, property: 'ip', value: ({ ip }) => ip },
  { label: { zh: '请求编号', en: 'Request' }, property: 'request_id', value: ({ request_id }) => request_id },
  { label: { zh: '之前', en: 'Before' }, value: ({ before }) => (before ? JSON.stringify(before) : '') },
  { label: { zh: '之后', en: 'After' }, value: ({ after }) => (after ? JSON.stringify(after) : '') },
  {
    label: { zh: '撤销', en: 'Undo' },
    value: ({ undo }) => (undo.can ? '' : [undo.why, undo.by].filter(Boolean).join(' ')),
  },
]

function Operator({ operation: { account, guest } }: { operation: ListedAuditEntry }) {
  return (
    <>
      <b className="font-medium">{account}</b>
      {guest !== null && (
        <span className="ml-1 text-xs text-warning">
          {say({ zh: '访客 · {team}', en: 'Guest · {team}' }, { team: guest })}
        </span>
      )}
    </>
  )
}

function ObjectName({ operation: { object, name } }: { operation: ListedAuditEntry }) {
  return (
    <>
      <span className="text-faint">{kindWords(object)}</span> {name}
    </>
  )
}

/** Operations of users with address, and values before and after. */
export function Operations() {
  const scene = useSceneFilter()
  const [shown, show] = useState<{ operation: ListedAuditEntry; wish: UndoScope }>()
  const open = useCallback((operation: ListedAuditEntry, input: UndoScope) => show({ operation, wish: input }), [])
  const rowActions = useCallback(
    (operation: ListedAuditEntry) => <RowActions operation={operation} open={open} />,
    [open],
  )
  const filters = useMemo<FilterSpec[]>(
    () => [
      { key: 'object', label: { zh: '对象', en: 'Object' }, kind: 'select', options: kinds },
      { key: 'operator', label: { zh: '操作人', en: 'Operator' }, kind: 'text', maxLength: 64 },
      scene,
      { key: 'way', label: { zh: '方式', en: 'Via' }, kind: 'select', options: auditSource.values },
      { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'range', keys: ['from', 'to'] },
    ],
    [scene],
  )
  return (
    <>
      <CallTable
        call={sysCalls.list}
        note={capped}
        actions={
          <span className="text-xs text-faint">
            {say({ zh: '操作记录保留 {n} 天', en: 'Operations are kept for {n} {n:day|days}' }, { n: RETENTION_DAYS })}
          </span>
        }
        columns={columns}
        filters={filters}
        searchHint={{ zh: '对象名称 / 操作人', en: 'Object or operator' }}
        csv={csv}
        expand={expand}
        rowActions={rowActions}
        actionsWidth={84}
        empty={{
          title: { zh: '还没有操作记录', en: 'No operations yet' },
          hint: {
            zh: '每次修改都会记录操作人、来源和前后内容',
            en: 'Each change is recorded with its operator, source, and values before and after',
          },
        }}
      />
      {shown && (
        <Suspense>
          <UndoDialog {...shown} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const capped = ({ capped, total }: AnswerOf<typeof sysCalls.list>) =>
  capped === 1 && (
    <p role="status" className="pb-2 text-xs text-soft">
      {say(
        {
          zh: '仅列出符合条件的最新 {total} 条；更早的记录请缩小时间或其他筛选范围查看。',
          en: 'Only the newest {total} {total:match is|matches are} listed. Narrow the time range or another filter to see earlier ones.',
        },
        { total },
      )}
    </p>
  )

const expand = (operation: ListedAuditEntry) => <OperationDetail operation={operation} />
