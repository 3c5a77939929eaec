import { taskResult, taskType } from '@belvedere/contract/rooms/task/enums.ts'
import type { CsvColumn } from '../../../kit/list/call-table.tsx'
import { lang } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import type { ListedTask } from './task-row.ts'

export const csvColumns: CsvColumn<ListedTask>[] = [
  { label: { zh: '编号', en: 'Number' }, property: 'id', value: ({ id }) => id },
  { label: { zh: '任务', en: 'Task' }, property: 'type', value: ({ type }) => taskType.label(type, lang) },
  { label: { zh: '对象', en: 'Objects' }, property: 'objects', value: ({ objects }) => objects.join(', ') },
  { label: { zh: '结果', en: 'Result' }, property: 'result', value: ({ result }) => taskResult.label(result, lang) },
  { label: { zh: '总数', en: 'Total' }, property: 'progress', value: ({ total_cnt }) => total_cnt },
  { label: { zh: '失败', en: 'Failed' }, property: 'progress', value: ({ err_cnt }) => err_cnt },
  {
    label: { zh: '开始时间', en: 'Started' },
    property: 'created_at',
    value: ({ created_at }) => absoluteTime(created_at),
  },
  {
    label: { zh: '结束时间', en: 'Ended' },
    property: 'ended_at',
    value: ({ ended_at }) => ended_at && absoluteTime(ended_at),
  },
  { label: { zh: '操作人', en: 'Operator' }, property: 'operator', value: ({ operator }) => operator },
]
