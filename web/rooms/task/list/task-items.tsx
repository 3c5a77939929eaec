import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { allRows } from '../../../kit/calls/all-rows.ts'
import type { RowOf } from '../../../kit/list/call-table.tsx'
import { Go } from '../../../kit/routing/go.tsx'
import { saveCsv, type CsvColumn } from '../../../kit/list/save-csv.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime, absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TaskRecording } from '../../remote/api.tsx'
import type { ListedTask } from './task-row.ts'

type TaskItem = RowOf<typeof taskCalls.item>

/** Maximum number of rows below an expanded task; the export contains all of them. */
const shown = 200
const pageSize = 1000

const columns: MiniColumn<TaskItem>[] = [
  {
    label: { zh: '设备', en: 'Device' },
    format: ({ name, sn, device_id }) => (
      <Go to="/global/device" search={{ search: sn, expand: device_id }} className="font-medium hover:underline">
        {name}
      </Go>
    ),
  },
  { label: { zh: '序列号', en: 'Serial' }, format: ({ sn }) => <Copyable text={sn} /> },
  {
    label: { zh: '结果', en: 'Result' },
    format: ({ result }) => <Status tone={taskResult.find(result)?.tone} label={taskResult.label(result, lang)} />,
  },
  { label: { zh: '说明', en: 'Message' }, format: (item) => <Message item={item} /> },
  { label: { zh: '开始', en: 'Started' }, format: ({ started_at }) => <RelativeTime at={started_at} /> },
  {
    label: { zh: '用时', en: 'Duration' },
    right: true,
    format: ({ started_at, ended_at }) => ended_at !== null && durationText(ended_at - started_at),
  },
]

function Message({ item: { msg, waits_until } }: { item: TaskItem }) {
  return (
    <span className="whitespace-normal">
      {msg}
      {waits_until !== null && (
        <span className="text-faint">
          {say({ zh: '，最晚等到 ', en: ', until ' })}
          {absoluteTime(waits_until)}
        </span>
      )}
    </span>
  )
}

/** The result of a task on each device, failures first. */
export function TaskItems({ task: { id: task_id, total_cnt: total, retry_of } }: { task: ListedTask }) {
  const { data, error, refetch } = useQueryCall(
    taskCalls.item,
    { task_id, limit: shown, orderby: 'result desc' },
    { keepPrevious: true },
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div style={{ height: 28 * Math.min(total + 1, 8) }}>
        <Skeleton className="h-full" />
      </div>
    )
  const rank = ({ result }: TaskItem) =>
    result === taskResult.id.failed ? 0 : result === taskResult.id.success ? 2 : 1
  const rows = [...data.list].sort((a, b) => rank(a) - rank(b))
  return (
    <div className="flex flex-col gap-2">
      {retry_of !== null && (
        <p className="text-xs text-soft">
          <Go to="/maintenance/log/task" search={{ task_id: retry_of, expand: retry_of }}>
            {say({ zh: '这是任务 {id} 失败设备的重试', en: 'A repeat of what failed in task {id}' }, { id: retry_of })}
          </Go>
        </p>
      )}
      <MiniTable
        label={{ zh: '各设备结果', en: 'Result on each device' }}
        columns={columns}
        rows={rows}
        rowKey={({ device_id }) => device_id}
        className="max-h-96"
      />
      <div className="flex items-center gap-3">
        <span className="text-xs text-faint">
          {data.total > rows.length &&
            say(
              { zh: '显示 {shown} / {total} 台', en: 'Showing {shown} of {total}' },
              { shown: rows.length, total: data.total },
            )}
        </span>
        <Suspense>{rows[0]?.type === 'remote' && <TaskRecording task_id={task_id} />}</Suspense>
        <Button size="s" kind="quiet" icon={Download} className="ml-auto" onClick={() => void exportItems(task_id)}>
          {say({ zh: '导出 CSV', en: 'Export CSV' })}
        </Button>
      </div>
    </div>
  )
}

const csv: CsvColumn<TaskItem>[] = [
  { label: { zh: '设备', en: 'Device' }, value: ({ name }) => name },
  { label: { zh: '序列号', en: 'Serial' }, value: ({ sn }) => sn },
  { label: { zh: '结果', en: 'Result' }, value: ({ result }) => taskResult.label(result, lang) },
  { label: { zh: '说明', en: 'Message' }, value: ({ msg }) => msg },
  { label: { zh: '开始', en: 'Started' }, value: ({ started_at }) => absoluteTime(started_at) },
  { label: { zh: '结束', en: 'Ended' }, value: ({ ended_at }) => ended_at && absoluteTime(ended_at) },
]

async function exportItems(task_id: number): Promise<void> {
  try {
    saveCsv(`task-${task_id}`, csv, await allRows(taskCalls.item, { task_id }, pageSize))
  } catch (error) {
    if (!isSilent(error)) toast.error((error as Error).message)
  }
}
