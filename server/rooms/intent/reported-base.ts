import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { deviceMoved } from '../../kernel/device-link.ts'
import { discoverDrivers } from '../../kernel/discover.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { intentChanged } from './changed.ts'
import { keepReportedBases, listUntold } from './config-store.ts'
import { keepDocuments, loadInOrder } from './documents.ts'

/** Devices of one sweep; the next finds the others. */
const MOST = 1000

/** Devices that cannot be asked what they run: their base is put together from what they report, and completed as they report more. */
export const describeBases = defineJob({
  name: 'intent.describe-bases',
  every: '* * * * *',
  run: (_payload, system: System) => describe(system, undefined),
})
export const describeWhenClaimed = listen(deviceMoved, ({ device_id, scene_id, gone }, system: System) => {
  if (scene_id && !gone) return describe(system, [device_id])
})

async function describe(system: System, ids: readonly number[] | undefined): Promise<void> {
  const drivers = (await discoverDrivers()).flatMap(({ family, baseFrom }) => (baseFrom ? [{ family, baseFrom }] : []))
  const families = new Map(drivers.map(({ family, baseFrom }) => [family, baseFrom]))
  const devices = await listUntold(system, [...families.keys()], ids, MOST)
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
  const digests = await keepDocuments(
    system,
    system.db,
    made.map(({ document }) => document),
    now,
  )
  const kept = await keepReportedBases(
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
