import { glyphClass, type Glyph } from '../base/glyph.ts'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

export type StatusTone = 'success' | 'warning' | 'danger' | 'primary' | 'neutral' | 'disabled'

const icons: Record<StatusTone, Glyph> = {
  success: 'circle-check',
  warning: 'triangle-alert',
  danger: 'circle-alert',
  primary: 'circle-dot',
  neutral: 'circle-dashed',
  disabled: 'circle-minus',
}

const texts: Record<StatusTone, string> = {
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  primary: 'text-accent-text',
  neutral: 'text-soft',
  disabled: 'text-faint',
}

const grounds: Record<StatusTone, string> = {
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  primary: 'bg-accent-soft text-accent-text',
  neutral: 'bg-sunken text-soft',
  disabled: 'bg-sunken text-faint',
}

interface StatusProps {
  tone: StatusTone | undefined
  label: Text
  className?: string
}

/** Icon, word and colour together, so that the meaning does not depend on colour. */
export function Status({ tone = 'neutral', label, className }: StatusProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        glyphClass(icons[tone]),
        texts[tone],
        className,
      )}
    >
      {textOf(label)}
    </span>
  )
}

/** A small filled label: a count, a mode, a kind. */
export function Badge({ tone = 'neutral', label, className }: StatusProps) {
  return (
    <span
      className={cx(
        'inline-flex h-[18px] items-center rounded px-1.5 text-xs leading-none whitespace-nowrap',
        grounds[tone],
        className,
      )}
    >
      {textOf(label)}
    </span>
  )
}
