import { useRef, type KeyboardEvent } from 'react'
import { cx } from '../base/join-classes.ts'
import { textOf, type Text } from '../base/text-of.ts'

interface TabsProps<Id extends string> {
  tabs: readonly { id: Id; label: Text; count?: number }[]
  value: Id
  onChange: (id: Id) => void
  className?: string
}

/** The strip only; the page renders the content for `value`. The arrow keys move. */
export function Tabs<Id extends string>({ tabs, value, onChange, className }: TabsProps<Id>) {
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    const next = (tabs.findIndex((tab) => tab.id === value) + step + tabs.length) % tabs.length
    if (tabs[next]) onChange(tabs[next].id)
    ;(strip.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      onKeyDown={onKeyDown}
      className={cx('flex gap-4 overflow-x-auto border-b border-line', className)}
    >
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === value}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
          className="-mb-px border-b-2 border-transparent px-0.5 py-2 whitespace-nowrap text-soft hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent-text aria-selected:font-medium aria-selected:text-ink"
        >
          {textOf(label)}
          {count !== undefined && <span className="ml-1.5 text-xs text-faint">{count}</span>}
        </button>
      ))}
    </div>
  )
}
