import type { CgiColumn } from '@belvedere/contract/kit/cgi-catalogue.ts'
import { flowText } from '@belvedere/pure/flow.ts'
import type { ReactNode } from 'react'
import type { Column } from '../../../kit/call-table.tsx'
import { say } from '../../../kit/words.ts'
import { Copyable } from '../../../ui/copy-button.tsx'
import { durationText } from '../../../ui/duration.ts'
import { absoluteTime } from '../../../ui/relative-time.tsx'
import type { CgiAnswerRow } from './answer.ts'

/** A column of the catalogue as a column of a table. */
export function columnOf(column: CgiColumn): Column<CgiAnswerRow> {
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

function cellOf({ as, values }: CgiColumn, value: string | number | null | undefined): ReactNode {
  if (value === undefined || value === null || value === '') return undefined
  const words = values?.[String(value)]
  if (words) return say(words)
  const number = Number(value)
  if (as === 'bytes') return flowText(number)
  if (as === 'seconds') return durationText(number)
  if (as === 'time') return absoluteTime(number)
  return as === 'mono' ? <Copyable text={String(value)} /> : String(value)
}
