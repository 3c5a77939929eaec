import { defineSink } from '../../../kernel/ingest.ts'
import { innerGateways } from '../inner-gateways.ts'
import { listGateways } from '../store.ts'
import { bookApps } from '../use/store.ts'
import { AppCounters } from './app-counters.ts'

/** Of this process: every device speaks to one gateway at a time. */
const counters = new AppCounters()

export const sink = defineSink({
  name: 'stat.app',
  order: 41,
  async take(reports, db) {
    const deeds = reports.flatMap((report) => counters.take(report))
    if (deeds.length === 0) return
    const gateways = await listGateways(db, [...new Set(deeds.map(({ scene_id }) => scene_id))])
    // behind a gateway that cannot distinguish applications the inner one counts
    const inner = new Set(innerGateways(gateways.filter(({ tells_apps }) => tells_apps)))
    const outer = deeds.filter(({ device_id }) => !inner.has(device_id))
    if (outer.length) await bookApps(db, outer)
  },
})
