import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { durationText } from '../../../ui/values/duration.ts'

const DAYS = 7
/** Milliseconds between refetches: means of a week change slowly. */
const pace = 30_000

/** Mean times of a week until alarms were handled, and until they ended. */
export function Handling({ scene }: { scene: { scene_id?: number } }) {
  const from = useMemo(() => Math.floor(Date.now() / 3_600_000) * 3600 - DAYS * 86_400, [])
  const { data } = useQueryCall(logCalls.handling, { ...scene, from }, { keepPrevious: true, pace })
  if (!data || data.raised === 0) return null
  const { raised, judged_after, ended_after } = data
  const parts = [
    say({ zh: '近 {n} 天 {raised} 条', en: '{raised} in {n} {n:day|days}' }, { n: DAYS, raised }),
    judged_after !== null &&
      say({ zh: '平均响应 {time}', en: 'answered after {time}' }, { time: durationText(judged_after) }),
    ended_after !== null &&
      say({ zh: '平均恢复 {time}', en: 'over after {time}' }, { time: durationText(ended_after) }),
  ]
  return <p className="truncate text-xs text-soft max-sm:hidden">{parts.filter(Boolean).join(' · ')}</p>
}
