import type { SeriesOut } from '@belvedere/contract/rooms/stat/shapes.ts'
import { Suspense, type ReactNode } from 'react'
import { ChartCard, type ChartCardProps } from '../../../kit/chart-card.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { ChangeMark } from '../../../ui/chart/change-mark.tsx'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { seriesTable } from '../../../ui/chart/chart-table.ts'
import type { ChartTone } from '../../../ui/chart/chart-tone.ts'
import { amountText, type ChartUnit } from '../../../ui/chart/chart-unit.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const TimeChart = lazyPart(() => import('../../../ui/chart/time-chart.tsx'), 'TimeChart')

/** Props that the cards of statistics pass to their frame. */
export type CardFrame<Data> = Pick<
  ChartCardProps<Data>,
  'title' | 'query' | 'name' | 'of' | 'more' | 'height' | 'className' | 'empty'
>

export interface CurveCardProps<Data extends SeriesOut> extends CardFrame<Data> {
  /** Labels and colours of series by name; a series without a label keeps its name. */
  words: Readonly<Record<string, Words>>
  tones?: Readonly<Record<string, ChartTone>>
  area?: boolean
  /** Label of the total. */
  totalLabel: Words
  /** Replaces the total of the call. */
  totalText?: (data: Data) => string
  /** Shown beside the total. */
  beside?: (data: Data) => ReactNode
  onZoom: (from: number, to: number) => void
}

/** Series of a call as lines over time. */
export function CurveCard<Data extends SeriesOut>(props: CurveCardProps<Data>) {
  const { words, tones = {}, area, totalLabel, totalText, beside, onZoom, height = 220, ...frame } = props
  const seriesOf = ({ series, compare }: Data) => linesOf(series, compare?.series, words, tones)
  return (
    <ChartCard
      {...frame}
      height={height + 24}
      isEmpty={({ series }) => series.every(({ points }) => points.every(([, value]) => value === null))}
      table={(data) => seriesTable(seriesOf(data), unitOf(data))}
      total={(data) => (
        <Total label={totalLabel} value={totalText?.(data) ?? amountText(data.total, unitOf(data))}>
          {!totalText && data.compare && <ChangeMark now={data.total} before={data.compare.total} />}
          {beside?.(data)}
        </Total>
      )}
    >
      {(data) => (
        <Suspense fallback={<Skeleton className="min-h-20 flex-1 rounded-md" />}>
          <TimeChart
            label={frame.title}
            unit={unitOf(data)}
            from={data.from}
            to={data.to}
            step={data.step}
            series={seriesOf(data)}
            area={area}
            height={height}
            onZoom={onZoom}
          />
        </Suspense>
      )}
    </ChartCard>
  )
}

/** The units of the calls are those of the charts. */
export const unitOf = ({ unit }: { unit: string }): ChartUnit => unit as ChartUnit

/** A number beside the title of a card. */
export function Total({ label, value, children }: { label: Words; value: string; children?: ReactNode }) {
  return (
    <span className="flex items-baseline gap-2 truncate text-xs">
      <span className="text-faint max-sm:sr-only">{say(label)}</span>
      <b className="text-sm font-medium text-ink">{value}</b>
      {children}
    </span>
  )
}

type CurveSeries = SeriesOut['series']

function linesOf(
  series: CurveSeries,
  before: CurveSeries | undefined,
  words: Readonly<Record<string, Words>>,
  tones: Readonly<Record<string, ChartTone>>,
): ChartSeries[] {
  return series.map(({ name, points }) => {
    const earlier = before?.find((one) => one.name === name)?.points
    const tone = tones[name]
    return { id: name, label: words[name] ?? name, points, ...(earlier && { before: earlier }), ...(tone && { tone }) }
  })
}
