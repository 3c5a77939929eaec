import type { ReactNode } from 'react'
import { cx } from '../../../ui/base/join-classes.ts'
import { say, type Words } from '../../../kit/words/words.ts'

/** A framed part of the wall display. All sizes are relative to its type size. */
export function WallPanel({
  title,
  aside,
  className,
  children,
}: {
  title: Words
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={say(title)}
      className={cx(
        'flex min-h-0 min-w-0 flex-col overflow-hidden rounded-[0.5em] border border-line bg-surface p-[0.9em]',
        className,
      )}
    >
      <h2 className="mb-[0.7em] flex items-baseline gap-[0.6em]">
        <span className="font-semibold">{say(title)}</span>
        <span className="ml-auto text-[0.8em] text-faint">{aside}</span>
      </h2>
      {children}
    </section>
  )
}

const numbers = new Intl.NumberFormat('en')

/** A number in large type; a dash while unknown. */
export const figure = (value: number | undefined) => (value === undefined ? '–' : numbers.format(value))
