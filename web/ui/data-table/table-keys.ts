import type { KeyboardEvent } from 'react'

interface TableKeys {
  /** Rows of the table, rendered or not. */
  count: number
  /** Rows that a page key moves. */
  page: number
  /** Scrolls to a row, rendered or not, and focuses it. */
  go: (index: number) => void
  /** Undefined: rows are not selectable. */
  choose: ((from: number, to: number) => void) | undefined
  chooseAll: (() => void) | undefined
  chooseNone: (() => void) | undefined
}

type KeyStep = (at: number, last: number, page: number) => number

const steps: Readonly<Record<string, KeyStep>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last, page) => Math.min(Math.max(at, 0) + page, last),
  PageUp: (at, _last, page) => Math.max(at - page, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Moves between rows; with Shift, the passed rows are selected. Ctrl or ⌘ and A selects all rows, Escape none. */
export function onTableKey(event: KeyboardEvent<HTMLElement>, keys: TableKeys): void {
  const region = event.currentTarget
  const target = event.target as HTMLElement
  // a table inside a row's detail, and a popup opened by a row, handle their own keys
  const isOwn = target === region || (region.contains(target) && target.closest('[role=region]') === region)
  if (event.defaultPrevented || !isOwn || isBusyWithKeys(target)) return
  const act = commandOf(event, keys) ?? stepOf(event, target, keys)
  if (!act) return
  event.preventDefault()
  // one Escape does one thing: it clears the selection and leaves the window around the list open
  if (event.key === 'Escape') event.stopPropagation()
  act()
}

function commandOf({ key, ctrlKey, metaKey }: KeyboardEvent, keys: TableKeys): (() => void) | undefined {
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return keys.chooseAll
  return key === 'Escape' ? keys.chooseNone : undefined
}

function stepOf(event: KeyboardEvent, target: HTMLElement, { count, page, go, choose }: TableKeys) {
  const step = steps[event.key]
  if (!step || count === 0 || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const row = target.closest<HTMLElement>('[data-row]')
  const at = row ? Number(row.dataset.row) : -1
  const next = step(at, count - 1, page)
  if (next === at) return undefined
  return () => {
    if (event.shiftKey && at >= 0) choose?.(at, next)
    go(next)
  }
}

function isBusyWithKeys(target: HTMLElement): boolean {
  const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'
  return writes || target.isContentEditable
}
