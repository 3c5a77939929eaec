import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useRef } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { can, type ListedDevice } from '../../device/api.tsx'

/** Milliseconds between looks. */
const beat = 1_500

const arrivalOf = ({ id, since }: ListedDevice) => `${id} ${since}`

/**
 * The host that came into the scene since this was first drawn: a new device, or one known before that dialled again. Nobody
 * can paste the command before the first answer is here, so what that shows was there before.
 */
export function useArrival(scene_id: number): ListedDevice | undefined {
  const request = { scene_id, simulated: 0, online: 1, orderby: 'since desc', limit: 50 } as const
  // news about a device that is not in the list yet may wait; somebody is looking here
  const { data, dataUpdatedAt } = useQueryCall(deviceCalls.all, request, { every: beat })
  const born = useRef(Date.now())
  const before = useRef<ReadonlySet<string>>(undefined)
  // an answer kept from an earlier look is older than the command
  const isFresh = dataUpdatedAt >= born.current
  const hosts = isFresh ? data?.list.filter((device) => can(device, 'cgi')) : undefined
  if (hosts) before.current ??= new Set(hosts.map(arrivalOf))
  return hosts?.find((host) => !before.current?.has(arrivalOf(host)))
}
