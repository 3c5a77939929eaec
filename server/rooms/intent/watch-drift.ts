import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { intentChanged } from './changed.ts'
import { findConfig, listStrayed, setSync } from './config-store.ts'
import { lookAt } from './drift-of.ts'
import { asText, isOffline } from './running.ts'

const AT_ONCE = 10
const MOST = 300

/** Looks at devices that report a configuration they were not sent, and now and then at the others. */
export const watchDrift = defineJob({
  name: 'intent.watch-drift',
  every: '* * * * *',
  async run(_payload, system: System) {
    const queue = (await listStrayed(system, system.now(), MOST))[Symbol.iterator]()
    const lane = async () => {
      for (const id of queue) await look(system, id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  },
})

async function look(system: System, device_id: number): Promise<void> {
  const at = { db: system.db, access: system.access, system }
  const config = await findConfig(at, device_id)
  if (!config) return
  const found = await lookAt(at, config, system.now())
  // it runs something else, and nobody can tell what
  if ('why' in found && !isOffline(found.why))
    await setSync(at, [{ device_id, sync: 3, said: asText(found.why) }], system.now())
  system.emit(intentChanged, { scene_id: config.scene_id, ids: [device_id] })
}
