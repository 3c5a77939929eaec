import { deviceOnline } from '@belvedere/contract/rooms/device/enums.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { useNow } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import type { ListedDevice } from './device.ts'

const unknown = deviceOnline.find(deviceOnline.id.unknown)
const never = { zh: '从未上线', en: 'Never seen' }

/** Icon, state, and its duration. */
export function StateCell({
  device,
}: {
  device: Pick<ListedDevice, 'online' | 'since' | 'seen_at'> & Partial<Pick<ListedDevice, 'unknown_since'>>
}) {
  if (typeof device.unknown_since === 'number')
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <Status tone={unknown?.tone} label={unknown ?? ''} />
        <Since at={device.unknown_since} />
      </span>
    )
  if (!device.online && !device.seen_at) return <Status tone="neutral" label={never} />
  const state = deviceOnline.find(device.online)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Status tone={state?.tone} label={state ?? ''} />
      <Since at={device.since} />
    </span>
  )
}

function Since({ at }: { at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at * 1000).toISOString()} data-tip-at={at} className="truncate text-xs text-faint">
      {durationText(now - at, 1)}
    </time>
  )
}
