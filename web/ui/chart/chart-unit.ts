import { flowText, rateText } from '@belvedere/pure/text/flow.ts'
import { bisectLeft, range, tickStep } from 'd3-array'
import { durationText } from '../values/duration.ts'
import { lang } from '../base/words.ts'

/** Units as the API spells them; empty: a count. */
export type ChartUnit = 'B' | 'bit/s' | '%' | '℃' | 's' | ''

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
let whole: Intl.NumberFormat | undefined
let fine: Intl.NumberFormat | undefined

/**
 * A value for display: B … TB base 1024 with two decimals, rates base 1000, durations in two steps, counts grouped.
 */
export function amountText(value: number | null | undefined, unit: ChartUnit): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  if (unit === 'B') return flowText(value)
  if (unit === 'bit/s') return rateText(value)
  if (unit === 's') return durationText(value, 2)
  whole ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  fine ??= new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const text = Number.isInteger(value) ? whole.format(value) : fine.format(value)
  if (unit === '%') return `${text}%`
  return unit === '℃' ? `${text} ℃` : text
}

/** The same for axis labels, without insignificant decimals. */
export function axisText(value: number, unit: ChartUnit): string {
  return unit === 's'
    ? durationText(value, 1)
    : amountText(value, unit)
        .replace(/(\.\d*?)0+(?= )/, '$1')
        .replace('. ', ' ')
}

/** Seconds between the ticks of an axis of durations. */
const durationSteps = [
  1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000,
]

/** Powers of two for units of base 1024, minutes and hours for durations, otherwise 1, 2 or 5 times a power of ten. */
function axisStep(top: number, unit: ChartUnit, wanted: number): number {
  if (unit === 'B') return 2 ** Math.max(0, Math.ceil(Math.log2(top / wanted)))
  if (unit === 's') return durationSteps[bisectLeft(durationSteps, top / wanted)] ?? Math.ceil(top / wanted)
  const smallest = unit === '' || unit === 'bit/s' ? 1 : 0.01
  return Math.max(smallest, tickStep(0, top, wanted))
}

/** The ticks of an axis from 0 to `top` or a little above, about `wanted` steps. */
export function axisTicks(top: number, unit: ChartUnit, wanted = 4): number[] {
  const step = axisStep(top, unit, wanted)
  return range(Math.max(1, Math.ceil(top / step)) + 1).map((count) => count * step)
}
