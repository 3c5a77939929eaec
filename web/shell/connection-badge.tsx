import { Link } from '@tanstack/react-router'
import { CloudOff, LoaderCircle, ServerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '../kit/live/live.ts'
import { missingNames, missingText } from '../kit/live/missing.ts'
import { useMay } from '../kit/session/session.ts'
import { lang, say } from '../kit/words/words.ts'

/** Milliseconds; shorter interruptions are not shown. */
const patience = 2_000
/** Milliseconds after which the content of the page is marked as out of date. */
const staleAfter = 30_000

/** Shows that data may be out of date; unobtrusive while live. */
export function ConnectionBadge() {
  const { state, staleSince, missing } = useConnection()
  const offline = state === 'offline'
  const age = useAge(offline || state === 'reconnecting' ? staleSince : undefined)
  const isLive = !offline && age < patience
  return (
    <span role="status" className="contents">
      {isLive ? (
        missing.length > 0 ? (
          <Missing parts={missing} />
        ) : (
          <Live />
        )
      ) : (
        <Lost offline={offline} since={staleSince} stale={offline || age >= staleAfter} />
      )}
    </span>
  )
}

function Live() {
  return (
    <span
      tabIndex={-1}
      data-tip={say({ zh: '实时连接正常，数据自动更新', en: 'Live: the page updates automatically' })}
      className="flex h-8 shrink-0 items-center gap-1.5 px-2 text-xs text-soft"
    >
      <span className="size-1.5 rounded-full bg-success-dot" />
      <span className="max-lg:sr-only">{say({ zh: '实时', en: 'Live' })}</span>
    </span>
  )
}

/**
 * Names the most severe failure, with all failures in the tooltip; for administrators of the installation it links to
 * the page of nodes.
 */
function Missing({ parts: missing }: { parts: readonly string[] }) {
  const may = useMay()
  const look =
    'mx-1 flex h-6 min-w-0 shrink-0 items-center gap-1.5 rounded-full bg-danger-soft px-2 text-xs text-danger'
  const text = (
    <>
      <ServerOff size={13} aria-hidden="true" />
      <span className="whitespace-nowrap md:max-lg:sr-only">{missingNames(missing)[0]}</span>
    </>
  )
  const tip = missingText(missing)
  if (!may('node.manage'))
    return (
      <span tabIndex={-1} data-tip={tip} className={look}>
        {text}
      </span>
    )
  return (
    <Link to="/account/nodes" data-tip={tip} className={look}>
      {text}
    </Link>
  )
}

function Lost({ offline, since, stale }: { offline: boolean; since: number | undefined; stale: boolean }) {
  const Icon = stale ? CloudOff : LoaderCircle
  const state = offline ? say({ zh: '网络已断开', en: 'Offline' }) : say({ zh: '正在重新连接', en: 'Reconnecting' })
  const until =
    since === undefined ? '' : say({ zh: '数据截至 {time}', en: 'stale since {time}' }, { time: clock(since) })
  const text = stale && until ? `${state} · ${until}` : state
  return (
    <span
      tabIndex={-1}
      data-tip={text}
      className={`mx-1 flex h-6 min-w-0 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs ${stale ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
    >
      <Icon size={13} aria-hidden="true" className={stale ? undefined : 'animate-spin'} />
      <span className="whitespace-nowrap max-lg:sr-only">{text}</span>
      {stale && since !== undefined && (
        <span aria-hidden="true" className="lg:hidden">
          {clock(since)}
        </span>
      )}
    </span>
  )
}

let hours: Intl.DateTimeFormat | undefined

/** `10:02`. */
function clock(at: number): string {
  hours ??= new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { hour: '2-digit', minute: '2-digit' })
  return hours.format(at)
}

/** Milliseconds since `at`, updated every second; 0 without a time. */
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
