import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { glyphClass, type Glyph } from '../base/glyph.ts'
import { cx } from '../base/join-classes.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { textOf, type Text } from '../base/text-of.ts'

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon | Glyph
  /** Tooltip and accessible name. */
  label: Text
  pending?: boolean
  size?: 's' | 'm'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon: Icon, label, pending = false, size = 'm', className, ...rest }: IconButtonProps) {
  const { disabled, type = 'button', ...native } = rest
  return (
    <button
      {...native}
      type={type}
      disabled={disabled || pending}
      aria-label={textOf(label)}
      data-tip={textOf(label)}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent-text data-popup-open:bg-hover data-popup-open:text-ink',
        size === 's' ? 'size-6' : 'size-8',
        typeof Icon === 'string' && !pending && glyphClass(Icon),
        className,
      )}
    >
      {pending && <Spinner className="size-4" />}
      {!pending && typeof Icon !== 'string' && <Icon size={size === 's' ? 14 : 16} aria-hidden="true" />}
    </button>
  )
}
