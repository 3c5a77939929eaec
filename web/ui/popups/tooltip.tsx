import { useEffect, useRef, useState } from 'react'
import { absoluteTime } from '../values/relative-time.tsx'

interface Tip {
  text: string
  x: number
  y: number
  below: boolean
}

const delay = 350

/**
 * The only tooltip of the page. An element with `data-tip="text"` shows it on hover and focus, an element with
 * `data-tip-at="unix seconds"` shows that time; with `data-tip-cut`, only while its text is truncated. It costs
 * nothing per element.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const hide = () => {
      clearTimeout(timer.current)
      setTip(undefined)
    }
    const show = (event: Event) => {
      const anchor = (event.target as Element).closest?.<HTMLElement>('[data-tip],[data-tip-at],[data-tip-cut]')
      hide()
      if (!anchor) return
      timer.current = setTimeout(() => setTip(tipOf(anchor)), event.type === 'focusin' ? 0 : delay)
    }
    const showOnKeyboard = (event: Event) => (event.target as Element).matches?.(':focus-visible') && show(event)
    document.addEventListener('mouseover', show)
    document.addEventListener('focusin', showOnKeyboard)
    const ends = ['mousedown', 'keydown', 'focusout', 'scroll', 'wheel'] as const
    for (const end of ends) document.addEventListener(end, hide, { capture: true, passive: true })
    return () => {
      document.removeEventListener('mouseover', show)
      document.removeEventListener('focusin', showOnKeyboard)
      for (const end of ends) document.removeEventListener(end, hide, { capture: true })
    }
  }, [])
  if (!tip) return null
  return (
    <div
      role="tooltip"
      style={{ left: tip.x, top: tip.y }}
      className={`pointer-events-none fixed z-70 w-max max-w-80 -translate-x-1/2 animate-[appear_100ms_ease-out] rounded-md bg-tip px-2 py-1 text-xs break-words whitespace-pre-line text-tip-ink shadow-pop ${tip.below ? '' : '-translate-y-full'}`}
    >
      {tip.text}
    </div>
  )
}

function tipOf(anchor: HTMLElement): Tip | undefined {
  if (!anchor.isConnected || anchor.hasAttribute('data-popup-open')) return undefined
  const isCut = anchor.scrollWidth > anchor.clientWidth
  const { tip, tipAt } = anchor.dataset
  const text = tip || (tipAt && absoluteTime(Number(tipAt))) || (isCut ? (anchor.textContent ?? '') : '')
  if (!text) return undefined
  const box = anchor.getBoundingClientRect()
  const below = box.top < 64
  const half = Math.min(160, text.length * 7 + 12)
  const x = Math.max(half / 2 + 8, Math.min(innerWidth - half / 2 - 8, box.left + box.width / 2))
  return { text, x, y: below ? box.bottom + 6 : box.top - 6, below }
}
