import { claimState } from '@belvedere/contract/rooms/enrol/claim/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'

/** The result of a request, and its expiry. */
export function ClaimState({ state, expires_at }: { state: number; expires_at: number | null }) {
  const known = claimState.find(state)
  const until = expires_at === null ? '' : say({ zh: '{at} 失效', en: 'until {at}' }, { at: absoluteTime(expires_at) })
  return (
    <span className="flex flex-col py-1" lang={lang}>
      {known && <Status tone={known.tone} label={known} />}
      {until && <span className="text-xs text-faint">{until}</span>}
    </span>
  )
}
