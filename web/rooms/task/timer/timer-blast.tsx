import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { timerType } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { Suspense } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { BlastNote } from '../../change/api.tsx'
import type { ListedTimer, TimerTarget } from './timer-row.ts'

/** Maximum number of devices for which the blast radius is requested; above it, the server requires a confirmation. */
const most = 500

interface TimerBlastProps {
  target: TimerTarget | undefined
  timer: ListedTimer | undefined
  type: ListedTimer['type']
}

/** Devices affected by a run of a timer in the current network. */
export function TimerBlast({ target, timer, type }: TimerBlastProps) {
  const chosen = target?.kind === 'devices' ? target.ids : timer?.ids
  const group_id = target?.kind === 'group' ? target.id : timer?.scope === 'group' ? timer.group_id : null
  const scene_id = target?.kind === 'scene' ? target.id : timer?.scope === 'scene' ? timer.scenes[0]?.scene_id : null
  const place = group_id ? { group_id } : scene_id ? { scene_id } : undefined
  const { data } = useQueryCall(deviceCalls.all, { ...place, limit: most }, { enabled: place !== undefined })
  const ids = place ? (data?.list.map(({ id }) => id) ?? []) : (chosen ?? [])
  if (type === timerType.id.backup || ids.length === 0 || (place && (data?.total ?? 0) > most)) return null
  return (
    <div className="mt-4">
      <Suspense>
        <BlastNote ids={ids.slice(0, most)} action={type === timerType.id.reboot ? 'reboot' : 'upgrade'} />
      </Suspense>
    </div>
  )
}
