import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useRef } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { can, type ListedDevice } from '../../device/api.tsx'

/** Milliseconds between polls. */
const beat = 1_500

const arrivalOf = ({ id, since }: ListedDevice) => `${id} ${since}`

/**
 * The host that connected to the scene since the first render: a new device, or a known one that reconnected. Devices
 * in the first response existed before, because the command cannot be pasted before that response.
 */
export function useArrival(scene_id: number): ListedDevice | undefined {
  const request = { scene_id, simulated: 0, online: 1, orderby: 'since desc', limit: 50 } as const
  // polled, because updates about a device that is not in the list yet may be delayed
  const { data, dataUpdatedAt } = useQueryCall(deviceCalls.all, request, { every: beat })
  const born = useRef(Date.now())
  const before = useRef<ReadonlySet<string>>(undefined)
  // a cached response may be older than the command
  const isFresh = dataUpdatedAt >= born.current
  const hosts = isFresh ? data?.list.filter((device) => can(device, 'cgi')) : undefined
  if (hosts) before.current ??= new Set(hosts.map(arrivalOf))
  return hosts?.find((host) => !before.current?.has(arrivalOf(host)))
}
