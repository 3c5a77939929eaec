import { absoluteTime } from '../values/relative-time.tsx'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'
import { rowsOf, type ChartSeries } from './chart-series.ts'

export type ChartCell = string | number | null

/** The numbers of a chart as rows: what its table shows and its file holds. */
export interface ChartTable {
  columns: readonly ChartColumn[]
  rows: readonly (readonly ChartCell[])[]
}

export interface ChartColumn {
  label: Text
  /** As a person reads it; files hold the plain value. */
  format?: (value: ChartCell) => string
  /** Unix seconds: files hold date and time too. */
  moment?: true
  right?: boolean
}

export const momentColumn: ChartColumn = {
  label: { zh: '时间', en: 'Time' },
  format: (at) => absoluteTime(Number(at)),
  moment: true,
}

/** A column of values; its title names the unit, as files hold plain values. */
export function amountColumn(label: Text, unit: ChartUnit): ChartColumn {
  return {
    label: unit ? `${textOf(label)} (${unit})` : label,
    format: (value) => amountText(typeof value === 'number' ? value : null, unit),
    right: true,
  }
}

/** The lines of a chart over time as rows, a moment each. */
export function seriesTable(series: readonly ChartSeries[], unit: ChartUnit): ChartTable {
  const columns = series.flatMap(({ label, before }) => [
    amountColumn(label, unit),
    ...(before
      ? [amountColumn(say({ zh: '{label}（上一周期）', en: '{label}, before' }, { label: textOf(label) }), unit)]
      : []),
  ])
  return { columns: [momentColumn, ...columns], rows: rowsOf(series) }
}
