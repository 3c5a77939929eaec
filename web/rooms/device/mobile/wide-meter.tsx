import { toneOf, type Limits } from '../../../ui/values/meter.tsx'
import { textOf, type Text } from '../../../ui/base/text-of.ts'

const bars = { success: 'bg-accent', warning: 'bg-warning-dot', danger: 'bg-danger-dot' }
const texts = { success: 'text-ink', warning: 'text-warning', danger: 'text-danger font-medium' }

/** A bar of full width whose colour changes at two limits. Percent; null shows a dash. */
export function WideMeter({ value, label, limits }: { value: number | null; label: Text; limits: Limits }) {
  const tone = toneOf(value ?? 0, limits)
  return (
    <span className="block min-w-0 text-xs">
      <span className="flex justify-between gap-2">
        <span className="text-faint">{textOf(label)}</span>
        <span className={texts[tone]}>{value === null ? '–' : `${Math.round(value)}%`}</span>
      </span>
      <span
        {...(value !== null && {
          role: 'meter',
          'aria-label': textOf(label),
          'aria-valuenow': value,
          'aria-valuemin': 0,
          'aria-valuemax': 100,
        })}
        className="mt-1 block h-1.5 overflow-hidden rounded-full bg-strong/60"
      >
        <span className={`block h-full rounded-full ${bars[tone]}`} style={{ width: `${value ?? 0}%` }} />
      </span>
    </span>
  )
}
