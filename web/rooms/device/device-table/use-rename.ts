import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { useCallback } from 'react'
import { queryClient, useMutateCall } from '../../../kit/query.ts'
import type { Device } from './device.ts'

type Page = { list?: readonly { id: number }[] }

/** Puts `part` into every list on screen that shows the device. */
function patch(id: number, part: Partial<Device>): void {
  const shows = (at: string | undefined) => at !== undefined && at.startsWith('GET device/')
  queryClient.setQueriesData<Page>({ predicate: ({ meta }) => shows(meta?.call.at) }, (page) => {
    if (!page?.list?.some((row) => row.id === id)) return page
    return { ...page, list: page.list.map((row) => (row.id === id ? { ...row, ...part } : row)) }
  })
}

/** `rename(device, name)`: the new name shows at once and goes back when the server refuses. True when it is kept. */
export function useRename(): (device: Device, name: string) => Promise<boolean> {
  const { run } = useMutateCall(deviceCalls.change)
  return useCallback(
    async ({ id, name: before, rev }, name) => {
      patch(id, { name })
      const done = await run({ id, name, rev })
      if (!done) patch(id, { name: before })
      return done !== undefined
    },
    [run],
  )
}
