import { useCallback, useEffect, useRef, useState } from 'react'
import { Unreachable } from '../kit/calls/refusal.ts'
import { ErrorState } from '../ui/feedback/empty-state.tsx'
import { PageError } from './page-error.tsx'

/** Milliseconds between attempts; the last value repeats. */
const waits = [2_000, 5_000, 10_000, 30_000]

/**
 * Shown instead of a console that could not be opened. If the server was unreachable, it retries until it succeeds.
 */
export function NotOpened({ error, open }: { error: unknown; open: () => Promise<void> }) {
  const [{ failure, tries }, setState] = useState({ failure: error, tries: 0 })
  const isBusy = useRef(false)
  const again = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    await open().catch((failed: unknown) => setState((state) => ({ failure: failed, tries: state.tries + 1 })))
    isBusy.current = false
  }, [open])
  useEffect(() => {
    if (!(failure instanceof Unreachable)) return
    const isOnline = () => void again()
    const timer = setTimeout(isOnline, waits[Math.min(tries, waits.length - 1)])
    addEventListener('online', isOnline)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', isOnline)
    }
  }, [again, failure, tries])
  if (!(failure instanceof Unreachable)) return <PageError error={failure} />
  return <ErrorState heading className="m-auto" error={failure} onRetry={() => void again()} />
}
