import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'

/** Accepting (1) reloads the page, refusing (4) only removes the notice. */
export function useHandle() {
  const call = useMutateCall(shareCalls.handle)
  const handle = async (scene_id: number, status: 1 | 4) => {
    const done = await call.run({ share_id: scene_id, status }, { keep: true })
    if (done && status === 1) location.reload()
  }
  return { handle, busy: call.pending }
}
