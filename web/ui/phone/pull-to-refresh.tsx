import { ArrowDown } from 'lucide-react'
import { useRef, useState, type ReactNode, type TouchEvent } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { say } from '../base/words.ts'

/** Pixels of pull after which a release refreshes; the page moves at half the speed of the finger. */
const enough = 64
const most = 96

interface PullToRefreshProps {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

/** A scrolling page that is reloaded when it is pulled down at its top. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const page = useRef<HTMLDivElement>(null)
  const from = useRef<number>(undefined)
  const [pull, setPull] = useState(0)
  const [busy, setBusy] = useState(false)

  const begin = ({ touches }: TouchEvent) => {
    from.current = page.current?.scrollTop === 0 && !busy ? touches[0]?.clientY : undefined
  }
  const move = ({ touches }: TouchEvent) => {
    if (from.current === undefined) return
    setPull(Math.min(most, Math.max(0, ((touches[0]?.clientY ?? 0) - from.current) / 2)))
  }
  const end = async () => {
    from.current = undefined
    setPull(0)
    if (pull < enough) return
    setBusy(true)
    await onRefresh().finally(() => setBusy(false))
  }
  const height = busy ? 44 : pull
  const words =
    pull >= enough ? { zh: '松开刷新', en: 'Release to refresh' } : { zh: '下拉刷新', en: 'Pull to refresh' }
  return (
    <div
      ref={page}
      onTouchStart={begin}
      onTouchMove={move}
      onTouchEnd={end}
      onTouchCancel={() => ((from.current = undefined), setPull(0))}
      className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto overscroll-contain"
    >
      {height > 0 && (
        <div
          role="status"
          style={{ height }}
          className="flex items-center justify-center gap-2 overflow-hidden text-soft"
        >
          {busy ? <Spinner className="size-4" /> : <ArrowDown size={16} aria-hidden="true" />}
          {say(busy ? { zh: '正在刷新', en: 'Refreshing' } : words)}
        </div>
      )}
      {children}
    </div>
  )
}
