import { absoluteTime } from '../values/relative-time.tsx'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'
import { rowsOf, type ChartSeries } from './chart-series.ts'

export type ChartCell = string | number | null

/** The values of a chart as rows of a table or file. */
export interface ChartTable {
  columns: readonly ChartColumn[]
  rows: readonly (readonly ChartCell[])[]
}

export interface ChartColumn {
  label: Text
  /** Formatted for display; files contain the plain value. */
  format?: (value: ChartCell) => string
  /** Unix seconds; files contain date and time as well. */
  moment?: true
  right?: boolean
}

export const momentColumn: ChartColumn = {
  label: { zh: '时间', en: 'Time' },
  format: (at) => absoluteTime(Number(at)),
  moment: true,
}

/** A column of values; its title contains the unit because files contain plain values. */
export function amountColumn(label: Text, unit: ChartUnit): ChartColumn {
  return {
    label: unit ? `${textOf(label)} (${unit})` : label,
    format: (value) => amountText(typeof value === 'number' ? value : null, unit),
    right: true,
  }
}

/** The lines of a chart over time as rows, one per time. */
export function seriesTable(series: readonly ChartSeries[], unit: ChartUnit): ChartTable {
  const columns = series.flatMap(({ label, before }) => [
    amountColumn(label, unit),
    ...(before
      ? [amountColumn(say({ zh: '{label}（上一周期）', en: '{label}, before' }, { label: textOf(label) }), unit)]
      : []),
  ])
  return { columns: [momentColumn, ...columns], rows: rowsOf(series) }
}
