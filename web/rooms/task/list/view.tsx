import { taskResult, taskType } from '@belvedere/contract/rooms/task/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { CalendarClock } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { CallTable, type Column, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { durationText } from '../../../ui/values/duration.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { useSceneFilter } from '../../../kit/list/scene-filter.ts'
import { csvColumns } from './csv-columns.ts'
import { TaskActions } from './task-actions.tsx'
import { TaskItems } from './task-items.tsx'
import type { ListedTask } from './task-row.ts'
import { TimersDrawer } from '../api.tsx'

const columns: Column<ListedTask>[] = [
  {
    property: 'type',
    label: { zh: '任务', en: 'Task' },
    sort: true,
    width: 130,
    fixed: true,
    format: ({ type }) => <b className="font-medium">{taskType.label(type, lang)}</b>,
  },
  {
    property: 'objects',
    label: { zh: '对象', en: 'Objects' },
    minWidth: 240,
    format: (task) => <Objects task={task} />,
  },
  {
    property: 'result',
    label: { zh: '结果', en: 'Result' },
    sort: true,
    width: 130,
    format: ({ result }) => <Status tone={taskResult.find(result)?.tone} label={taskResult.label(result, lang)} />,
  },
  {
    property: 'progress',
    label: { zh: '进度', en: 'Progress' },
    width: 150,
    format: (task) => <Progress done={task.done_cnt} total={task.total_cnt} failed={task.err_cnt} />,
  },
  {
    property: 'created_at',
    label: { zh: '开始时间', en: 'Started' },
    sort: true,
    width: 110,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'ended_at',
    label: { zh: '结束时间', en: 'Ended' },
    sort: true,
    width: 110,
    format: ({ ended_at }) => <RelativeTime at={ended_at} />,
  },
  {
    property: 'took',
    label: { zh: '用时', en: 'Duration' },
    width: 80,
    format: ({ created_at, ended_at }) => (ended_at === null ? undefined : durationText(ended_at - created_at)),
  },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 110, tooltip: true },
  { property: 'id', label: { zh: '编号', en: 'Number' }, sort: true, width: 90, defaultHide: true },
]

function Objects({ task: { objects, total_cnt } }: { task: ListedTask }) {
  const more = total_cnt - objects.length
  const names = objects.join(lang === 'zh' ? '、' : ', ')
  return (
    <span className="flex min-w-0 gap-1.5">
      <span className="truncate" data-tip-cut="" data-tip={names}>
        {names}
      </span>
      {more > 0 && (
        <span className="shrink-0 text-faint">
          {say({ zh: '等 {total} 台', en: 'and {more} more' }, { more, total: total_cnt })}
        </span>
      )}
    </span>
  )
}

/** Commands to devices, with their results. */
export function View() {
  const scene = useSceneFilter()
  const [timers, setTimers] = useState(false)
  const filters = useMemo<FilterSpec[]>(
    () => [
      { key: 'types', label: { zh: '任务', en: 'Task' }, kind: 'multi', options: taskType.values },
      { key: 'result', label: { zh: '结果', en: 'Result' }, kind: 'select', options: taskResult.values },
      scene,
      { key: 'operator', label: { zh: '操作人', en: 'Operator' }, kind: 'text', maxLength: 64 },
      { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'range', keys: ['from', 'to'] },
      { key: 'task_id', label: { zh: '编号', en: 'Number' }, kind: 'text', maxLength: 10 },
    ],
    [scene],
  )
  return (
    <>
      <CallTable
        call={taskCalls.list}
        actions={
          <Button icon={CalendarClock} onClick={() => setTimers(true)}>
            {say({ zh: '定时任务', en: 'Timers' })}
          </Button>
        }
        columns={columns}
        filters={filters}
        searchHint={{ zh: '设备名称 / 序列号', en: 'Device name or serial' }}
        csv={csvColumns}
        expand={expand}
        rowActions={rowActions}
        actionsWidth={84}
        empty={{
          title: { zh: '还没有任务', en: 'No tasks yet' },
          hint: {
            zh: '对设备执行重启、备份或升级后，进度和结果显示在这里',
            en: 'Reboots, backups and upgrades of devices appear here with their progress and results',
          },
        }}
      />
      <Suspense>{timers && <TimersDrawer of={{}} onClose={() => setTimers(false)} />}</Suspense>
    </>
  )
}

const expand = (task: ListedTask) => <TaskItems task={task} />
const rowActions = (task: ListedTask) => <TaskActions task={task} />
