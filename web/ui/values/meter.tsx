import type { CSSProperties } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

export interface Limits {
  warning: number
  danger: number
}

interface MeterProps {
  value: number | null | undefined
  /** Accessible name. */
  label: Text
  limits: Limits
  max?: number
  /** Shown after the number. */
  unit?: string
  className?: string
}

/** The tone of a value by its limits; the number stays readable without colour. */
export function toneOf(value: number, { warning, danger }: Limits): 'success' | 'warning' | 'danger' {
  if (value >= danger) return 'danger'
  return value >= warning ? 'warning' : 'success'
}

const bars = { success: 'var(--accent)', warning: 'var(--warning-dot)', danger: 'var(--danger-dot)' }
const texts = { success: 'text-ink', warning: 'text-warning', danger: 'text-danger font-medium' }

/** A number with a short bar that changes colour at two limits; a single element, because lists contain many. */
export function Meter({ value, label, limits, max = 100, unit = '%', className }: MeterProps) {
  if (value === null || value === undefined) return <span className="text-faint">–</span>
  const tone = toneOf(value, limits)
  const part = Math.min(100, Math.max(2, (value / max) * 100))
  return (
    <span
      role="meter"
      aria-label={textOf(label)}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      style={{ '--bar': bars[tone], '--part': `${part}%` } as CSSProperties}
      className={cx('meter inline-flex items-center gap-1.5 align-middle', texts[tone], className)}
    >
      {Math.round(value)}
      {unit}
    </span>
  )
}
