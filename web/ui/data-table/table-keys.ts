import type { KeyboardEvent } from 'react'

interface TableKeys {
  /** Rows of the table, drawn or not. */
  count: number
  /** Rows a page key moves. */
  page: number
  /** Scrolls to a row, drawn or not, and gives it the focus. */
  go: (index: number) => void
  /** Undefined where rows cannot be chosen. */
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

/** Moves between rows; with Shift the rows passed are chosen. Ctrl or ⌘ and A chooses all of them, Escape none. */
export function onTableKey(event: KeyboardEvent<HTMLElement>, keys: TableKeys): void {
  const region = event.currentTarget
  const target = event.target as HTMLElement
  // rows of a table inside a row's detail are its own business, and so is a popup that a row opened
  const isOwn = target === region || (region.contains(target) && target.closest('[role=region]') === region)
  if (event.defaultPrevented || !isOwn || isBusyWithKeys(target)) return
  const act = commandOf(event, keys) ?? stepOf(event, target, keys)
  if (!act) return
  event.preventDefault()
  // one Escape, one thing: the selection goes, the window around the list stays
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
