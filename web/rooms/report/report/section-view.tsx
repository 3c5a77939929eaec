import { Facts } from '../../../ui/values/fact-list.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { say } from '../../../kit/words/words.ts'
import type { ReportSection } from './report.ts'

/** A section as it will be printed. */
export function SectionView({ section: { title, notes, facts, charts, tables } }: { section: ReportSection }) {
  return (
    <section className="mt-6 flex flex-col gap-3">
      <h3 className="text-lg font-semibold">{title}</h3>
      {notes.map((note) => (
        <p key={note} className="text-xs text-soft">
          {note}
        </p>
      ))}
      {facts.length > 0 && <Facts items={facts} className="[&_dd]:text-lg [&_dd]:font-semibold" />}
      {charts.map((chart) => (
        <Bars key={chart.title} chart={chart} />
      ))}
      {tables.map((table) => (
        <div key={table.title} className="min-w-0">
          <p className="mb-1 text-xs text-faint">{table.title}</p>
          <MiniTable
            className="max-h-[460px]"
            label={table.title}
            rows={table.rows}
            rowKey={(_, index) => index}
            columns={table.columns.map(({ label, right }, at) => ({
              label,
              right: right === 1,
              format: (row: (typeof table.rows)[number]) => row[at],
            }))}
          />
          {table.more > 0 && (
            <p className="mt-1 text-xs text-faint">
              {say({ zh: '另有 {n} 行', en: '{n} more {n:row|rows}' }, { n: table.more })}
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

const WIDTH = 600
const HEIGHT = 90

function Bars({ chart: { title, unit, max, points } }: { chart: ReportSection['charts'][number] }) {
  const known = points.flatMap(({ value }) => value ?? [])
  // a curve that stays close to its maximum is shown on an axis that starts below its smallest value
  const low = max === null ? 0 : Math.min(max * 0.9, Math.floor(Math.min(max, ...known) / 10) * 10)
  const high = max ?? Math.max(...known, Number.MIN_VALUE)
  const step = WIDTH / points.length
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-faint">{unit ? `${title} (${unit})` : title}</figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${points.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-line text-accent"
      >
        {points.map(({ label, value, text }, at) => {
          if (value === null) return null
          const height = Math.max(1, ((value - low) / (high - low || 1)) * (HEIGHT - 4))
          return (
            <rect
              key={label}
              x={at * step + step * 0.15}
              y={HEIGHT - height}
              width={step * 0.7}
              height={height}
              fill="currentColor"
              data-tip={`${label} · ${text}`}
            />
          )
        })}
      </svg>
      <p className="mt-0.5 flex justify-between text-xs text-faint">
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
    </figure>
  )
}
