import { arc, pie, type PieArcDatum } from 'd3-shape'
import type { ReactNode } from 'react'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'
import { toneAt, type ChartTone } from './chart-tone.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'
import { Swatch } from './swatch.tsx'

export interface Slice {
  id: string | number
  name: string
  value: number
  tone?: ChartTone
  /** Replaces the name, for example with a link. */
  face?: ReactNode
  /** Shown after the value. */
  note?: ReactNode
}

interface DonutProps {
  /** Accessible name. */
  label: Text
  unit?: ChartUnit
  slices: readonly Slice[]
  /** Shown below the total in the centre. */
  of: Text
  /** Further slices are combined into one. */
  most?: number
}

/** Shares of a whole, with a list of the same numbers. */
export function Donut({ label, unit = '', slices, of, most = 8 }: DonutProps) {
  const parts = joined(slices, most)
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="flex min-w-0 items-center gap-4 max-sm:flex-col max-sm:items-stretch">
      <svg viewBox="0 0 120 120" role="img" aria-label={textOf(label)} className="size-30 shrink-0 max-sm:mx-auto">
        <circle cx="60" cy="60" r="48" fill="none" strokeWidth="14" className="stroke-sunken" />
        <g transform="translate(60 60)">
          {slicesOf(parts).map((slice) => (
            <path
              key={slice.data.id}
              d={slicePath(slice) ?? ''}
              style={{ fill: `var(--${slice.data.tone})` }}
              data-tip={`${slice.data.name}\n${amountText(slice.value, unit)} · ${shareText(slice.value, total)}`}
            />
          ))}
        </g>
        <text x="60" y="60" textAnchor="middle" className="fill-ink text-[18px] font-semibold">
          {amountText(total, unit)}
        </text>
        <text x="60" y="77" textAnchor="middle" className="fill-faint text-[11px]">
          {textOf(of)}
        </text>
      </svg>
      <ul aria-label={textOf(label)} className="min-w-0 flex-1 text-xs">
        {parts.map(({ id, name, value, tone, face, note }) => (
          <li key={id} className="flex h-6 items-center gap-2">
            <Swatch tone={tone} />
            <span className="min-w-0 flex-1 truncate" data-tip-cut="">
              {face ?? name}
            </span>
            {note}
            <span className="font-medium">{amountText(value, unit)}</span>
            <span className="w-12 text-right text-faint">{shareText(value, total)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type DonutPart = Slice & { tone: ChartTone }

const slicesOf = pie<DonutPart>()
  .sort(null)
  .value(({ value }) => value)

/** A narrow gap is left between slices that are wide enough for it. */
const slicePath = arc<PieArcDatum<DonutPart>>()
  .innerRadius(41)
  .outerRadius(55)
  .padRadius(48)
  .padAngle(({ startAngle, endAngle }) => (endAngle - startAngle > 0.075 ? 0.03 : 0))
  .digits(2)

function joined(slices: readonly Slice[], most: number): DonutPart[] {
  const known = slices.filter(({ value }) => value > 0)
  const rest = known.slice(most)
  const shown = rest.length > 1 ? known.slice(0, most) : known
  const parts = shown.map((slice, index) => ({ ...slice, tone: slice.tone ?? toneAt(index) }))
  if (rest.length < 2) return parts
  const value = rest.reduce((sum, one) => sum + one.value, 0)
  const name = say({ zh: '其余 {n} 项', en: '{n} {n:other|others}' }, { n: rest.length })
  return [...parts, { id: 'rest', name, value, tone: 'strong' }]
}

/** A share in percent with one decimal. */
export const shareText = (value: number, total: number): string =>
  total > 0 ? `${((value / total) * 100).toFixed(1)}%` : '–'
