import { scaleBand, scaleLinear, type ScaleBand } from 'd3-scale'
import { stack } from 'd3-shape'
import { useState, type KeyboardEvent } from 'react'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartTone } from './chart-tone.ts'
import { amountText, axisText, axisTicks, type ChartUnit } from './chart-unit.ts'
import { useWidth } from './use-width.ts'

export interface BarSeries {
  id: string
  label: Text
  tone: ChartTone
  values: readonly number[]
}

interface BarChartProps {
  /** Accessible name. */
  label: Text
  unit: ChartUnit
  /** Labels below the bars. As many as fit are shown; empty labels are not shown. */
  names: readonly string[]
  /** Replaces `names` in the tooltip. */
  fullNames?: readonly string[]
  /** Parts of one bar, from the bottom up. */
  series: readonly BarSeries[]
  height?: number
  /** Called on a click or Enter on a bar, for example to show its rows. */
  onPick?: (index: number) => void
}

const foot = 20
const head = 6

/** Bars of one or several stacked parts: a histogram, counts per hour. */
export function BarChart({ label, unit, names, fullNames = names, series, height = 180, onPick }: BarChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [active, setActive] = useState(-1)
  const places = names.map((_, at) => at)
  const layers = stack<number, string>()
    .keys(series.map(({ id }) => id))
    .value((at, id) => series.find((one) => one.id === id)?.values[at] ?? 0)(places)
  const totals = places.map((at) => layers.at(-1)?.[at]?.[1] ?? 0)
  const ticks = axisTicks(Math.max(1, ...totals), unit)
  const side = Math.max(...ticks.map((tick) => axisText(tick, unit).length)) * 7 + 8
  const x = scaleBand(places, [side, Math.max(side, width)])
  const y = scaleLinear([0, ticks.at(-1) ?? 1], [height - foot, head])
  const shown = roomFor(names, x)
  const tipOf = (at: number) => tipText(fullNames[at] ?? '', series, totals[at] ?? 0, at, unit)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: active + 1,
      ArrowLeft: active < 0 ? names.length - 1 : active - 1,
      Home: 0,
      End: names.length - 1,
    }[event.key]
    if (to !== undefined) setActive(Math.max(0, Math.min(names.length - 1, to)))
    else if (event.key === 'Enter' && active >= 0) onPick?.(active)
    else return
    event.preventDefault()
  }
  return (
    <div ref={ref} className="min-w-0">
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between the bars
        tabIndex={0}
        aria-label={`${textOf(label)}. ${say(keys)}`}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(-1)}
        className="rounded-md"
      >
        <svg width={width} height={height} aria-hidden="true" className="block overflow-visible">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={side}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-line"
                shapeRendering="crispEdges"
              />
              <text x={side - 6} y={y(tick) + 4} textAnchor="end" className="fill-faint text-[11px]">
                {axisText(tick, unit)}
              </text>
            </g>
          ))}
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            <g
              key={at}
              data-tip={tipOf(at)}
              onClick={onPick && (() => onPick(at))}
              className={onPick && 'cursor-pointer'}
            >
              <rect
                x={x(at)}
                y={0}
                width={x.bandwidth()}
                height={height}
                className={active === at ? 'fill-hover' : 'fill-transparent hover:fill-hover'}
              />
              <Stack
                parts={series.map(({ id, tone }, layer) => ({ id, tone, span: layers[layer]?.[at] ?? [0, 0] }))}
                left={x(at) ?? 0}
                slot={x.bandwidth()}
                y={y}
              />
              {shown.has(at) && (
                <text x={middleOf(x, at)} y={height - 5} textAnchor="middle" className="fill-faint text-[11px]">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <p role="status" className="sr-only">
        {active >= 0 && tipOf(active)}
      </p>
      {series.length > 1 && (
        <ChartLegend entries={series.map((one) => ({ ...one, label: textOf(one.label) }))} hidden={none} />
      )}
    </div>
  )
}

const none: ReadonlySet<string> = new Set()
const keys = { zh: '左右方向键查看各项数值', en: 'Use the left and right arrow keys to read the values' }

interface StackProps {
  parts: readonly { id: string; tone: ChartTone; span: ArrayLike<number> }[]
  left: number
  slot: number
  y: (value: number) => number
}

/** The parts of one bar, from the bottom up. */
function Stack({ parts, left, slot, y }: StackProps) {
  const gap = slot > 8 ? Math.min(8, slot * 0.25) : 1
  return parts.map(({ id, tone, span: { 0: from = 0, 1: to = 0 } }) => {
    if (to <= from) return null
    const [bottom, top] = [y(from), y(to)]
    return (
      <rect
        key={id}
        x={left + gap / 2}
        y={Math.min(top, bottom - 1)}
        width={Math.max(1, slot - gap)}
        height={Math.max(1, bottom - top)}
        rx={slot > 12 ? 1.5 : 0}
        style={{ fill: `var(--${tone})` }}
        className="pointer-events-none"
      />
    )
  })
}

const middleOf = (x: ScaleBand<number>, at: number) => (x(at) ?? 0) + x.bandwidth() / 2

/** The names that fit beside each other, from the left. */
function roomFor(names: readonly string[], x: ScaleBand<number>): ReadonlySet<number> {
  const shown = new Set<number>()
  let end = Number.NEGATIVE_INFINITY
  names.forEach((name, at) => {
    const half = [...name].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 6 : 3.25), 4)
    const middle = middleOf(x, at)
    if (!name || middle - half < end) return
    shown.add(at)
    end = middle + half
  })
  return shown
}

function tipText(name: string, series: readonly BarSeries[], total: number, at: number, unit: ChartUnit): string {
  if (series.length === 1) return `${name}\n${amountText(total, unit)}`
  const parts = series.map(({ label, values }) => `${textOf(label)} ${amountText(values[at] ?? 0, unit)}`)
  return [name, ...parts, `${say({ zh: '合计', en: 'Total' })} ${amountText(total, unit)}`].join('\n')
}
