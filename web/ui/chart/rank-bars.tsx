import type { CSSProperties, ReactNode } from 'react'
import { textOf, type Text } from '../base/text-of.ts'
import type { ChartTone } from './chart-tone.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'

export interface RankBar {
  id: string | number
  name: string
  value: number
  /** Share of the total, 0 … 100. */
  percent?: number
  /** Replaces the name, for example with a link. */
  face?: ReactNode
  /** Shown after the name, in grey. */
  note?: string
  /** Shown after the value: its change. */
  trend?: ReactNode
}

interface RankBarsProps {
  /** Accessible name. */
  label: Text
  unit: ChartUnit
  rows: readonly RankBar[]
  tone?: ChartTone
}

/** The top entries of a ranking, each with a bar behind its name. */
export function RankBars({ label, unit, rows, tone = 'chart-1' }: RankBarsProps) {
  const top = Math.max(0, ...rows.map(({ value }) => value))
  return (
    <ol aria-label={textOf(label)} className="flex flex-col gap-0.5 text-xs">
      {rows.map(({ id, name, value, percent, face, note, trend }) => (
        <li key={id} className="relative flex h-7 items-center gap-2 px-2">
          <span
            aria-hidden="true"
            style={
              {
                '--part': `${top > 0 ? Math.max(0.5, (value / top) * 100) : 0}%`,
                '--tone': `var(--${tone})`,
              } as CSSProperties
            }
            className="absolute inset-y-0.5 left-0 w-(--part) rounded bg-[color-mix(in_srgb,var(--tone)_16%,var(--surface))]"
          />
          <span className="relative min-w-0 flex-1 truncate" data-tip-cut="">
            {face ?? name}
            {note && <span className="text-soft"> {note}</span>}
          </span>
          <span className="relative font-medium whitespace-nowrap">{amountText(value, unit)}</span>
          {percent !== undefined && (
            <span className="relative w-11 text-right whitespace-nowrap text-soft">{percent.toFixed(1)}%</span>
          )}
          {trend !== undefined && <span className="relative w-14 text-right whitespace-nowrap">{trend}</span>}
        </li>
      ))}
    </ol>
  )
}
