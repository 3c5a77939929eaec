import { changeCalls } from '@belvedere/contract/rooms/change/change.ts'
import { changeReason, itemState } from '@belvedere/contract/rooms/change/enums.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

type TrailStep = AnswerOf<typeof changeCalls.trail>['list'][number]

/** Events, oldest first. */
export function Trail({ id }: { id: number }) {
  const { data, error, refetch } = useQueryCall(changeCalls.trail, { id }, { keepPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <ol className="relative ml-2 grid gap-3 border-l border-line py-1 pl-5">
      {data.list.map((step) => (
        <li key={step.id} className="relative">
          <span className="absolute top-1.5 -left-[25px] size-2 rounded-full bg-accent" aria-hidden="true" />
          <p>
            <b className="font-medium">{textOf(step)}</b>
            {step.by && <span className="text-soft"> · {step.by}</span>}
          </p>
          <p className="text-xs text-soft">
            <time dateTime={new Date(step.at * 1000).toISOString()}>{absoluteTime(step.at)}</time>
            {detailOf(step) && ` · ${detailOf(step)}`}
          </p>
        </li>
      ))}
    </ol>
  )
}

const words: Record<string, Words> = {
  applied: { zh: '开始执行', en: 'Applied' },
  backup: { zh: '已备份设备的原有配置', en: 'What the devices ran was backed up' },
  soak: { zh: '试点已生效，开始观察', en: 'The canary is in effect and watched' },
  gate: { zh: '试点健康，继续', en: 'The canary is healthy; the others follow' },
  wave: { zh: '开始第 {wave} 批', en: 'Wave {wave} begins' },
  offline: { zh: '等待离线设备', en: 'Waiting for offline devices' },
  cancelled: { zh: '要求取消', en: 'Cancellation requested' },
  finished: { zh: '要求不再等待', en: 'Requested to stop waiting' },
  returning: { zh: '开始回退', en: 'Returning' },
  done: { zh: '已完成，配置已写入', en: 'Done: it is now the desired configuration' },
  returned: { zh: '已全部回退', en: 'Returned' },
}

function textOf({ what, data }: TrailStep): string {
  const known = words[what]
  return known ? say(known, (data ?? {}) as Record<string, string | number>) : what
}

function detailOf({ what, data }: TrailStep): string {
  const { reason, devices, canary, seconds, terminals_before, terminals_now, alarms, kept, ...counts } = (data ??
    {}) as Record<string, unknown>
  const parts: string[] = []
  if (typeof reason === 'string') parts.push(changeReason.label(reason, lang))
  if (what === 'applied')
    parts.push(
      say(
        { zh: '{devices} 台设备，试点 {canary} 台', en: '{devices} {devices:device|devices}, {canary} of them first' },
        { devices: Number(devices), canary: Number(canary) },
      ),
    )
  if (what === 'soak' && Number(seconds) > 0)
    parts.push(say({ zh: '{seconds} 秒', en: '{seconds} s' }, { seconds: Number(seconds) }))
  if (terminals_before !== undefined)
    parts.push(
      say(
        { zh: '终端 {now}/{before}', en: 'terminals {now} of {before}' },
        { now: Number(terminals_now), before: Number(terminals_before) },
      ),
    )
  if (what === 'backup') {
    parts.push(say({ zh: '{n} 台', en: '{n} {n:device|devices}' }, { n: Number(kept) }))
    if (Number(counts.failed) > 0)
      parts.push(say({ zh: '{n} 台未能备份', en: '{n} could not be' }, { n: Number(counts.failed) }))
  }
  if (Number(alarms) > 0)
    parts.push(say({ zh: '新告警 {n} 条', en: '{n} new {n:alarm|alarms}' }, { n: Number(alarms) }))
  if (what === 'done' || what === 'returned')
    parts.push(...Object.entries(counts).map(([state, n]) => `${itemState.label(state, lang)} ${String(n)}`))
  return parts.join(' · ')
}
