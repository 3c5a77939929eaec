import { deviceCame, deviceMoved } from '../../../kernel/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { tellDevice } from '../command/tell.ts'

/** Devices asked at a time, and kept waiting for it: of very many at once the others report by themselves. */
const AT_ONCE = 20
const MOST = 2000
const WAIT = 30_000

const lines = new WeakMap<System, { ids: Set<number>; busy: number }>()

/** Who claims a device wants to see it: it is asked for its state, as its own next report may be ten minutes away. */
export const refreshWhenClaimed = listen(deviceMoved, ({ device_id, scene_id, from, gone }, system: System) => {
  if (scene_id && !from && !gone) refreshSoon(system, device_id)
})

/** A device that has started anew may be another one than it was: an upgrade or a reset took what it ran. */
export const refreshWhenStarted = listen(deviceCame, ({ device_id, scene_id, reason }, system: System) => {
  if (scene_id && reason && reason !== 'socket') refreshSoon(system, device_id)
})

function refreshSoon(system: System, device_id: number): void {
  let line = lines.get(system)
  if (!line) lines.set(system, (line = { ids: new Set(), busy: 0 }))
  if (line.ids.size < MOST) line.ids.add(device_id)
  if (line.busy < AT_ONCE) void work(system, line)
}

async function work(system: System, line: { ids: Set<number>; busy: number }): Promise<void> {
  line.busy++
  for (const id of line.ids) {
    line.ids.delete(id)
    await tellDevice(system, id, { verb: 'refresh', args: { message: 'state' } }, WAIT)
  }
  line.busy--
}
