import { defineSink } from '../../../devices/ingest/ingest.ts'
import { innerGateways } from '../inner-gateways.ts'
import { listGateways } from '../store.ts'
import { bookApps, findReached, saveReached } from '../use/store.ts'
import { AppCounters } from './app-counters.ts'

/** In this process: every device is connected to one gateway at a time. */
export const appCounters = new AppCounters()

export const sink = defineSink({
  name: 'stat.app',
  order: 41,
  forget: (device_id) => appCounters.forget(device_id),
  async take(reports, db) {
    const counted = reports.filter(({ facts, scene_id }) => facts.apps && scene_id)
    const unknown = [...new Set(counted.map(({ device_id }) => device_id))].filter((id) => !appCounters.knows(id))
    if (unknown.length > 0) for (const reached of await findReached(db, unknown)) appCounters.resume(reached)
    const taken = counted.map((report) => appCounters.take(report))
    const reached = new Map(taken.flatMap((one) => (one.reached ? [[one.reached.device_id, one.reached]] : [])))
    if (reached.size > 0) await saveReached(db, [...reached.values()])
    const deeds = taken.flatMap((one) => one.deeds)
    if (deeds.length === 0) return
    const gateways = await listGateways(db, [...new Set(deeds.map(({ scene_id }) => scene_id))])
    // behind a gateway that cannot distinguish applications the inner one counts
    const inner = new Set(innerGateways(gateways.filter(({ tells_apps }) => tells_apps)))
    const outer = deeds.filter(({ device_id }) => !inner.has(device_id))
    if (outer.length) await bookApps(db, outer)
  },
})
