import { useEffect, useRef, type InputHTMLAttributes } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  label?: Text
  checked: boolean
  /** Some but not all of the represented items are checked. */
  mixed?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, checked, mixed = false, onChange, className, ...native }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  const box = (
    <input
      {...native}
      ref={input}
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className={cx('size-3.5 shrink-0', !label && className)}
    />
  )
  if (!label) return box
  return (
    <label className={cx('inline-flex min-w-0 items-center gap-2', className)}>
      {box}
      <span className="min-w-0">{textOf(label)}</span>
    </label>
  )
}
