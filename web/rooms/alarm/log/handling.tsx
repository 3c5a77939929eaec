import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useMemo } from 'react'
import { useQueryCall } from '../../../kit/query.ts'
import { say } from '../../../kit/words.ts'
import { durationText } from '../../../ui/duration.ts'

const DAYS = 7
/** ms between two looks: means of a week change slowly. */
const pace = 30_000

/** How soon the alarms of a week were dealt with, and over. */
export function Handling({ scene }: { scene: { scene_id?: number } }) {
  const from = useMemo(() => Math.floor(Date.now() / 3_600_000) * 3600 - DAYS * 86_400, [])
  const { data } = useQueryCall(logCalls.handling, { ...scene, from }, { keepPrevious: true, pace })
  if (!data || data.raised === 0) return null
  const after = (seconds: number | null) => (seconds === null ? '–' : durationText(seconds))
  return (
    <p className="truncate text-xs text-soft max-sm:hidden">
      {say(
        {
          zh: '近 {n} 天 {raised} 条 · 平均响应 {judged} · 平均恢复 {ended}',
          en: '{raised} in {n} days · answered after {judged} · over after {ended}',
        },
        { n: DAYS, raised: data.raised, judged: after(data.judged_after), ended: after(data.ended_after) },
      )}
    </p>
  )
}
