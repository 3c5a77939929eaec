import { flowText, rateText } from '@belvedere/pure/flow.ts'
import { durationText } from '../duration.ts'
import { lang } from '../words.ts'

/** Units as the calls spell them; empty: a count. */
export type ChartUnit = 'B' | 'bit/s' | '%' | '℃' | 's' | ''

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
let whole: Intl.NumberFormat | undefined
let fine: Intl.NumberFormat | undefined

/** A value as a person reads it: B … TB base 1024 with two decimals, rates base 1000, durations in two steps, counts grouped. */
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

/** The same beside an axis: without decimals that say nothing. */
export function axisText(value: number, unit: ChartUnit): string {
  return unit === 's'
    ? durationText(value, 1)
    : amountText(value, unit)
        .replace(/(\.\d*?)0+(?= )/, '$1')
        .replace('. ', ' ')
}

/** Steps of an axis, from small to large: powers of two where 1024 makes the next unit, hours and days for durations. */
export function axisSteps(unit: ChartUnit): number[] {
  if (unit === 'B') return Array.from({ length: 54 }, (_, power) => 2 ** power)
  if (unit === 's')
    return [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000]
  const smallest = unit === '' || unit === 'bit/s' ? 0 : -2
  return Array.from({ length: 16 }, (_, at) => at + smallest).flatMap((power) => [1, 2, 5].map((n) => n * 10 ** power))
}

/** The end of an axis from 0 that holds `top` with about `wanted` steps, and the step. */
export function axisEnd(top: number, unit: ChartUnit, wanted = 4): { end: number; step: number } {
  const step = axisSteps(unit).find((one) => one * wanted >= top) ?? top / wanted
  return { end: Math.max(step, Math.ceil(top / step) * step), step }
}
