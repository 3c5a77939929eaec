import { useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { allPages, mostRows, type ReadPage } from '../calls/all-rows.ts'
import { isSilent } from '../calls/refusal.ts'
import { saveCsv, type CsvColumn } from './save-csv.ts'
import { say } from '../words/words.ts'

export interface CsvExportProps<Row> {
  /** Name of the file. */
  name: string
  columns: readonly CsvColumn<Row>[]
  read: ReadPage<Row>
  /** Number of rows per request. */
  limit: number
  total: number
  onEnd: () => void
}

const title = { zh: '导出 CSV', en: 'Export CSV' }

/** Fetches and saves all matching rows; shows progress and can be cancelled if several pages are needed. */
export function CsvExport<Row>({ name, columns, read, limit, total, onEnd }: CsvExportProps<Row>) {
  const [rows, setRows] = useState({ done: 0, total })
  const [job] = useState(() => ({ name, columns, read, limit, onEnd, stop: new AbortController() }))
  useEffect(() => {
    const { name, columns, read, limit, onEnd, stop } = job
    const work = async () => {
      const found = await allPages(read, limit, {
        signal: stop.signal,
        onRows: (done, total) => setRows({ done, total }),
      })
      if (stop.signal.aborted) return
      saveCsv(name, columns, found)
      if (found.length >= mostRows) toast.warning(say(cut, { most: mostRows }))
    }
    void work()
      .catch((error: Error) => !isSilent(error) && toast.error(error.message))
      .finally(onEnd)
    return () => stop.abort()
  }, [job])
  if (total <= limit) return null
  return (
    <Dialog
      open
      onClose={onEnd}
      title={title}
      width={420}
      footer={<Button onClick={onEnd}>{say({ zh: '取消', en: 'Cancel' })}</Button>}
    >
      <p className="mb-3 text-soft">
        {say({ zh: '正在读取全部符合条件的数据…', en: 'Reading everything that matches…' })}
      </p>
      <Progress done={rows.done} total={Math.min(rows.total, mostRows)} failed={0} />
    </Dialog>
  )
}

const cut = { zh: '只导出了前 {most} 行', en: 'Only the first {most} rows were exported' }
