import { Suspense } from 'react'
import { auditSource } from '@belvedere/contract/rooms/log/enums.ts'
import { Go } from '../../../kit/routing/go.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { IntentChanges } from '../../intent/api.tsx'
import { changesOf, type FieldChange } from './changes.ts'
import { kindOf, kindWords, placeOf } from './object-words.ts'
import type { ListedAuditEntry } from './listed-audit-entry.ts'

const columns: MiniColumn<FieldChange>[] = [
  { label: { zh: '字段', en: 'Field' }, format: ({ label, field }) => <span data-tip={field}>{label}</span> },
  {
    label: { zh: '之前', en: 'Before' },
    format: ({ before }) => before !== undefined && <Value text={before} className="bg-danger-soft text-danger" />,
  },
  {
    label: { zh: '之后', en: 'After' },
    format: ({ after }) => after !== undefined && <Value text={after} className="bg-success-soft text-success" />,
  },
]

function Value({ text, className }: { text: string; className: string }) {
  return (
    <span className={`inline-block min-w-14 rounded px-1 py-0.5 break-all whitespace-pre-wrap ${className}`}>
      {text}
    </span>
  )
}

function ObjectLink({ operation }: { operation: ListedAuditEntry }) {
  const { object, name } = operation
  const place = placeOf(operation)
  const text = `${kindWords(object)} ${name || object}`
  return place ? (
    <Go to={place.to} search={place.search}>
      {text}
    </Go>
  ) : (
    text
  )
}

/** User, channel and address. */
function Actor({ operation: { account, guest, way, ip } }: { operation: ListedAuditEntry }) {
  const team =
    guest === null ? '' : say({ zh: '访客，来自团队“{team}”', en: 'guest of the team “{team}”' }, { team: guest })
  return <>{[account, team, auditSource.label(way, lang), ip].filter(Boolean).join(' · ')}</>
}

/** Whether the operation can be undone, was undone, or why it cannot be undone. */
function undoWords({ undo: { can, why, by } }: ListedAuditEntry): string {
  if (can) return say({ zh: '可撤销', en: 'Can be undone' })
  return by ? say({ zh: '已被 {by} 撤销', en: 'Undone by {by}' }, { by }) : why
}

function TaskLink({ id }: { id: number }) {
  return (
    <Go to="/maintenance/log/task" search={{ task_id: id, expand: id }}>
      {say({ zh: '查看进度和结果', en: 'Progress and results' })}
    </Go>
  )
}

/** The task started by an operation, if any. */
function taskOf({ object, after }: ListedAuditEntry): number | undefined {
  const id = object.startsWith('task:') ? object.slice(5) : (after as { task_id?: unknown } | null)?.task_id
  return Number(id) || undefined
}

/** The changes of an operation, field by field. */
export function OperationDetail({ operation }: { operation: ListedAuditEntry }) {
  const task = taskOf(operation)
  const facts = [
    { label: { zh: '时间', en: 'Time' }, value: absoluteTime(operation.at) },
    { label: { zh: '操作人', en: 'Operator' }, value: <Actor operation={operation} /> },
    { label: { zh: '接口', en: 'Call' }, value: <span className="font-mono text-xs">{operation.call}</span> },
    { label: { zh: '对象', en: 'Object' }, value: <ObjectLink operation={operation} /> },
    { label: { zh: '撤销', en: 'Undo' }, value: undoWords(operation) },
    { label: { zh: '请求编号', en: 'Request' }, value: <Copyable text={operation.request_id} /> },
    ...(task ? [{ label: { zh: '任务', en: 'Task' }, value: <TaskLink id={task} /> }] : []),
  ]
  return (
    <div className="flex flex-col gap-3">
      <Facts items={facts} />
      {kindOf(operation.object) === 'intent' ? (
        <Suspense>
          <IntentChanges {...operation} />
        </Suspense>
      ) : (
        <Changes operation={operation} />
      )}
    </div>
  )
}

function Changes({ operation: { object, before, after, names } }: { operation: ListedAuditEntry }) {
  const changes = changesOf(kindOf(object), before, after, names)
  if (changes.length === 0)
    return (
      <p className="text-xs text-faint">
        {say({ zh: '此操作没有记录字段变更', en: 'No field changes were recorded' })}
      </p>
    )
  return (
    <MiniTable
      label={{ zh: '变更内容', en: 'Changes' }}
      columns={columns}
      rows={changes}
      rowKey={({ field }) => field}
      className="max-h-96"
    />
  )
}
