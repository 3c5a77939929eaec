import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { csvOf } from '@belvedere/pure/csv.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { allRows, mostRows } from './all-rows.ts'
import { saveDownload } from './call.ts'
import { isSilent } from './refusal.ts'
import { say, type Words } from './words.ts'

export interface CsvColumn<Row> {
  label: Words
  value: (row: Row) => string | number | null | undefined
}

interface CsvButtonProps<Row> {
  call: CallSpec
  /** Fixed input, filters, search and order of the list. */
  query: object
  columns: readonly CsvColumn<Row>[]
  /** Of the file. */
  name: string
  /** Rows of one request. */
  limit: number
  total: number
}

/** Exports every row that matches, not only the page. */
export function CsvButton<Row>({ call, query, columns, name, limit, total }: CsvButtonProps<Row>) {
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      saveCsv(name, columns, (await allRows(call, query, limit)) as Row[])
      if (total > mostRows)
        toast.warning(
          say({ zh: '只导出了前 {most} 行', en: 'Only the first {most} rows were exported' }, { most: mostRows }),
        )
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    } finally {
      setPending(false)
    }
  }
  const label = say({ zh: '导出 CSV（{total} 行）', en: 'Export CSV ({total} rows)' }, { total })
  return (
    <IconButton icon={Download} label={label} disabled={total === 0} pending={pending} onClick={() => void save()} />
  )
}

/** Hands rows to the browser as `<name>-<date>.csv`. */
export function saveCsv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): void {
  const text = csvOf(
    columns.map(({ label }) => say(label)),
    rows.map((row) => columns.map(({ value }) => value(row))),
  )
  const date = new Date().toISOString().slice(0, 10)
  saveDownload({ blob: new Blob([text], { type: 'text/csv' }), name: `${name.replaceAll('/', '-')}-${date}.csv` })
}
