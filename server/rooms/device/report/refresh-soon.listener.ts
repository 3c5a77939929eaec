import { deviceConnected, deviceEvent, deviceSceneChanged } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { sendCommand } from '../../../devices/send-command.ts'

/**
 * Maximum number of concurrent requests, and of waiting devices: of very many at once the others report by themselves.
 */
const AT_ONCE = 20
const MOST = 2000
const WAIT = 30_000

interface RefreshQueue {
  ids: Set<number>
  busy: number
  /** Devices that disconnected before they answered, or refused: they are asked once more when they reconnect. */
  owing: Set<number>
}

const lines = new WeakMap<System, RefreshQueue>()

/** Requests the state of a claimed device, because its own next report may be ten minutes away. */
export const refreshWhenClaimed = listen(deviceSceneChanged, ({ device_id, scene_id, from, gone }, system: System) => {
  if (scene_id && !from && !gone) refreshSoon(system, device_id)
})

/**
 * A device that has booted may run another configuration or firmware. The reported reason does not distinguish:
 * `upgrade` occurs with and without a kept configuration, `upgradefailed` with a kept one, and `coldboot` also after
 * the reset button. Every reason except `socket` is a boot.
 */
export const refreshWhenStarted = listen(deviceConnected, ({ device_id, scene_id, reason }, system: System) => {
  const isStart = reason !== undefined && reason !== '' && reason !== 'socket'
  if (scene_id && (isStart || lines.get(system)?.owing.has(device_id))) refreshSoon(system, device_id)
})

/** Milliseconds within which port changes of a device cause one request. */
const SETTLES = 5_000

/** Devices whose ports were requested recently; true: a port changed since. */
const settling = new WeakMap<System, Map<number, boolean>>()

/** A port that gains or loses its link is displayed immediately: the device's own next report may be minutes away. */
export const refreshWhenLinked = listen(deviceEvent, ({ device_id, scene_id, event }, system: System) => {
  if (scene_id && (event.type === 'wired.carrier-up' || event.type === 'wired.carrier-down'))
    refreshPorts(system, device_id)
})

function refreshPorts(system: System, device_id: number): void {
  let request = settling.get(system)
  if (!request) settling.set(system, (request = new Map()))
  if (request.has(device_id)) return void request.set(device_id, true)
  if (request.size >= MOST) return
  request.set(device_id, false)
  refreshSoon(system, device_id)
  setTimeout(() => {
    const again = request.get(device_id)
    request.delete(device_id)
    if (again) refreshPorts(system, device_id)
  }, SETTLES).unref()
}

function refreshSoon(system: System, device_id: number): void {
  let line = lines.get(system)
  if (!line) lines.set(system, (line = { ids: new Set(), busy: 0, owing: new Set() }))
  if (line.ids.size < MOST) line.ids.add(device_id)
  if (line.busy < AT_ONCE) void work(system, line)
}

async function work(system: System, line: RefreshQueue): Promise<void> {
  line.busy++
  for (const id of line.ids) {
    line.ids.delete(id)
    const isLast = line.owing.delete(id)
    const outcome = await sendCommand(system, id, { verb: 'refresh', args: { message: 'state' } }, WAIT)
    const isDone = 'answer' in outcome && ('unsupported' in outcome.answer || outcome.answer.result === 0)
    if (!isDone && !isLast && line.owing.size < MOST) line.owing.add(id)
  }
  line.busy--
}
