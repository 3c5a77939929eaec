import type { Text } from '../base/text-of.ts'
import type { ChartTone } from './chart-tone.ts'
import { toneAt, tones } from './chart-tone.ts'
import type { ChartPoint } from './time-grid.ts'

/** One line of a chart over time. */
export interface ChartSeries {
  id: string
  label: Text
  points: readonly ChartPoint[]
  /** The same series of the previous period, shifted to the times of this one; drawn dashed. */
  before?: readonly ChartPoint[]
  /** Chosen by index by default. */
  tone?: ChartTone
}

export const toneOfSeries = ({ tone }: ChartSeries, index: number): ChartTone => tone ?? toneAt(index)

/** Strokes of series: colours repeat after ten and are dashed then. */
export const dashOf = (index: number): number[] => (index >= tones ? [6, 3] : [])

/** Times and values of all series side by side, for tables and files; a time without any value is omitted. */
export function rowsOf(series: readonly ChartSeries[]): (number | null)[][] {
  const columns = series.flatMap(({ points, before }) => [new Map(points), ...(before ? [new Map(before)] : [])])
  const moments = new Set(columns.flatMap((column) => [...column.keys()]))
  return [...moments]
    .sort((a, b) => a - b)
    .map((at) => [at, ...columns.map((column) => column.get(at) ?? null)])
    .filter(([, ...values]) => values.some((value) => value !== null))
}
