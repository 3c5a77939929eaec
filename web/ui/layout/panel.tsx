import { useId, type ReactNode } from 'react'
import { say, type Words } from '../base/words.ts'
import { cx } from '../base/join-classes.ts'

interface PanelProps {
  title: Words
  hint?: Words
  /** Shown at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** One subject of the account on a card. */
export function Panel({ title, hint, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface shadow-card">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="text-base font-semibold">
            {say(title)}
          </h2>
          {hint && <p className="mt-0.5 text-soft">{say(hint)}</p>}
        </div>
        {action && <div className="flex shrink-0 gap-2">{action}</div>}
      </header>
      <div className="px-5 pb-4">{children}</div>
    </section>
  )
}

interface MatterProps {
  label: Words
  /** The current value. */
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** A line of a panel: label, value, actions. */
export function Matter({ label, children, action, className }: MatterProps) {
  return (
    <div className={cx('flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5', className)}>
      <span className="w-full shrink-0 text-soft sm:w-32">{say(label)}</span>
      <span className="min-w-0 flex-1 basis-40">{children}</span>
      {action && <span className="flex shrink-0 gap-2">{action}</span>}
    </div>
  )
}

/** The frame of the two account pages. */
export function AccountPage({ children }: { children: ReactNode }) {
  return <div className="flex w-full max-w-220 flex-col gap-4 pb-8">{children}</div>
}
