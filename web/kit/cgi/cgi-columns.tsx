import type { CgiColumn } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/buttons/copy-button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { durationText } from '../../ui/values/duration.ts'
import { absoluteTime } from '../../ui/values/relative-time.tsx'
import type { CgiAnswerRow } from './cgi-answer.ts'
import type { CsvColumn } from '../list/save-csv.ts'
import { say } from '../words/words.ts'

/** A column of the catalogue as a table column. */
export function columnOf(column: CgiColumn): Column<CgiAnswerRow> {
  const { key, as } = column
  return {
    property: key,
    label: { zh: column.zh, en: column.en },
    sort: true,
    tooltip: as === undefined,
    position: as === 'number' || as === 'bytes' ? 'right' : 'left',
    minWidth: as === 'mono' ? 176 : as === 'time' ? 150 : 90,
    format: (row) => cellOf(column, row),
  }
}

/** The same for an export: words for known values, dates, and plain numbers. */
export function csvColumnOf(column: CgiColumn): CsvColumn<CgiAnswerRow> {
  const { key, as, values } = column
  const value = (row: CgiAnswerRow) => {
    const words = values?.[String(row[key])]
    if (words) return say(words)
    if (column.by?.as[String(row[column.by.key])]) return textOf(column, row)
    return as === 'time' && row[key] ? absoluteTime(Number(row[key])) : row[key]
  }
  return { label: { zh: column.zh, en: column.en }, property: key, value }
}

function cellOf(column: CgiColumn, row: CgiAnswerRow): ReactNode {
  const text = textOf(column, row)
  return text !== undefined && column.as === 'mono' ? <Copyable text={text} /> : text
}

/** A cell as text; undefined if the device does not report the value. */
function textOf({ key, as, by, values }: CgiColumn, row: CgiAnswerRow): string | undefined {
  const value = row[key]
  if (value === undefined || value === null || value === '') return undefined
  const words = values?.[String(value)]
  if (words) return say(words)
  const form = by?.as[String(row[by.key])] ?? as
  const number = form === 'time' && typeof value === 'string' ? Date.parse(value) / 1000 : Number(value)
  if (!Number.isFinite(number)) return String(value)
  if (form === 'bytes') return flowText(number)
  if (form === 'seconds') return durationText(number)
  return form === 'time' ? absoluteTime(number) : String(value)
}
