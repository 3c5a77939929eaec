import type { NeighborNetwork } from '@belvedere/drivers/kit/facts.ts'
import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { sendCommand } from '../../devices/send-command.ts'
import { radioUpdated } from './api.ts'
import { countListening, endListening, saveNeighbors } from './store.ts'

/** Access points that scan at the same time: each leaves its channels for some seconds. */
const AT_ONCE = 8
/** Milliseconds for one access point. */
const TIMEOUT = 60_000

/** Makes access points scan, some at a time, and stores the networks that they receive. */
export const listenNow = defineJob<{ scene_id: number; ids: number[] }, System>({
  name: 'optimize.listen',
  retries: 0,
  run: ({ scene_id, ids }, system) => listenAll(system, scene_id, ids),
})

export async function listenAll(system: System, scene_id: number, ids: readonly number[]): Promise<void> {
  const queue = ids[Symbol.iterator]()
  const lane = async () => {
    for (const id of queue) {
      const heard = await ask(system, id)
      if (heard) await saveNeighbors(system.db, id, system.now(), heard)
      await countListening(system.db, scene_id, heard !== undefined)
      system.emit(radioUpdated, { scene_id })
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, lane))
  await endListening(system.db, scene_id, system.now())
  system.emit(radioUpdated, { scene_id })
}

async function ask(system: System, device_id: number): Promise<NeighborNetwork[] | undefined> {
  const outcome = await sendCommand(system, device_id, { verb: 'listen', args: {} }, TIMEOUT)
  if (!('answer' in outcome) || 'unsupported' in outcome.answer || outcome.answer.result !== 0) return undefined
  return (outcome.answer.data as { heard?: NeighborNetwork[] } | undefined)?.heard
}
