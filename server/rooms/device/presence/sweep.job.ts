import { SilenceWatch } from '@belvedere/pure/time/silence.ts'
import { startLoop } from '../../../engines/leased-loop/loop.ts'
import { deviceDisconnected } from '../../../devices/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { purgeRuns, listBeats, markLost } from './store.ts'

/** Maximum seconds between checks of the gateways: several fit into the timeout. */
const EVERY = 10

/**
 * Marks the devices of a gateway offline that died, or that stopped for longer than devices wait for it. A gateway that
 * resumes takes its devices over again (`sessions.ts`).
 */
export const sweep = defineStartup<System>({
  order: 31,
  role: 'worker',
  async run(system) {
    const bound = system.config['gateway-silence']
    const every = Math.min(EVERY, bound / 4)
    const silence = new SilenceWatch<number>(bound, every)
    startLoop(every * 1000, system, 'gateways are not looked at', () => sweepLost(system, silence))
  },
})

/** `now`: seconds of a steady clock. */
export async function sweepLost(system: System, silence: SilenceWatch<number>, now?: number): Promise<number> {
  const runs = await listBeats(system.db)
  const silent = silence.look(runs, now ?? performance.now() / 1000)
  const lost = silent ? await markLost(system.db, silent) : []
  for (const device of lost) system.emit(deviceDisconnected, { ...device, reason: 'lost' })
  return lost.length
}

export const purge = defineJob<unknown, System>({
  name: 'device.forget-runs',
  every: '10 3 * * *',
  async run(_, system) {
    await purgeRuns(system.db, 86_400)
  },
})
