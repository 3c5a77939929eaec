import './known-language.ts'
import uPlot from 'uplot'
import { lang } from '../base/words.ts'
import { colourOf } from './chart-tone.ts'
import { axisText, axisTicks, type ChartUnit } from './chart-unit.ts'

export interface SeriesStroke {
  /** Token name. */
  tone: string
  dash: number[]
  /** Belongs to the previous period. */
  faint: boolean
  filled: boolean
}

export interface PlotOptions {
  width: number
  height: number
  unit: ChartUnit
  strokes: readonly SeriesStroke[]
  /** Called when the pointer or the keyboard selects a time; undefined: none. */
  onMoment: (at: number | undefined) => void
  /** Called when a range was dragged. */
  onStretch: (from: number, to: number) => void
}

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
const font = "11px 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC Variable', sans-serif"
const day = 86_400
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false })
const date = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
const long = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric' })

/** Hours, and dates at the start of a day; only dates on a long axis. */
function momentTexts(splits: readonly number[], step: number): string[] {
  return splits.map((at) => {
    const when = new Date(at * 1000)
    if (step >= 28 * day) return long.format(when)
    const midnight = when.getHours() === 0 && when.getMinutes() === 0
    return step >= day || midnight ? date.format(when) : clock.format(when)
  })
}

/** Draws lines on a canvas. Colours are read at every draw, so a theme change only needs `redraw`. */
export function openPlot(
  place: HTMLElement,
  { width, height, unit, strokes, onMoment, onStretch }: PlotOptions,
): uPlot {
  const axis = { stroke: () => colourOf('faint'), font, ticks: { show: false } }
  const grid = { stroke: () => colourOf('line'), width: 1 }
  return new uPlot(
    {
      width,
      height,
      padding: [8, 16, 0, 0],
      legend: { show: false },
      scales: { x: { time: true } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          space: 72,
          values: (_, splits, _axis, _space, step) => momentTexts(splits, step),
        },
        {
          ...axis,
          grid,
          size: (plot, values) => widthOf(plot, values),
          splits: (_plot, _axis, _from, to) =>
            axisTicks(to, unit, Math.floor(height / 40)).filter((tick) => tick <= to),
          values: (_, splits) => splits.map((value) => axisText(value, unit)),
        },
      ],
      series: [{}, ...strokes.map((stroke) => lineOf(stroke))],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 4 },
        points: { size: 6, show: strokes.length <= 20 },
        bind: { dblclick: () => () => null },
      },
      hooks: {
        setCursor: [(plot) => onMoment(momentAt(plot))],
        setSelect: [(plot) => takeStretch(plot, onStretch)],
      },
    },
    [[], ...strokes.map(() => [])],
    place,
  )
}

function lineOf({ tone, dash, faint, filled }: SeriesStroke): uPlot.Series {
  const colour = () => (faint ? `color-mix(in srgb, ${colourOf(tone)} 55%, transparent)` : colourOf(tone))
  return {
    stroke: colour,
    width: faint ? 1 : 1.5,
    dash: faint ? [3, 3] : dash,
    points: { show: true, size: 4, stroke: colour, fill: colour, filter: alone },
    ...(filled && { fill: () => `color-mix(in srgb, ${colourOf(tone)} 12%, transparent)` }),
  }
}

/** A value without neighbours is drawn as a point. */
function alone(plot: uPlot, seriesIdx: number): number[] {
  const values = plot.data[seriesIdx] ?? []
  const isNone = (at: number) => values[at] === null || values[at] === undefined
  return Array.from(values, (_, at) => at).filter((at) => !isNone(at) && isNone(at - 1) && isNone(at + 1))
}

function widthOf(plot: uPlot, values: readonly string[] | null): number {
  plot.ctx.save()
  plot.ctx.font = font
  const widest = Math.max(0, ...(values ?? []).map((text) => plot.ctx.measureText(text).width))
  plot.ctx.restore()
  return Math.ceil(widest) + 12
}

function momentAt(plot: uPlot): number | undefined {
  const { left } = plot.cursor
  return left === undefined || left === null || left < 0 ? undefined : plot.posToVal(left, 'x')
}

function takeStretch(plot: uPlot, onStretch: PlotOptions['onStretch']): void {
  const { left, width } = plot.select
  if (width < 4) return
  const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  onStretch(Math.round(from), Math.round(to))
}
