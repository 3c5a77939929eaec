import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useCallback } from 'react'
import { optimistic } from '../../../kit/calls/optimistic.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import type { ListedDevice } from './device.ts'

/**
 * `rename(device, name)`: the new name is shown immediately and reverted if the server refuses it. True if it was
 * saved.
 */
export function useRename(): (device: ListedDevice, name: string) => Promise<boolean> {
  const { run } = useMutateCall(deviceCalls.change)
  return useCallback(
    async ({ id, rev }, name) => {
      const patch = { lists: 'GET device/', id, part: { name } }
      return (await optimistic(patch, () => run({ id, name, rev }))) !== undefined
    },
    [run],
  )
}
