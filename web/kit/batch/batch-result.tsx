import { taskResult } from '@belvedere/contract/rooms/task/enums.ts'
import { taskCalls } from '@belvedere/contract/rooms/task/task.ts'
import { Download, RotateCw } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { MiniTable, type MiniColumn } from '../../ui/data-table/mini-table.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import type { BatchOutcome } from './batch-outcome.ts'
import { useQueryCall } from '../calls/query.ts'
import { saveCsv, type CsvColumn } from '../list/save-csv.ts'
import { useMay } from '../session/session.ts'
import { lang, say, type Words } from '../words/words.ts'

interface ResultLine {
  id: number
  name: string
  result: number
  reason: string
}

const nameWords = { zh: '对象', en: 'Object' }
const resultWords = { zh: '结果', en: 'Result' }
const reasonWords = { zh: '原因', en: 'Reason' }

const columns: MiniColumn<ResultLine>[] = [
  { label: nameWords, format: ({ name }) => <span className="font-medium">{name}</span> },
  {
    label: resultWords,
    format: ({ result }) => <Status tone={taskResult.find(result)?.tone} label={taskResult.label(result, lang)} />,
  },
  { label: reasonWords, format: ({ reason }) => <span className="whitespace-normal">{reason}</span> },
]

const csv: CsvColumn<ResultLine>[] = [
  { label: nameWords, value: ({ name }) => name },
  { label: resultWords, value: ({ result }) => taskResult.label(result, lang) },
  { label: reasonWords, value: ({ reason }) => reason },
]

export interface BatchResultProps {
  title: Words
  outcome: BatchOutcome
  onClose: () => void
  /** Retries these rows. */
  onRetry?: (ids: readonly number[]) => void
}

/** Total, successes and failures of a batch with their reasons; follows the task while it runs. */
export function BatchResult({ title, outcome, onClose, onRetry }: BatchResultProps) {
  const lines = useLines(outcome)
  const { bad, good, ended } = countsOf(outcome, lines)
  const footer = (
    <>
      {bad.length > 0 && (
        <Button icon={Download} onClick={() => saveCsv('failures', csv, bad)}>
          {say({ zh: '导出失败明细', en: 'Export failures' })}
        </Button>
      )}
      {bad.length > 0 && onRetry && (
        <Button icon={RotateCw} onClick={() => onRetry(bad.map(({ id }) => id))}>
          {say({ zh: '重试失败的 {n} 项', en: 'Retry {n} failed' }, { n: bad.length })}
        </Button>
      )}
      <Button kind="primary" onClick={onClose}>
        {say({ zh: '关闭', en: 'Close' })}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <dl aria-live="polite" className="mb-4 grid grid-cols-3 gap-3">
        <Count label={{ zh: '总数', en: 'Total' }} value={outcome.total_cnt} />
        <Count label={{ zh: '成功', en: 'Succeeded' }} value={good} className="text-success" />
        <Count
          label={{ zh: '失败', en: 'Failed' }}
          value={bad.length}
          className={bad.length > 0 ? 'text-danger' : ''}
        />
      </dl>
      {ended < outcome.total_cnt && (
        <div className="mb-4 flex items-center gap-3 text-soft">
          {say({ zh: '正在执行', en: 'Running' })}
          <Progress done={ended} total={outcome.total_cnt} failed={bad.length} />
        </div>
      )}
      {lines.length > 0 && (
        <MiniTable
          label={title}
          columns={columns}
          rows={lines}
          rowKey={({ id }, index) => `${id} ${index}`}
          className="max-h-80"
        />
      )}
    </Dialog>
  )
}

function countsOf(outcome: BatchOutcome, lines: readonly ResultLine[]) {
  const { success, failed, partial, running } = taskResult.id
  const bad = lines.filter(({ result }) => result === failed || result === partial)
  const sent = outcome.total_cnt - outcome.err_cnt
  if (!outcome.task_id || sent === 0) return { bad, good: sent, ended: outcome.total_cnt }
  const good = lines.filter(({ result }) => result === success).length
  return { bad, good, ended: lines.filter(({ result }) => result !== running).length }
}

function Count({ label, value, className }: { label: Words; value: number; className?: string }) {
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <dt className="text-xs text-faint">{say(label)}</dt>
      <dd className={`text-xl font-semibold ${className ?? ''}`}>{value}</dd>
    </div>
  )
}

/** Rows that were refused immediately, then all rows of the task, failures first. */
function useLines({ task_id, rejected = [] }: BatchOutcome): ResultLine[] {
  const may = useMay()
  const { data } = useQueryCall(
    taskCalls.item,
    { task_id, limit: 1000 },
    { enabled: task_id !== undefined && may('log.read') },
  )
  const items = data?.list ?? []
  const known = new Set(items.map((item) => item.device_id))
  const refused = rejected
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, reason }) => ({ id, name, reason, result: taskResult.id.failed }))
  const told = items.map(({ device_id, name, sn, result, msg }) => ({
    id: device_id,
    name: name || sn,
    result,
    reason: msg,
  }))
  const rank = ({ result }: ResultLine) =>
    result === taskResult.id.failed ? 0 : result === taskResult.id.success ? 2 : 1
  return [...refused, ...told].sort((a, b) => rank(a) - rank(b))
}
