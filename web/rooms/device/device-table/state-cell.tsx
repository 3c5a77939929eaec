import { deviceOnline } from '@belvedere/contract/rooms/device/enums.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Device } from './device.ts'

const never = { zh: '从未上线', en: 'Never seen' }

/** Icon, word, and since when. */
export function StateCell({ device }: { device: Pick<Device, 'online' | 'since' | 'seen_at'> }) {
  if (!device.online && !device.seen_at) return <Status tone="neutral" label={never} />
  const state = deviceOnline.find(device.online)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Status tone={state?.tone} label={state ?? ''} />
      <RelativeTime at={device.since} className="truncate text-xs text-faint" />
    </span>
  )
}
