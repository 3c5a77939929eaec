import { deviceEvent, deviceDisconnected, probeSubject } from '../../../devices/device-link.ts'
import { listen } from '../../../kernel/event.ts'
import type { System } from '../../../kernel/implement.ts'
import { placesOf } from './uplinks.ts'

/**
 * A silent disconnection is detected after a minute or more. After a known disconnection, or a lost carrier of a port,
 * the devices above and below are probed immediately: the cause and its extent are then known within seconds.
 */

/** Milliseconds for which devices are collected, and seconds before the same scene is probed again. */
const GATHER = 100
const AGAIN = 4
/** Maximum number of devices probed at once. */
const MOST = 5000

interface ProbedDevice {
  device_id: number
  /** Upstream devices too: the device itself is disconnected. */
  above: boolean
}

const doubts = new Map<number, ProbedDevice[]>()
const request = new Map<number, number>()
let timer: NodeJS.Timeout | undefined

export const left = listen(deviceDisconnected, ({ device_id, scene_id, reason }, system: System) => {
  if (reason !== 'replaced' && reason !== 'released') doubt(system, scene_id, { device_id, above: true })
})

export const happened = listen(deviceEvent, ({ device_id, scene_id, event }, system: System) => {
  if (event.type === 'wired.carrier-down') doubt(system, scene_id, { device_id, above: false })
})

function doubt(system: System, scene_id: number, one: ProbedDevice): void {
  if (!scene_id) return
  const list = doubts.get(scene_id)
  if (list) list.push(one)
  else doubts.set(scene_id, [one])
  timer ??= setTimeout(() => {
    timer = undefined
    void probe(system).catch((error: unknown) => system.log.debug({ error: String(error) }, 'nobody was probed'))
  }, GATHER)
  timer.unref()
}

async function probe(system: System): Promise<void> {
  const now = performance.now() / 1000
  const due = [...doubts].filter(([scene_id]) => now - (request.get(scene_id) ?? Number.NEGATIVE_INFINITY) >= AGAIN)
  doubts.clear()
  if (due.length === 0) return
  if (request.size > MOST) request.clear()
  for (const [scene_id] of due) request.set(scene_id, now)
  const places = await placesOf(
    system.db,
    due.map(([scene_id]) => scene_id),
  )
  const doubted = new Map(due.flatMap(([, list]) => list.map((one) => [one.device_id, one])))
  const device_ids = new Set<number>()
  for (const { device_id, above } of doubted.values())
    if (above) for (const id of places.get(device_id)?.above ?? []) device_ids.add(id)
  for (const [id, { above }] of places) if (above.some((one) => doubted.has(one))) device_ids.add(id)
  if (device_ids.size) system.bus.publish(probeSubject, { device_ids: [...device_ids].slice(0, MOST) })
}
