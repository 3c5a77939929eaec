import { cx } from '../../../ui/base/join-classes.ts'
import { amountOf, type QuotaKind, limitOf, type Use } from './quota-words.ts'

/** Usage and limit; red at the limit, amber near it. */
export function UsedOf({ kind, use: { used, most } }: { kind: QuotaKind; use: Use }) {
  const share = used !== null && most !== null ? (most === 0 ? 1 : used / most) : 0
  const isSet = used !== 0 || most !== 0
  return (
    <span
      className={cx(
        'tabular-nums',
        isSet && share >= 1 && 'font-medium text-danger',
        share >= 0.8 && share < 1 && 'text-warning',
      )}
    >
      {used === null ? '–' : amountOf(used, kind)}
      <span className="text-faint"> / {limitOf(most, kind)}</span>
    </span>
  )
}
