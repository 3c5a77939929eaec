import { useEffect, useRef, type MouseEvent } from 'react'
import { say } from '../../kit/words/words.ts'
import { placeOf } from '../../ui/popups/use-active.ts'
import { Row } from './palette-row.tsx'
import type { PaletteState } from './use-palette.ts'

/** The rows below the headings of their finders. */
export function PaletteResults({ id, state }: { id: string; state: PaletteState }) {
  const { sections, entries, active, point, choose, into } = state
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // newer browsers return a promise, which is not a clean-up function
    void list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])
  const entryOf = (event: MouseEvent) => entries[placeOf(event)]
  const onMouseMove = (event: MouseEvent) => {
    const entry = entryOf(event)
    if (entry) point(entry)
  }
  const onClick = (event: MouseEvent) => {
    const entry = entryOf(event)
    const isInto = (event.target as Element).closest('[data-into]') !== null
    if (!isInto || !into(entry)) choose(entry)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles the keys
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={say({ zh: '结果', en: 'Results' })}
      onMouseMove={onMouseMove}
      onClick={onClick}
      className="min-h-0 flex-1 overflow-y-auto p-1.5"
    >
      {sections.map(({ title, entries: rows }) => (
        <div key={title.en} role="group" aria-label={say(title)} className="pb-1">
          <p aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs text-faint">
            {say(title)}
          </p>
          {rows.map((entry) => (
            <Row
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              place={entries.indexOf(entry)}
              active={entry === active}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
