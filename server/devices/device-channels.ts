import type { RequiredRights } from '../kernel/access.ts'
import type { Grounds } from '../kernel/live/standing.ts'
import { eventSubject } from '../kernel/event.ts'
import type { System } from '../kernel/implement.ts'
import { standsFor } from '../kernel/live/loss.ts'
import { deviceSceneChanged } from './device-link.ts'

const objectOf = (device_id: number) => `device:${device_id}`

/** The grounds of channels that a call opens on a device. */
export const groundsOf = (
  { uid, session }: { uid: number; session: { id: number } | undefined },
  call: RequiredRights,
  { id, scene_id }: { id: number; scene_id: number },
): Grounds => ({ uid, session_id: session?.id ?? 0, call: standsFor(call), scene_id, object: objectOf(id) })

/** Closes channels of a device that is removed or moved to another scene. Returns the function that stops this. */
export function endMovedChannels({ bus, channels }: Pick<System, 'bus' | 'channels'>): () => void {
  return bus.subscribe(
    eventSubject(deviceSceneChanged.name),
    ({ device_id, scene_id, gone }: { device_id: number; scene_id: number; gone?: true }) =>
      channels.endWhere((one) => one.object === objectOf(device_id) && (gone === true || one.scene_id !== scene_id)),
  )
}
