import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseFrom } from '@belvedere/drivers/kit/compile.ts'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { deviceConnected, deviceSceneChanged } from '../../devices/device-link.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { intentChanged } from './changed.events.ts'
import { saveReportedBases, listUntold, type Untold } from './config-store.ts'
import { saveDocuments, loadInOrder } from './documents.ts'

/** Maximum number of devices in one sweep; the next finds the others. */
const MOST = 1000

/**
 * Devices that cannot report their configuration: their base is derived from their reports, and completed with further
 * reports.
 */
export const describeBases = defineJob({
  name: 'intent.describe-bases',
  every: '* * * * *',
  async run(_payload, system: System) {
    await describe(system, undefined)
  },
})
export const describeWhenClaimed = listen(deviceSceneChanged, ({ device_id, scene_id, gone }, system: System) => {
  if (scene_id && !gone) describeSoon(system, device_id)
})
export const describeWhenCome = listen(deviceConnected, ({ device_id, scene_id }, system: System) => {
  if (scene_id) describeSoon(system, device_id)
})

/** Seconds to wait for a report of a device that was just claimed, or has just connected; then the sweep finds it. */
const WAIT = 60
const LOOK_AGAIN = 1000

const waiting = new WeakMap<System, Map<number, number>>()

/** As soon as it has reported; devices that connect together are described together. */
function describeSoon(system: System, device_id: number): void {
  const line = waiting.get(system)
  const until = system.now() + WAIT
  if (line) {
    if (line.size < MOST) line.set(device_id, until)
    return
  }
  const own = new Map([[device_id, until]])
  waiting.set(system, own)
  void lookFor(system, own)
    .catch((error: unknown) => system.log.warn({ error: String(error) }, 'bases from reports'))
    .finally(() => waiting.delete(system))
}

async function lookFor(system: System, line: Map<number, number>): Promise<void> {
  while (line.size > 0) {
    const silent = await describe(system, [...line.keys()])
    const now = system.now()
    for (const [id, until] of line) if (!silent.has(id) || until < now) line.delete(id)
    if (line.size > 0) await sleep(LOOK_AGAIN, undefined, { ref: false })
  }
}

/** Returns the devices that have not reported yet. */
async function describe(system: System, ids: readonly number[] | undefined): Promise<Set<number>> {
  const drivers = (await discoverDrivers()).flatMap(({ family, baseFrom }) => (baseFrom ? [{ family, baseFrom }] : []))
  const families = new Map(drivers.map(({ family, baseFrom }) => [family, baseFrom]))
  const found = await listUntold(system, [...families.keys()], ids, MOST)
  await keepBases(
    system,
    families,
    found.filter(({ facts }) => facts !== null),
  )
  return new Set(found.filter(({ facts }) => facts === null).map(({ id }) => id))
}

async function keepBases(
  system: System,
  families: ReadonlyMap<string, BaseFrom>,
  devices: readonly Untold[],
): Promise<void> {
  if (devices.length === 0) return
  const before = await loadInOrder(
    system,
    system.db,
    devices.map(({ base }) => base),
  )
  const made = devices.flatMap((device, at) => {
    const { family, capabilities, facts, sent } = device
    const base = families.get(family)?.(capabilities, facts as DeviceFacts, before(at), sent)
    return base ? [{ device, ...base }] : []
  })
  if (made.length === 0) return
  const now = system.now()
  const digests = await saveDocuments(
    system,
    system.db,
    made.map(({ document }) => document),
    now,
  )
  const kept = await saveReportedBases(
    system,
    made.map(({ device: { id, config_uuid }, open }, at) => ({
      device_id: id,
      digest: digests[at] as string,
      uuid: config_uuid,
      open,
    })),
    now,
  )
  for (const [scene_id, own] of Map.groupBy(kept, (one) => one.scene_id))
    system.emit(intentChanged, { scene_id, ids: own.map(({ device_id }) => device_id) })
}
