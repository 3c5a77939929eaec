import 'uplot/dist/uPlot.min.css'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type uPlot from 'uplot'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'
import { Button } from '../buttons/button.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTip } from './chart-tip.tsx'
import { dashOf, toneOfSeries, type ChartSeries } from './chart-series.ts'
import { axisTicks, type ChartUnit } from './chart-unit.ts'
import { openPlot, type SeriesStroke } from './plot.ts'
import { gridOf, onGrid, thinned, type TimeGrid } from './time-grid.ts'
import { useWidth } from './use-width.ts'

export interface TimeChartProps {
  /** Accessible name. */
  label: Text
  unit: ChartUnit
  /** Unix seconds; `step`: seconds between points. */
  from: number
  to: number
  step: number
  series: readonly ChartSeries[]
  height?: number
  /** Tints the area below the lines. */
  area?: boolean
  /** Called when a time range was dragged; if omitted, the chart zooms to that range. */
  onZoom?: (from: number, to: number) => void
}

interface TimeChartLine {
  id: string
  label: string
  stroke: SeriesStroke
  values: Float64Array
}

/** Lines over time: drag to zoom, use the arrow keys to read the values. */
export function TimeChart({ label, unit, from, to, step, series, height = 220, area, onZoom }: TimeChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [hover, setHover] = useState<number>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [stretch, setStretch] = useState<readonly [number, number]>()

  const grid = useMemo(
    () =>
      gridOf(
        from,
        to,
        step,
        series.map(({ points }) => points),
      ),
    [from, to, step, series],
  )
  const lines = useMemo(() => linesOf(series, grid, area === true), [series, grid, area])
  const view = useMemo(() => viewOf(grid, stretch), [grid, stretch])

  const latest = useRef({ onZoom, view, setStretch })
  latest.current = { onZoom, view, setStretch }
  const strokes = JSON.stringify(lines.map(({ stroke }) => stroke))
  const ready = width > 0
  useEffect(() => {
    if (!ready || !place.current) return undefined
    const opened = openPlot(place.current, {
      width: place.current.clientWidth,
      height,
      unit,
      strokes: JSON.parse(strokes) as SeriesStroke[],
      onMoment: (at) => setHover(at === undefined ? undefined : placeIn(latest.current.view.grid, at)),
      onStretch: (from, to) => (latest.current.onZoom ?? ((...both) => latest.current.setStretch(both)))(from, to),
    })
    plot.current = opened
    const watch = new MutationObserver(() => opened.redraw(false))
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      watch.disconnect()
      opened.destroy()
      plot.current = undefined
    }
  }, [ready, strokes, unit, height])

  useEffect(() => {
    if (width === 0) return undefined
    // drawn in a separate frame, so that the page responds to the click first
    const frame = requestAnimationFrame(() => {
      const opened = plot.current
      if (!opened) return
      const shown = lines.map(({ values }) => values.subarray(view.first, view.first + view.grid.count))
      const { xs, ys } = thinned(shown, view.grid, lines.length > 8 ? width / 2 : width)
      const top = Math.max(0, ...lines.map(({ id }, at) => (hidden.has(id) ? 0 : topOf(ys[at] ?? []))))
      const end = unit === '%' && top > 50 && top <= 100 ? 100 : (axisTicks(top * 1.03, unit).at(-1) ?? 1)
      const { start, step, count } = view.grid
      opened.batch(() => {
        if (opened.width !== width) opened.setSize({ width, height })
        opened.setData([xs, ...ys], false)
        lines.forEach(({ id }, at) => {
          const show = !hidden.has(id)
          if (opened.series[at + 1]?.show !== show) opened.setSeries(at + 1, { show })
        })
        opened.setScale('x', { min: start, max: start + Math.max(1, count - 1) * step })
        opened.setScale('y', { min: 0, max: end })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [lines, view, width, height, hidden, unit, strokes])

  const move = (to: number) => {
    const opened = plot.current
    if (!opened) return
    const within = Math.max(0, Math.min(view.grid.count - 1, to))
    opened.setCursor({ left: opened.valToPos(view.grid.start + within * view.grid.step, 'x'), top: 20 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = hover ?? -1
    const target = targetOf(event, now, view.grid.count)
    if (target === undefined) return
    event.preventDefault()
    if (target === 'leave') plot.current?.setCursor({ left: -10, top: -10 })
    else move(target)
  }
  const at = hover === undefined ? undefined : view.grid.start + hover * view.grid.step
  const shown = lines.filter(({ id }) => !hidden.has(id))
  const left = at === undefined ? 0 : (plot.current?.valToPos(at, 'x') ?? 0) + (plot.current?.over.offsetLeft ?? 0)
  return (
    <div ref={ref} className="relative min-w-0">
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move through the times
        tabIndex={0}
        aria-label={`${textOf(label)}. ${say(keys)}`}
        onKeyDown={onKeyDown}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
        className="rounded-md"
      >
        <div ref={place} style={{ height }} className="overflow-hidden" />
      </div>
      {at !== undefined && hover !== undefined && (
        <ChartTip
          at={at}
          left={left}
          width={width}
          unit={unit}
          rows={shown.map(({ id, label, stroke, values }) => ({
            id,
            label,
            tone: stroke.tone,
            value: values[view.first + hover] ?? Number.NaN,
          }))}
        />
      )}
      {stretch && (
        <Button size="s" className="absolute top-1 right-1" onClick={() => setStretch(undefined)}>
          {say({ zh: '还原缩放', en: 'Whole period' })}
        </Button>
      )}
      {lines.length > 1 && (
        <ChartLegend
          entries={lines.map(({ id, label, stroke }) => ({
            id,
            label,
            tone: stroke.tone,
            dashed: stroke.faint || stroke.dash.length > 0,
          }))}
          hidden={hidden}
          onChange={setHidden}
        />
      )}
    </div>
  )
}

const keys = {
  zh: '左右方向键查看各时刻的数值',
  en: 'Use the left and right arrow keys to read the values at each time',
}

function linesOf(series: readonly ChartSeries[], grid: TimeGrid, filled: boolean): TimeChartLine[] {
  return series.flatMap((one, index) => {
    const label = textOf(one.label)
    const stroke = { tone: toneOfSeries(one, index), dash: dashOf(index), faint: false, filled }
    const now = { id: one.id, label, stroke, values: onGrid(one.points, grid) }
    if (!one.before?.some(([, value]) => value !== null)) return [now]
    const before = say({ zh: '{label}（上一周期）', en: '{label}, before' }, { label })
    return [
      now,
      {
        id: `${one.id} before`,
        label: before,
        stroke: { ...stroke, faint: true, filled: false },
        values: onGrid(one.before, grid),
      },
    ]
  })
}

function viewOf(grid: TimeGrid, stretch: readonly [number, number] | undefined): { first: number; grid: TimeGrid } {
  if (!stretch) return { first: 0, grid }
  const first = Math.max(0, Math.min(grid.count - 2, placeIn(grid, stretch[0])))
  const last = Math.max(first + 1, Math.min(grid.count - 1, placeIn(grid, stretch[1])))
  return { first, grid: { ...grid, start: grid.start + first * grid.step, count: last - first + 1 } }
}

const placeIn = ({ start, step, count }: TimeGrid, at: number) =>
  Math.max(0, Math.min(count - 1, Math.round((at - start) / step)))

function topOf(drawn: readonly (number | null)[]): number {
  let top = 0
  for (const value of drawn) if (value !== null && value > top) top = value
  return top
}

function targetOf({ key, shiftKey }: KeyboardEvent, now: number, count: number): number | 'leave' | undefined {
  const far = shiftKey ? 10 : 1
  if (key === 'ArrowRight') return now < 0 ? 0 : now + far
  if (key === 'ArrowLeft') return now < 0 ? count - 1 : now - far
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return key === 'Escape' && now >= 0 ? 'leave' : undefined
}
