import type { CgiColumn } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { flowText } from '@belvedere/pure/flow.ts'
import type { ReactNode } from 'react'
import { Copyable } from '../ui/copy-button.tsx'
import type { Column } from '../ui/data-table/column.ts'
import { durationText } from '../ui/duration.ts'
import { absoluteTime } from '../ui/relative-time.tsx'
import type { CgiRow } from './cgi-answer.ts'
import type { CsvColumn } from './save-csv.ts'
import { say } from './words.ts'

type Value = CgiRow[string]

/** A column of the catalogue as a column of a table. */
export function columnOf(column: CgiColumn): Column<CgiRow> {
  const { key, as } = column
  return {
    property: key,
    label: { zh: column.zh, en: column.en },
    sort: true,
    tooltip: as === undefined,
    position: as === 'number' || as === 'bytes' ? 'right' : 'left',
    minWidth: as === 'mono' ? 176 : as === 'time' ? 150 : 90,
    format: (row) => cellOf(column, row[key]),
  }
}

/** The same for an export: words for known values, dates, and plain numbers. */
export function csvColumnOf(column: CgiColumn): CsvColumn<CgiRow> {
  const { key, as, values } = column
  const value = (row: CgiRow) => {
    const words = values?.[String(row[key])]
    if (words) return say(words)
    return as === 'time' && row[key] ? absoluteTime(Number(row[key])) : row[key]
  }
  return { label: { zh: column.zh, en: column.en }, property: key, value }
}

function cellOf({ as, values }: CgiColumn, value: Value): ReactNode {
  if (value === undefined || value === null || value === '') return undefined
  const words = values?.[String(value)]
  if (words) return say(words)
  const number = Number(value)
  if (as === 'bytes') return flowText(number)
  if (as === 'seconds') return durationText(number)
  if (as === 'time') return absoluteTime(number)
  return as === 'mono' ? <Copyable text={String(value)} /> : String(value)
}
