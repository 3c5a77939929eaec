import { cx } from '../base/join-classes.ts'
import { say } from '../base/words.ts'
import { Swatch } from './swatch.tsx'

interface ChartLegendProps {
  entries: readonly { id: string; label: string; tone: string; dashed?: boolean }[]
  hidden: ReadonlySet<string>
  /** If omitted, only names are shown and no series can be hidden. */
  onChange?: (hidden: ReadonlySet<string>) => void
}

/** Names of the series; a click toggles a series. */
export function ChartLegend({ entries, hidden, onChange }: ChartLegendProps) {
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onChange?.(next)
  }
  return (
    <ul
      aria-label={say({ zh: '图例', en: 'Legend' })}
      className="mt-1 flex max-h-20 flex-wrap gap-x-1 overflow-y-auto text-xs"
    >
      {entries.map(({ id, label, tone, dashed = false }) => {
        const face = (
          <>
            <Swatch tone={tone} dashed={dashed} />
            <span className="truncate">{label}</span>
          </>
        )
        const look = 'flex h-6 max-w-48 items-center gap-1.5 rounded px-1.5 text-soft'
        return (
          <li key={id} className="min-w-0">
            {onChange ? (
              <button
                type="button"
                aria-pressed={!hidden.has(id)}
                onClick={() => toggle(id)}
                className={cx(look, 'hover:bg-hover hover:text-ink', hidden.has(id) && 'text-faint line-through')}
              >
                {face}
              </button>
            ) : (
              <span className={look}>{face}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
