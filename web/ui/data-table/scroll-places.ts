import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

interface ScrollPosition {
  top: number
  left: number
  /** Key of the row that has or had the focus, and the index of its focused control; -1 = the row itself. */
  row?: string
  control?: number
}

/** Maximum number of history entries with a stored position. */
const most = 60
const places = new Map<string, ScrollPosition>()

function keep(key: string, part: Partial<ScrollPosition>): void {
  const place = { top: 0, left: 0, ...places.get(key), ...part }
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > most && oldest !== undefined) places.delete(oldest)
}

const controls = 'a, button, input'

interface ScrollPlace {
  scroller: RefObject<HTMLDivElement | null>
  /** The entry of the browser history; undefined stores nothing. */
  step: string | undefined
  /** Another scope starts at the top. */
  scope: string
  /** Keys of the rows as text; undefined while the rows on screen do not belong to `scope` yet. */
  keys: readonly string[] | undefined
}

/** Stores the scroll position and the focus of the table for each entry of the browser history. */
export function useScrollPlace({ scroller, step, scope, keys }: ScrollPlace): void {
  const now = useRef<{ step: string | undefined; keys: readonly string[] }>({ step: undefined, keys: [] })
  const lastScope = useRef<string>(undefined)
  // the last known position: reading it from the element would force a layout
  const at = useRef({ top: 0, left: 0 })
  const ready = keys !== undefined
  if (keys) now.current.keys = keys
  if (now.current.step !== step) now.current.step = undefined

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || !ready) return
    const kept = step === undefined ? undefined : places.get(step)
    const isOther = lastScope.current !== undefined && lastScope.current !== scope
    lastScope.current = scope
    now.current.step = step
    if (kept) return goBack(element, kept, now.current.keys)
    if (isOther && at.current.top > 0) {
      element.scrollTop = 0
      at.current.top = 0
    }
    // an entry that did not change the list starts at the position of the one before
    if (step !== undefined) keep(step, at.current)
  }, [scroller, step, scope, ready])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => {
      const { step } = now.current
      at.current = { top: element.scrollTop, left: element.scrollLeft }
      if (step !== undefined) keep(step, at.current)
    }
    const onFocus = ({ target }: FocusEvent) => {
      const { step, keys } = now.current
      const row = (target as Element).closest<HTMLElement>('[data-row]')
      if (step === undefined || !row) return
      const control = [...row.querySelectorAll(controls)].indexOf(target as Element)
      keep(step, { row: keys[Number(row.dataset.row)], control })
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('focusin', onFocus)
    return () => {
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('focusin', onFocus)
    }
  }, [scroller])
}

function goBack(element: HTMLElement, { top, left, row, control = -1 }: ScrollPosition, keys: readonly string[]): void {
  element.scrollTop = top
  element.scrollLeft = left
  if (row === undefined) return
  // rows far down are rendered after the scroll
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const active = document.activeElement
      if (active && !active.contains(element)) return
      const found = element.querySelector<HTMLElement>(`[data-row="${keys.indexOf(row)}"]`)
      const target = found?.querySelectorAll<HTMLElement>(controls)[control] ?? found
      target?.focus({ preventScroll: true })
    }),
  )
}
