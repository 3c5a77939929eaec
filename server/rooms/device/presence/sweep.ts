import { deviceLeft } from '../../../kernel/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../kernel/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { StoreClosed } from '../../../kernel/recognise-error.ts'
import { forgetRuns, markLost, reachStore } from './store.ts'

/** Seconds a gateway may be silent before its devices count as offline: long enough to restart and have them all back. */
export const SILENCE = 90
const EVERY = 10

/**
 * Devices of a gateway that died without a goodbye. While this process or the store was away itself, a heartbeat may be
 * missing for our own fault: it looks on for as long again before it declares anybody lost.
 */
export const sweep = defineStartup<System>({
  order: 31,
  role: 'worker',
  async run(system) {
    let steadySince = system.now()
    const timer = setInterval(async () => {
      try {
        if (system.now() - steadySince < SILENCE) await reachStore(system.db)
        else await sweepLost(system)
      } catch (error) {
        steadySince = system.now()
        if (error instanceof StoreClosed) clearInterval(timer)
      }
    }, EVERY * 1000)
    timer.unref()
  },
})

export async function sweepLost(system: System): Promise<number> {
  const at = system.now()
  const lost = await markLost(system.db, at, SILENCE)
  for (const device of lost) system.emit(deviceLeft, { ...device, at, reason: 'lost' })
  return lost.length
}

export const forget = defineJob<unknown, System>({
  name: 'device.forget-runs',
  every: '10 3 * * *',
  async run(_, system) {
    await forgetRuns(system.db, system.now() - 86_400)
  },
})
