import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import { ChevronLeft, ChevronRight, GitCompareArrows, History } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { absoluteTime, useNow } from '../../../ui/values/relative-time.tsx'
import { Select } from '../../../ui/fields/select.tsx'

interface TimelineProps {
  sceneId: number
  /** Unix seconds; 0: current. */
  at: number
  /** Length of the slider in seconds. */
  span: number
  oldest: number
  /** The time of the comparison; 0: none. */
  versus: number
  onAt: (at: number) => void
  onSpan: (span: number) => void
  onList: () => void
  onCompare: () => void
}

export const spans = [
  { id: 3600, zh: '最近 1 小时', en: 'Last hour' },
  { id: 86_400, zh: '最近 24 小时', en: 'Last 24 hours' },
  { id: 7 * 86_400, zh: '最近 7 天', en: 'Last 7 days' },
  { id: 30 * 86_400, zh: '最近 30 天', en: 'Last 30 days' },
  { id: 120 * 86_400, zh: '最近 120 天', en: 'Last 120 days' },
]

/** Steps of the slider, and of the strip of marks above it. */
const STEPS = 1440
/** Milliseconds of debounce before the time is requested. */
const SETTLE = 90

/**
 * The displayed period. Its end follows the current time, slightly ahead of it; `still`: positions on the slider stay
 * fixed.
 */
export function usePeriod(span: number, still = false): { from: number; to: number } {
  const ahead = (Math.floor((useNow() + 30) / 60) + 1) * 60
  const end = useRef(ahead)
  if (!still) end.current = ahead
  return { from: end.current - span, to: end.current }
}

/** The slider from the past to now: drag it through time, or jump between outages. */
export function Timeline({ sceneId, at, span, oldest, versus, onAt, onSpan, onList, onCompare }: TimelineProps) {
  const [held, hold] = useState<number>()
  const isNow = at === 0 && held === undefined
  const { from, to } = usePeriod(span, !isNow)
  const { data } = useQueryCall(
    topologyCalls.past,
    { scene_id: sceneId, from, to },
    { keepPrevious: true, enabled: sceneId > 0 },
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => hold(undefined), [at])
  const shown = held ?? (at || to)
  const step = span / STEPS
  const choose = (moment: number) => {
    // without this, the slider would stay at its end after an incomplete drag
    hold(moment < to || at > 0 ? moment : undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onAt(moment >= to ? 0 : Math.round(moment)), SETTLE)
  }
  const gone = useMemo(
    () => (data?.list ?? []).filter(({ what }) => what === 'offline' || what === 'unlinked').map((one) => one.at),
    [data],
  )
  // the time of a change includes the change
  const earlier = gone.find((one) => one < shown)
  const later = gone.findLast((one) => one > shown)
  const text = isNow ? say({ zh: '现在', en: 'Now' }) : absoluteTime(Math.round(shown))
  return (
    <section
      aria-label={say({ zh: '时间轴', en: 'Time' })}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-surface px-3 py-1.5"
    >
      <Select
        className="w-36"
        size="s"
        name={{ zh: '时间范围', en: 'Period' }}
        options={spans}
        value={span}
        onChange={onSpan}
      />
      <IconButton
        size="s"
        icon={ChevronLeft}
        label={{ zh: '上一次中断', en: 'Outage before' }}
        disabled={earlier === undefined}
        onClick={() => earlier !== undefined && onAt(earlier)}
      />
      <span className="order-last min-w-0 flex-[1_1_100%] sm:order-none sm:flex-1">
        <Marks marks={data?.marks ?? []} from={from} to={to} oldest={oldest} versus={versus} />
        <input
          type="range"
          min={from}
          max={to}
          step={step}
          value={shown}
          aria-label={say({ zh: '时间', en: 'Moment' })}
          aria-valuetext={text}
          onChange={(event) => choose(Number(event.target.value))}
          className="block h-4 w-full cursor-pointer accent-(--accent)"
        />
      </span>
      <IconButton
        size="s"
        icon={ChevronRight}
        label={{ zh: '下一次中断', en: 'Outage after' }}
        disabled={later === undefined}
        onClick={() => later !== undefined && onAt(later)}
      />
      <span role="status" className="w-44 text-right text-xs text-soft tabular-nums">
        {text}
      </span>
      <Button kind={isNow ? 'quiet' : 'primary'} size="s" disabled={isNow} onClick={() => onAt(0)}>
        {say({ zh: '实时', en: 'Live' })}
      </Button>
      <IconButton
        size="s"
        icon={GitCompareArrows}
        aria-pressed={versus > 0}
        label={{ zh: '与另一时刻对比', en: 'Compare with another moment' }}
        onClick={onCompare}
      />
      <IconButton size="s" icon={History} label={{ zh: '变化记录', en: 'Changes' }} onClick={onList} />
    </section>
  )
}

/** Number of changes by time; the time before the first data is hatched. */
function Marks({
  marks,
  from,
  to,
  oldest,
  versus,
}: {
  marks: readonly number[]
  from: number
  to: number
  oldest: number
  versus: number
}) {
  const most = Math.max(1, ...marks)
  const known = Math.min(1, Math.max(0, (oldest - from) / (to - from))) * 120
  return (
    <svg viewBox="0 0 120 10" preserveAspectRatio="none" className="block h-2.5 w-full" aria-hidden="true">
      <rect x="0" y="9" width="120" height="1" className="fill-line" />
      <rect x="0" y="0" width={known} height="10" className="fill-sunken" />
      {marks.map(
        (n, at) =>
          n > 0 && (
            <rect
              key={`${at}`}
              x={at + 0.15}
              y={8 - (n / most) * 6}
              width="0.7"
              height={1 + (n / most) * 6}
              className="fill-danger-dot"
            />
          ),
      )}
      {versus > from && (
        <rect x={((versus - from) / (to - from)) * 120 - 0.25} y="0" width="0.5" height="10" className="fill-accent" />
      )}
    </svg>
  )
}
