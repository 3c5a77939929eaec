import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { Check } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { CardSkeletons, More, TouchCard } from '../../../ui/phone/phone-list.tsx'
import { useNow } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { lasted } from '../log/alarm.ts'

const AlarmSheet = lazyPart(() => import('./alarm-sheet.tsx'), 'AlarmSheet')

const step = 20

/** The open alarms of the chosen scene, or of all scenes; a tap opens the actions. */
export function PhoneAlarms() {
  const scene = useScene()
  const [limit, setLimit] = useState(step)
  const [open, setOpen] = useState<number>()
  const request = { ...scene.input, state: 0 as const, limit, orderby: 'level asc' }
  const { data, error, isFetching, refetch } = useQueryCall(logCalls.list, request, { keepPrevious: true })
  const now = useNow()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <CardSkeletons />
  const shown = data.list.find(({ id }) => id === open)
  if (data.total === 0)
    return (
      <EmptyState
        icon={Check}
        title={{ zh: '暂无未处理的告警', en: 'No open alarms' }}
        hint={{ zh: '一切正常', en: 'No problems' }}
      />
    )
  return (
    <div className="flex flex-col gap-2.5">
      {data.list.map((alarm) => (
        <TouchCard key={alarm.id} onPress={() => setOpen(alarm.id)}>
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-lg font-semibold">{alarm.device_name || alarm.sn}</span>
            <span className="text-xs text-faint">{durationText(lasted(alarm, now), 1)}</span>
          </span>
          <span className="mt-1.5 flex items-center gap-2 text-sm">
            <Status tone={alarmLevel.find(alarm.level)?.tone} label={alarm.title} />
            {alarm.cnt > 1 && <span className="text-warning">× {alarm.cnt}</span>}
          </span>
          <span className="mt-1 block truncate text-xs text-faint">{alarm.scene_name}</span>
        </TouchCard>
      ))}
      <More
        shown={data.list.length}
        total={data.total}
        pending={isFetching}
        onMore={() => setLimit((was) => Math.min(500, was + step))}
      />
      <Suspense>{shown && <AlarmSheet alarm={shown} onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  )
}
