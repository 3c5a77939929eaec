import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

interface SwitchProps {
  label: Text
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The label is for screen readers only. */
  bare?: boolean
  className?: string
}

export function Switch({ label, checked, onChange, disabled, bare = false, className }: SwitchProps) {
  return (
    <label className={cx('inline-flex items-center gap-2', disabled && 'opacity-50', className)}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={bare ? textOf(label) : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-[18px] w-8 shrink-0 appearance-none rounded-full bg-control transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-3.5 after:rounded-full after:bg-accent-ink after:transition-transform checked:bg-accent checked:after:translate-x-3.5"
      />
      {!bare && <span>{textOf(label)}</span>}
    </label>
  )
}
