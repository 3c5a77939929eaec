import { absoluteTime, relativeTime, useNow } from '../values/relative-time.tsx'
import { say } from '../base/words.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'
import { Swatch } from './swatch.tsx'

interface TipRow {
  id: string
  label: string
  tone: string
  value: number
}

interface ChartTipProps {
  /** Unix seconds. */
  at: number
  /** Position of the time in the chart, and the width of the chart; pixels. */
  left: number
  width: number
  unit: ChartUnit
  rows: readonly TipRow[]
}

const most = 12

/** The values of all lines at one time, the largest first. */
export function ChartTip({ at, left, width, unit, rows }: ChartTipProps) {
  const now = useNow()
  const sorted = [...rows].sort((a, b) => (Number.isNaN(a.value) ? 1 : Number.isNaN(b.value) ? -1 : b.value - a.value))
  const side = left > width / 2 ? { right: Math.max(0, width - left + 12) } : { left: left + 12 }
  return (
    <div
      role="status"
      style={side}
      className="pointer-events-none absolute top-1 z-10 max-w-72 rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-pop"
    >
      <p className="flex justify-between gap-4 whitespace-nowrap">
        <span className="font-medium">{absoluteTime(at)}</span>
        <span className="text-faint">{relativeTime(at, now)}</span>
      </p>
      <ul>
        {sorted.slice(0, most).map(({ id, label, tone, value }) => (
          <li key={id} className="flex items-center gap-1.5">
            <Swatch tone={tone} dashed={id.endsWith(' before')} />
            <span className="min-w-0 flex-1 truncate text-soft">{label}</span>
            <span className="pl-3 whitespace-nowrap">{amountText(value, unit)}</span>
          </li>
        ))}
      </ul>
      {sorted.length > most && (
        <p className="text-faint">{say({ zh: '另有 {n} 条', en: '{n} more' }, { n: sorted.length - most })}</p>
      )}
    </div>
  )
}
