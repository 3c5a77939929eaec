import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

interface ActiveOptions {
  count: number
  /** Initial index; -1 = none until a key is pressed. */
  start: number
  /** Text for finding an entry by typing; omit it if there is a search field. */
  textAt?: (index: number) => string
  onChoose: (index: number) => void
}

/** Milliseconds of pause after which typing starts a new word. */
const wordPause = 600

/**
 * One entry of a popup list is active: arrows, Home, End and typing move it, Enter selects it. The focus stays on the
 * list or its search field, which references the active entry by `aria-activedescendant`.
 */
export function useActive({ count, start, textAt, onChoose }: ActiveOptions) {
  const [at, setAt] = useState(start)
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', when: 0 })
  useEffect(() => {
    void list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const find = (key: string): number => {
    const now = Date.now()
    const text = (now - typed.current.when < wordPause ? typed.current.text : '') + key.toLowerCase()
    typed.current = { text, when: now }
    const from = text.length === 1 ? at + 1 : Math.max(at, 0)
    const order = Array.from({ length: count }, (_, step) => (from + step) % count)
    return order.find((index) => textAt?.(index).toLowerCase().startsWith(text)) ?? at
  }
  const chooseActive = () => {
    if (at >= 0 && at < count) onChoose(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const to = targetOf(event.key, at, count, textAt !== undefined)
    const isText = textAt !== undefined && event.key.length === 1 && event.key !== ' '
    if (to !== undefined) setAt(to)
    else if (event.key === 'Enter' || (textAt && event.key === ' ')) chooseActive()
    else if (isText) setAt(find(event.key))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { at, setAt, list, onKeyDown }
}

function targetOf(key: string, at: number, count: number, ownsEnds: boolean): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  if (ownsEnds && key === 'Home') return 0
  if (ownsEnds && key === 'End') return count - 1
  return undefined
}

/** The entry below the pointer, by its `data-place`; -1 for none. The list handles the event for all entries. */
export function placeOf(event: MouseEvent): number {
  const entry = (event.target as Element).closest<HTMLElement>('[data-place]')
  return entry ? Number(entry.dataset.place) : -1
}
