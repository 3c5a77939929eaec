import { CloudOff, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../kit/live.ts'
import { say } from '../kit/words.ts'
import { RelativeTime } from '../ui/relative-time.tsx'

/** Short breaks are nobody's business. */
const patience = 2_000
/** After this long what is on screen is called out of date. */
const staleAfter = 30_000

/** Says when what is shown may be out of date; nothing while all is well. */
export function ConnectionBadge() {
  const { state, staleSince } = useConnection()
  const age = useAge(state === 'reconnecting' ? staleSince : undefined)
  const isLive = state === 'live' || age < patience
  const stale = age >= staleAfter
  return (
    <span role="status" className="contents">
      {isLive ? (
        <span
          tabIndex={-1}
          data-tip={say({ zh: '实时连接正常，数据自动更新', en: 'Live: what you see updates by itself' })}
          className="mr-1 flex h-8 items-center gap-1.5 px-2 text-xs text-soft"
        >
          <span className="size-1.5 rounded-full bg-success-dot" />
          <span className="max-lg:sr-only">{say({ zh: '实时', en: 'Live' })}</span>
        </span>
      ) : (
        <span
          className={`mr-1 flex h-6 items-center gap-1.5 rounded-full px-2 text-xs ${stale ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
        >
          {stale ? (
            <CloudOff size={13} aria-hidden="true" />
          ) : (
            <LoaderCircle size={13} aria-hidden="true" className="animate-spin" />
          )}
          {stale ? say({ zh: '数据停留在', en: 'Data as of' }) : say({ zh: '重新连接中', en: 'Reconnecting' })}
          {stale && staleSince && <RelativeTime at={Math.floor(staleSince / 1000)} />}
        </span>
      )}
    </span>
  )
}

/** Milliseconds since `at`, looked at every second; 0 without one. */
function useAge(at: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (at === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? 0 : Math.max(0, now - at)
}
