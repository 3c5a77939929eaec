import { textOf, type Text } from '../base/text-of.ts'
import { lang, say } from '../base/words.ts'
import type { ChartTone } from './chart-tone.ts'
import { Swatch } from './swatch.tsx'
import { weekdayText } from './heat-map.tsx'

export interface CalendarDay {
  /** Start of the day, unix seconds. */
  at: number
  /** Null: no data. */
  value: number | null
}

export interface DayLimit {
  /** Lower limits of the values, from the best down. */
  from: number
  tone: ChartTone
  label: Text
}

interface DayCalendarProps {
  /** Accessible name. */
  label: Text
  days: readonly CalendarDay[]
  limits: readonly DayLimit[]
  format: (value: number) => string
}

const locale = lang === 'zh' ? 'zh-CN' : 'en-GB'
const dateOf = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'short' })
const weekOf = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })

/** A calendar with one cell per day and one row per week. */
export function DayCalendar({ label, days, limits, format }: DayCalendarProps) {
  const weeks = weeksOf(days)
  return (
    <div>
      <table
        aria-label={textOf(label)}
        className="w-full table-fixed border-separate border-spacing-0.5 text-[11px] text-faint"
      >
        <thead>
          <tr>
            <th scope="col" className="w-12 p-0">
              <span className="sr-only">{say({ zh: '周', en: 'Week of' })}</span>
            </th>
            {[1, 2, 3, 4, 5, 6, 0].map((day) => (
              <th key={day} scope="col" className="p-0 font-normal">
                {weekdayText(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a week is identified by its index
            <tr key={row}>
              <th scope="row" className="pr-1.5 text-right font-normal whitespace-nowrap">
                {weekOf.format((week.find((day) => day !== undefined)?.at ?? 0) * 1000)}
              </th>
              {week.map((day, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index in the week
                <DayCell key={place} day={day} limits={limits} format={format} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-2 flex flex-wrap justify-end gap-x-3 text-[11px] text-faint">
        {limits.map(({ tone, label }) => (
          <li key={tone} className="flex items-center gap-1.5">
            <Swatch tone={tone} />
            {textOf(label)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Days of the month before or after the days that are shown. */
const noDay = '\u00a0'

function DayCell({
  day,
  limits,
  format,
}: {
  day: CalendarDay | undefined
  limits: readonly DayLimit[]
  format: (value: number) => string
}) {
  if (!day) return <td aria-hidden="true">{noDay}</td>
  const { value } = day
  const tone = value === null ? undefined : limits.find(({ from }) => value >= from)?.tone
  const text = value === null ? say({ zh: '无数据', en: 'No data' }) : format(value)
  return (
    <td
      data-tip={`${dateOf.format(day.at * 1000)}\n${text}`}
      style={tone && { backgroundColor: `color-mix(in srgb, var(--${tone}) 26%, var(--surface))` }}
      className="h-7 rounded-[3px] bg-sunken p-0 text-center text-ink hover:outline hover:outline-ink"
    >
      {value === null ? <span className="text-faint">–</span> : text}
    </td>
  )
}

/** Rows of seven days, Monday first, in the user's time zone. */
function weeksOf(days: readonly CalendarDay[]): (CalendarDay | undefined)[][] {
  const weeks: (CalendarDay | undefined)[][] = []
  for (const day of days) {
    const place = (new Date(day.at * 1000).getDay() + 6) % 7
    if (weeks.length === 0 || place === 0) weeks.push(Array.from({ length: 7 }))
    const week = weeks.at(-1)
    if (week) week[place] = day
  }
  return weeks
}
