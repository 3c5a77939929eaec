import { type Departure, departSubject } from '../../../devices/device-link.ts'
import { batcher } from '../../../engines/batcher/batcher.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { StoreClosed } from '../../../kernel/database/recognise-error.ts'
import { type Ended, markOffline } from './store.ts'

/**
 * Milliseconds between retries while the database is unavailable, and their number; then the departure is dropped with
 * a log entry.
 */
const RETRY = 1000
const TRIES = 3600

/**
 * Records that connections ended. Runs where the gateway runs, so that it needs no bus and no worker. It waits for an
 * unavailable database, since the event is not repeated. When half of the devices disconnect at once they are marked in
 * batches.
 */
export const leave = defineStartup<System>({
  order: 30,
  role: 'gateway',
  async run(system) {
    const mark = batcher<Departing, void>(async (list) => {
      // a device can disconnect twice within a batch, by two sessions; only the session by which it is online counts
      const gone = await stubborn(system, () => markOffline(system.db, list.map(endedOf)))
      if (gone?.length) system.log.debug({ gone: gone.length }, 'devices went offline')
      return list.map(() => undefined)
    }, 1000)
    system.bus.serve(departSubject, async (departure: Departure) => {
      await mark({ ...departure, leftAt: performance.now() })
      // the event reached the browsers before the row was changed
      const { scene_id, device_id } = departure
      for (const topic of ['device', 'topology']) system.tell({ topic, scene_id, ids: [device_id] })
      system.tell({ topic: 'presence', scene_id })
    })
  },
})

/** With its time, in ms of a steady clock. */
type Departing = Departure & { leftAt: number }

const endedOf = ({ device_id, session, leftAt, ago = 0 }: Departing): Ended => ({
  device_id,
  session,
  ago: ago + Math.round((performance.now() - leftAt) / 1000),
})

async function stubborn<T>({ log }: System, work: () => Promise<T>): Promise<T | undefined> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      // the pool of a stopped server: the next one detects missing devices itself
      if (error instanceof StoreClosed) return undefined
      if (tried === 1 || tried === TRIES) log.error({ tried, error: String(error) }, 'devices that left are not booked')
      if (tried === TRIES) return undefined
      await new Promise((resolve) => setTimeout(resolve, RETRY).unref())
    }
  }
}
