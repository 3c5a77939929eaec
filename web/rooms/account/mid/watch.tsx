import { CloudOff, ServerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { startLive, useConnection } from '../../../kit/live/live.ts'
import { missingText } from '../../../kit/live/missing.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { SessionRules } from './session-rules.tsx'

/** Milliseconds; shorter interruptions are not shown. */
const patience = 2_000

const clock = new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** Starts after the first render: the live stream and the session rules. */
export function Watch() {
  useEffect(startLive, [])
  return (
    <>
      <FrozenBanner />
      <SessionRules />
    </>
  )
}

/**
 * Shows since when the data is stale while the server is unreachable; otherwise which parts of the installation are
 * down.
 */
function FrozenBanner() {
  const { state, staleSince, missing } = useConnection()
  const [late, setLate] = useState(false)
  const broken = state === 'reconnecting'
  useEffect(() => {
    setLate(false)
    if (!broken) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [broken])
  const frozen = state === 'offline' || late
  const [since, setSince] = useState(0)
  useEffect(() => setSince(frozen ? Date.now() : 0), [frozen])
  return (
    <div role="status">
      {frozen && (
        <p className="flex items-center gap-2 bg-warning-soft px-4 py-2.5 text-sm text-warning">
          <CloudOff size={16} aria-hidden="true" className="shrink-0" />
          {say(
            {
              zh: '数据停留在 {time}，恢复连接后自动更新',
              en: 'Data frozen at {time}; it updates when the connection is back',
            },
            { time: clock.format(Math.min(staleSince ?? Infinity, since || Date.now())) },
          )}
        </p>
      )}
      {!frozen && missing.length > 0 && (
        <p className="flex items-center gap-2 bg-danger-soft px-4 py-2.5 text-sm text-danger">
          <ServerOff size={16} aria-hidden="true" className="shrink-0" />
          {missingText(missing)}
        </p>
      )}
    </div>
  )
}
