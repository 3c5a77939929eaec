import { taskResult, taskType } from '@belvedere/contract/rooms/task/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

export interface DeviceTask {
  task_id: number
  type: string
  operator: string
  result: number
  msg: string
  started_at: number
  ended_at: number | null
}

const columns: MiniColumn<DeviceTask>[] = [
  {
    label: { zh: '任务', en: 'Task' },
    format: ({ type }) => <span className="font-medium">{taskType.label(type, lang)}</span>,
  },
  {
    label: { zh: '结果', en: 'Result' },
    format: ({ result }) => <Status tone={taskResult.find(result)?.tone} label={taskResult.label(result, lang)} />,
  },
  { label: { zh: '说明', en: 'Message' }, format: ({ msg }) => msg },
  { label: { zh: '操作人', en: 'Operator' }, format: ({ operator }) => operator },
  { label: { zh: '开始', en: 'Started' }, format: ({ started_at }) => <RelativeTime at={started_at} /> },
  { label: { zh: '结束', en: 'Ended' }, format: ({ ended_at }) => <RelativeTime at={ended_at} /> },
]

export function TasksPanel({ tasks }: { tasks: readonly DeviceTask[] }) {
  if (tasks.length === 0)
    return (
      <p className="py-4 text-center text-faint">
        {say({ zh: '还没有对这台设备执行过任务', en: 'No task was run on this device yet' })}
      </p>
    )
  return (
    <MiniTable
      label={{ zh: '最近任务', en: 'Recent tasks' }}
      columns={columns}
      rows={tasks}
      rowKey={({ task_id }) => task_id}
      className="max-h-96"
    />
  )
}
