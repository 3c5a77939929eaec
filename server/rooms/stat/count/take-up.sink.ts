import type { DeviceReport } from '../../../devices/device-link.ts'
import { defineSink } from '../../../devices/ingest/ingest.ts'
import type { Db } from '../../../kernel/db.ts'
import { findCounters } from '../../device/api.ts'
import { airTime } from '../air-time.sink.ts'
import { counters } from '../sample.sink.ts'
import { findCounted } from '../store.ts'

/** Before reports are stored: the counters that this process does not know yet are read, and each report is counted. */
export const takeUpCounting = defineSink({
  name: 'stat.counters',
  order: 5,
  async take(reports, db) {
    await takeUp(reports, db)
    for (const report of reports) report.traffic = counters.take(report)
  },
})

/**
 * Resumes counting from the store. Stored counters are used only when they are as new as the last sample: otherwise the
 * traffic between the two would count twice.
 */
async function takeUp(reports: readonly DeviceReport[], db: Db): Promise<void> {
  const unknown = reports.filter(({ facts, device_id }) => facts.interfaces && !counters.knows(device_id))
  const ids = [...new Set(unknown.map(({ device_id }) => device_id))]
  if (ids.length === 0) return
  const reported = await findCounters(db, ids)
  for (const { device_id, at, radios } of reported) airTime.baseline(device_id, at, radios)
  const byDevice = new Map(reported.map((one) => [one.device_id, one]))
  const now = reports[reports.length - 1]?.at ?? 0
  for (const { device_id, names, ts } of await findCounted(db, ids, now - 86_400)) {
    const last = byDevice.get(device_id)
    const current = last && last.at >= (ts ?? 0) ? last : undefined
    counters.baseline(device_id, names ?? [], current?.at ?? ts ?? 0, current?.interfaces ?? [])
  }
}
