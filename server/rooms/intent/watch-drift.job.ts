import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import { deviceConnected } from '../../devices/device-link.ts'
import { listen } from '../../kernel/event.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { devicesStrayed, intentChanged } from './changed.events.ts'
import { findConfig, listStrayed } from './config-store.ts'
import { lookAt } from './drift-of.ts'

const AT_ONCE = 25
/** Devices of one run: every minute, so that ten thousand devices are read within ten. */
const MOST = 1500
/** ms between two checks of connected devices: in a reconnect storm they come by the hundred a second. */
const EVERY = 250

/** Reads devices that report another configuration than the one sent, and periodically the others. */
export const watchDrift = defineJob({
  name: 'intent.watch-drift',
  every: '* * * * *',
  run: async (_payload, system: System) => lookAll(system, await listStrayed(system, system.now(), MOST)),
})

const waiting = new WeakMap<System, { ids: Set<number>; busy: boolean }>()

/**
 * A device that reconnects is read immediately: its configuration may have been lost meanwhile, or changed under the
 * same number.
 */
export const lookWhenItComes = listen(deviceConnected, async ({ device_id, scene_id }, system: System) => {
  if (!scene_id) return
  let line = waiting.get(system)
  if (!line) waiting.set(system, (line = { ids: new Set(), busy: false }))
  if (line.ids.size < MOST) line.ids.add(device_id)
  if (line.busy) return
  line.busy = true
  try {
    while (line.ids.size > 0) {
      const batch = [...line.ids]
      line.ids.clear()
      await lookAll(system, await listStrayed(system, system.now(), MOST, batch))
      await new Promise((resolve) => setTimeout(resolve, EVERY).unref())
    }
  } finally {
    line.busy = false
  }
})

async function lookAll(system: System, ids: readonly number[]): Promise<void> {
  const queue = ids[Symbol.iterator]()
  const strayed: number[] = []
  const lane = async () => {
    for (const id of queue) if (await look(system, id)) strayed.push(id)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, lane))
  if (strayed.length > 0) system.emit(devicesStrayed, { ids: strayed })
}

/** True when it runs another configuration. */
async function look(system: System, device_id: number): Promise<boolean> {
  const at = { db: system.db, access: system.access, system }
  const config = await findConfig(at, device_id)
  if (!config) return false
  const { sync } = await lookAt(at, config, system.now())
  system.emit(intentChanged, { scene_id: config.scene_id, ids: [device_id] })
  return sync === syncState.id.drifted && config.sync !== sync
}
