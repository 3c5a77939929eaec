import type { CSSProperties } from 'react'
import { textOf, type Text } from '../base/text-of.ts'
import { lang, say } from '../base/words.ts'
import { amountText, type ChartUnit } from './chart-unit.ts'

interface HeatMapProps {
  /** Accessible name. */
  label: Text
  unit: ChartUnit
  /** Seven days from Sunday with 24 hours each; null: no data. */
  cells: readonly (readonly (number | null)[])[]
}

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
/** 4 January 1970 was a Sunday. */
const sunday = 3 * 86_400_000

/** The name of a weekday, 0 = Sunday. */
export function weekdayText(day: number, style: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(sunday + day * 86_400_000)
}

/** Monday is the first day of the week. */
const order = [1, 2, 3, 4, 5, 6, 0]
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The hours of a week; darker cells are higher values. Screen readers get a table. */
export function HeatMap({ label, unit, cells }: HeatMapProps) {
  const top = Math.max(0, ...cells.flatMap((row) => row.map((value) => value ?? 0)))
  return (
    <div>
      <table
        aria-label={textOf(label)}
        className="w-full table-fixed border-separate border-spacing-px text-[11px] text-faint"
      >
        <thead>
          <tr>
            <th scope="col" className="w-10 p-0">
              <span className="sr-only">{say({ zh: '星期', en: 'Day' })}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="overflow-visible p-0 text-left font-normal whitespace-nowrap">
                {hour % 6 === 0 ? `${hour}:00` : <span className="sr-only">{`${hour}:00`}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((day) => (
            <tr key={day}>
              <th scope="row" className="pr-1 text-right font-normal whitespace-nowrap">
                {weekdayText(day)}
              </th>
              {hours.map((hour) => (
                <Cell key={hour} day={day} hour={hour} value={cells[day]?.[hour] ?? null} top={top} unit={unit} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 flex items-center justify-end gap-1.5 text-[11px] text-faint" aria-hidden="true">
        {amountText(0, unit)}
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span
            key={part}
            style={heat(part)}
            className="size-3 rounded-[2px] bg-[color-mix(in_srgb,var(--chart-1)_var(--heat),var(--sunken))]"
          />
        ))}
        {amountText(top, unit)}
      </p>
    </div>
  )
}

const heat = (part: number) => ({ '--heat': `${Math.round(part * 100)}%` }) as CSSProperties

interface HeatCellProps {
  day: number
  hour: number
  value: number | null
  top: number
  unit: ChartUnit
}

function Cell({ day, hour, value, top, unit }: HeatCellProps) {
  const text = value === null ? say({ zh: '无数据', en: 'No data' }) : amountText(value, unit)
  return (
    <td
      style={heat(value === null || top === 0 ? 0 : Math.max(value > 0 ? 0.06 : 0, value / top))}
      data-tip={`${weekdayText(day, 'long')} ${hour}:00–${hour + 1}:00\n${text}`}
      className="h-5 rounded-[2px] bg-[color-mix(in_srgb,var(--chart-1)_var(--heat),var(--sunken))] p-0 hover:outline hover:outline-ink"
    >
      <span className="sr-only">{text}</span>
    </td>
  )
}
