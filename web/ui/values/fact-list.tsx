import type { ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

export interface Fact {
  label: Text
  value: ReactNode
}

/** Pairs of label and value in drawers and expanded rows. */
export function Facts({ items, className }: { items: readonly Fact[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-6 gap-y-3', className)}>
      {items.map(({ label, value }) => (
        <div key={textOf(label)} className="min-w-0">
          <dt className="text-xs text-faint">{textOf(label)}</dt>
          <dd className="min-w-0 break-words">
            {value === undefined || value === null || value === '' ? <span className="text-faint">–</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
