import { csvOf } from '@belvedere/pure/text/csv.ts'
import { saveDownload } from '../calls/call.ts'
import { say, type Words } from '../words/words.ts'

export interface CsvColumn<Row> {
  label: Words
  /** The list column it belongs to: exported with the visible columns if that column is visible. */
  property?: string
  value: (row: Row) => string | number | null | undefined
}

/** Saves rows as `<name>-<date>.csv`. */
export function saveCsv<Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): void {
  const text = csvOf(
    columns.map(({ label }) => say(label)),
    rows.map((row) => columns.map(({ value }) => value(row))),
  )
  const date = new Date().toISOString().slice(0, 10)
  const safe = name.replaceAll(/[^\w-]+/g, '-')
  saveDownload({ blob: new Blob([text], { type: 'text/csv' }), name: `${safe}-${date}.csv` })
}
