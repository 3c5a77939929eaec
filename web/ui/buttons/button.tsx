import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../base/join-classes.ts'
import { Spinner } from '../feedback/spinner.tsx'

const kinds = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover disabled:bg-accent/50',
  plain: 'border border-strong bg-surface text-ink hover:bg-hover disabled:text-faint',
  quiet: 'text-soft hover:bg-hover hover:text-ink disabled:text-faint',
  danger: 'bg-danger-solid text-accent-ink hover:opacity-90 disabled:opacity-50',
}

const sizes = {
  s: 'h-7 gap-1 px-2 text-xs',
  m: 'h-8 gap-1.5 px-3 text-sm',
  l: 'h-10 gap-2 px-4 text-base font-medium',
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: keyof typeof kinds
  size?: keyof typeof sizes
  icon?: LucideIcon
  /** Shows a spinner and ignores further clicks. */
  pending?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({ kind = 'plain', size = 'm', icon: Icon, pending = false, ...rest }: ButtonProps) {
  const { className, children, disabled, type = 'button', ...native } = rest
  return (
    <button
      {...native}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed',
        kinds[kind],
        sizes[size],
        className,
      )}
    >
      {pending ? <Spinner className="size-3.5" /> : Icon && <Icon size={size === 's' ? 14 : 15} aria-hidden="true" />}
      {children}
    </button>
  )
}
