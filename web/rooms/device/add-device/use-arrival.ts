import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useRef } from 'react'
import { useQueryCall } from '../../../kit/query.ts'
import { can, type Device } from '../device-table/device.ts'

/** Clocks of server and browser may differ by so much, seconds. */
const skew = 30

/**
 * The host that came into the scene since `issued_at`: a new device, or one known before that was enrolled once more and
 * was not online when the command was made.
 */
export function useArrival(scene_id: number, issued_at: number): Device | undefined {
  const { data } = useQueryCall(deviceCalls.all, {
    scene_id,
    simulated: 0,
    online: 1,
    orderby: 'since desc',
    limit: 50,
  })
  const before = useRef<ReadonlySet<number>>(undefined)
  const list = data?.list.filter((device) => can(device, 'cgi'))
  if (list && !before.current)
    before.current = new Set(list.filter(({ since }) => since < issued_at - skew).map(({ id }) => id))
  const known = before.current
  return known && list?.find(({ id, since }) => !known.has(id) && since >= issued_at - skew)
}
