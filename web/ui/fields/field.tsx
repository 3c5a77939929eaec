import { useId, type ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

export interface FieldProps {
  label?: Text
  hint?: Text
  /** Shown beside the field and linked to it. */
  error?: Text | undefined
  required?: boolean
  className?: string
}

interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

/** Label above, control, then its error or hint, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  required,
  className,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = error || hint
  return (
    <div className={cx('flex min-w-0 flex-col', className)}>
      {label && (
        <label htmlFor={id} className="mb-1 text-xs font-medium text-soft">
          {textOf(label)}
          {required && (
            <span aria-hidden="true" className="ml-0.5 text-danger">
              *
            </span>
          )}
        </label>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-required': required || undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 text-xs', error ? 'text-danger' : 'text-faint')}
        >
          {textOf(note)}
        </p>
      )}
    </div>
  )
}

/** The frame of all one-line controls. */
export const controlFrame =
  'min-w-0 rounded-md border border-control bg-surface text-ink transition-colors focus-within:border-accent-text aria-invalid:border-danger-dot has-aria-invalid:border-danger-dot disabled:bg-sunken disabled:text-faint'
