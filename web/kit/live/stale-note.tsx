import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { absoluteTime } from '../../ui/values/relative-time.tsx'
import { useConnection } from './live.ts'
import { say } from '../words/words.ts'

interface StaleNoteProps {
  /** Error of the last read. */
  error: Error | null
  /** Time of the rows on screen, unix milliseconds. */
  at: number
  onRetry: () => void
}

/** Shows the age of the rows while they cannot be read again or no updates arrive; refetches on recovery. */
export function StaleNote({ error, at, onRetry }: StaleNoteProps) {
  const state = useConnection((connection) => connection.state)
  const isCut = state === 'offline'
  // while another page fails to load, the rows belong to the previous request
  const known = useRef(at)
  if (at > 0) known.current = at
  useRetryWhenLive(state === 'live', error !== null, onRetry)
  if (!error && !isCut) return null
  const why = isCut ? say({ zh: '网络已断开', en: 'Offline' }) : error?.message
  const since = say(
    { zh: '数据截至 {time}', en: 'Data of {time}' },
    { time: absoluteTime(Math.floor(known.current / 1000)) },
  )
  return (
    <p role="status" className="mr-auto flex min-w-0 items-center gap-2 text-xs text-warning">
      <CloudOff size={14} aria-hidden="true" className="shrink-0" />
      <span className="truncate" data-tip-cut="">
        {since} · {why}
      </span>
      <button type="button" onClick={onRetry} className="shrink-0 rounded text-accent-text hover:underline">
        {say({ zh: '重试', en: 'Try again' })}
      </button>
    </p>
  )
}

/** When the server is available again, a list that failed in the meantime is refetched. */
function useRetryWhenLive(isLive: boolean, failed: boolean, retry: () => void): void {
  const was = useRef(isLive)
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (isLive && !was.current && failed) latest.current()
    was.current = isLive
  }, [isLive, failed])
}
