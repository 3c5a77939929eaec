import { defineJob } from '../../../base/jobs/job.ts'
import type { System } from '../../../kernel/implement.ts'
import { revisionsToSend } from '../../intent/api.ts'
import { readRunning, orderDevice, tookSome } from './order-device.ts'
import { usualTimes } from './run.ts'
import { findStranded, markReturned, type Stranded } from './store.ts'

/** Number of devices that are sent their former configuration at the same time. */
const AT_ONCE = 20

/** Recovers devices that a set could not roll back and that are online again. */
export const recoverAll = defineJob<unknown, System>({
  name: 'change.strand',
  every: '* * * * *',
  retries: 0,
  async run(_, system) {
    const queue = (await findStranded(system.db))[Symbol.iterator]()
    const lane = async () => {
      for (const device of queue) await recover(system, device)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  },
})

async function recover(system: System, device: Stranded): Promise<void> {
  const run = { system, times: usualTimes, work: { by: '', ref: `change:${device.set_id}` } }
  const running = await readRunning(run, device)
  if (running === 'away') return
  // another number: it rolled back by itself, or another configuration was sent since
  if (running !== 'mute' && running !== device.uuid) return markReturned(system.db, device, system.now())
  if (!device.back_id) return
  const at = { db: system.db, access: system.access, system }
  const revision = (await revisionsToSend(at, [device.back_id])).get(device.back_id)
  const outcome = revision && (await orderDevice(run, device, 'configure', revision.args, usualTimes.configure))
  if (outcome && tookSome(outcome) && (running === 'mute' || !device.verbs.includes('running')))
    await markReturned(system.db, device, system.now())
}
