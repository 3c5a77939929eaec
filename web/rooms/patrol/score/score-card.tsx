import { runSource } from '@belvedere/contract/rooms/patrol/enums.ts'
import { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import type { ReactNode } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Sparkline } from '../../../ui/values/sparkline.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { type Patrol, scoreTone, scoreWords } from './patrol.ts'

interface ScoreCardProps {
  scene_id: number
  patrol: Patrol
  /** The patrol is not the latest one. */
  past: boolean
  onLatest: () => void
  actions: ReactNode
}

/** The score, its trend, and the actions. */
export function ScoreCard({ scene_id, patrol, past, onLatest, actions }: ScoreCardProps) {
  const { score, delta, before_at, at, way, by, device_cnt } = patrol
  const tone = score === null ? undefined : scoreTone(score)
  return (
    <section className="flex flex-wrap items-center gap-x-8 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4">
      <div className="flex items-center gap-4">
        <Ring score={score} />
        <div className="min-w-0">
          {tone && <Status tone={tone} label={scoreWords[tone]} className="font-medium" />}
          {score === null && <p>{say({ zh: '没有可判断的内容', en: 'Nothing could be judged' })}</p>}
          <p className="text-soft">
            {delta === null || before_at === null
              ? say({ zh: '首次巡检', en: 'The first patrol' })
              : say(deltaWords(delta), { n: Math.abs(delta), at: absoluteTime(before_at) })}
          </p>
          <p className="text-xs text-faint">
            {runSource.label(way, lang)} · {by} · <RelativeTime at={at} /> ·{' '}
            {say({ zh: '{n} 台设备', en: '{n} {n:device|devices}' }, { n: device_cnt })}
          </p>
        </div>
      </div>
      <Trend scene_id={scene_id} />
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0">{actions}</div>
      {past && (
        <p
          className="flex w-full flex-wrap items-center gap-3 rounded-md bg-warning-soft px-3 py-1.5 text-warning"
          role="status"
        >
          {say({ zh: '这是 {at} 的巡检结果', en: 'This is the patrol of {at}' }, { at: absoluteTime(at) })}
          <Button size="s" onClick={onLatest}>
            {say({ zh: '查看最近一次', en: 'See the last one' })}
          </Button>
        </p>
      )}
    </section>
  )
}

function deltaWords(delta: number) {
  if (delta === 0) return { zh: '与上次（{at}）相同', en: 'As it was at {at}' }
  return delta > 0
    ? { zh: '比上次（{at}）高 {n} 分', en: '{n} more than at {at}' }
    : { zh: '比上次（{at}）低 {n} 分', en: '{n} less than at {at}' }
}

const radius = 30
const around = 2 * Math.PI * radius
const colours = { success: 'text-success-dot', warning: 'text-warning-dot', danger: 'text-danger-dot' }

function Ring({ score }: { score: number | null }) {
  const part = (score ?? 0) / 100
  return (
    <span className="relative inline-flex size-[76px] shrink-0 items-center justify-center">
      <svg viewBox="0 0 76 76" className="absolute inset-0 -rotate-90" aria-hidden="true">
        <circle cx="38" cy="38" r={radius} fill="none" strokeWidth="7" className="stroke-sunken" />
        <circle
          cx="38"
          cy="38"
          r={radius}
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          stroke="currentColor"
          strokeDasharray={`${around * part} ${around}`}
          className={cx(score === null ? 'text-transparent' : colours[scoreTone(score)])}
        />
      </svg>
      <strong className="text-xl font-semibold" data-score={score ?? ''}>
        {score ?? '–'}
      </strong>
    </span>
  )
}

/** The latest patrols, oldest first. */
function Trend({ scene_id }: { scene_id: number }) {
  const { data } = useQueryCall(scoreCalls.list, { scene_id, limit: 30, page: 1 })
  const scores = (data?.list ?? []).map(({ score }) => score).toReversed()
  if (scores.length < 2) return null
  return (
    <div className="min-w-40 flex-1 max-sm:w-full sm:max-w-72">
      <Sparkline
        values={scores}
        max={100}
        width={240}
        height={44}
        fluid
        label={say({ zh: '最近 {n} 次得分', en: 'Scores of the last {n} {n:patrol|patrols}' }, { n: scores.length })}
      />
      <p className="text-xs text-faint">
        {say({ zh: '最近 {n} 次得分', en: 'The last {n} {n:score|scores}' }, { n: scores.length })}
      </p>
    </div>
  )
}
