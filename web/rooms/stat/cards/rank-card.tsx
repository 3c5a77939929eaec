import type { RankOut, RankRow } from '@belvedere/contract/rooms/stat/shapes.ts'
import type { ReactNode } from 'react'
import { ChartCard } from '../../../kit/chart-card.tsx'
import { say, type Words } from '../../../kit/words/words.ts'
import { amountColumn, type ChartTable } from '../../../ui/chart/chart-table.ts'
import type { ChartTone } from '../../../ui/chart/chart-tone.ts'
import { amountText } from '../../../ui/chart/chart-unit.ts'
import { Donut } from '../../../ui/chart/donut.tsx'
import { RankBars } from '../../../ui/chart/rank-bars.tsx'
import { type CardFrame, Total, unitOf } from './curve-card.tsx'

type Ranked = Omit<RankOut, 'list' | 'total'> & { list: RankRow[]; total: number | null }

export interface RankCardProps<Data extends Ranked> extends CardFrame<Data> {
  /** Type of the rows, as the head of a column. */
  what: Words
  /** Replaces the name of a row, for example with a link. */
  face?: (row: Data['list'][number]) => ReactNode
  /** Shown after the name of a row. */
  note?: (row: Data['list'][number]) => string
  tone?: ChartTone
  /** Shows the change of each row against the previous period. */
  compared?: boolean
  /** Label of the total; without it no total is shown. */
  totalLabel?: Words
  /** Shown below the bars. */
  foot?: (data: Data) => ReactNode
}

/** Rows of a ranking as bars. */
export function RankCard<Data extends Ranked>(props: RankCardProps<Data>) {
  const { what, face, note, tone, compared = false, totalLabel, foot, ...frame } = props
  return (
    <ChartCard
      {...frame}
      isEmpty={({ list }) => list.length === 0}
      reason={({ reason }) => reason}
      table={(data) => rankTable(data, what, note)}
      total={(data) => totalLabel && <Total label={totalLabel} value={amountText(data.total, unitOf(data))} />}
    >
      {(data) => (
        <>
          <RankBars
            label={frame.title}
            unit={unitOf(data)}
            tone={tone}
            rows={data.list.map((row) => ({
              ...row,
              face: face?.(row),
              note: note?.(row),
              trend: compared ? <Trend trend={row.trend} /> : undefined,
            }))}
          />
          {foot?.(data)}
        </>
      )}
    </ChartCard>
  )
}

export interface ShareCardProps<Data extends Ranked> extends CardFrame<Data> {
  what: Words
  /** Shown below the total in the centre. */
  unitWords: Words
  /** Replaces the name of a row, for example with a link. */
  face?: (row: RankRow) => ReactNode
  note?: (row: RankRow) => ReactNode
  /** Shown above the ring. */
  head?: ReactNode
  foot?: (data: Data) => ReactNode
}

/** Rows of a ranking as shares of a ring. */
export function ShareCard<Data extends Ranked>(props: ShareCardProps<Data>) {
  const { what, unitWords, face, note, head, foot, ...frame } = props
  return (
    <ChartCard
      {...frame}
      isEmpty={({ total }) => total === 0}
      reason={({ reason }) => reason}
      table={(data) => rankTable(data, what)}
      head={head}
    >
      {(data) => (
        <>
          <Donut
            label={frame.title}
            unit={unitOf(data)}
            of={unitWords}
            slices={withRest(data).map((row) => ({ ...row, face: face?.(row), note: note?.(row) }))}
          />
          {foot?.(data)}
        </>
      )}
    </ChartCard>
  )
}

/** The remainder outside of the list is a share, too. */
function withRest({ list, total }: Ranked): RankRow[] {
  if (total === null) return list
  const rest = total - list.reduce((sum, { value }) => sum + value, 0)
  const other = {
    id: '',
    name: say({ zh: '其余', en: 'Others' }),
    value: rest,
    percent: (rest / total) * 100,
    trend: null,
  }
  return rest > 0 ? [...list, other] : list
}

function rankTable<Data extends Ranked>(
  { list, unit }: Data,
  what: Words,
  note?: (row: Data['list'][number]) => string,
): ChartTable {
  const more = note && list.some((row) => note(row) !== '')
  return {
    columns: [
      { label: what },
      ...(more ? [{ label: { zh: '说明', en: 'Of' } }] : []),
      amountColumn({ zh: '数值', en: 'Value' }, unitOf({ unit })),
      amountColumn({ zh: '占比', en: 'Share' }, '%'),
    ],
    rows: list.map((row) => [row.name, ...(more ? [note(row)] : []), row.value, Math.round(row.percent * 100) / 100]),
  }
}

function Trend({ trend }: { trend: number | null }) {
  if (trend === null) return <span className="text-soft">–</span>
  const sign = trend > 0.05 ? '▲' : trend < -0.05 ? '▼' : ''
  return (
    <span className="text-soft">
      {sign} {Math.abs(trend) >= 1000 ? '>999' : Math.abs(trend).toFixed(1)}%
    </span>
  )
}
