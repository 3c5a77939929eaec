import type { Traffic } from '../../devices/traffic.ts'
import { counters } from './sample.sink.ts'
import type { DeviceReport } from '../../devices/device-link.ts'

export { listUse } from './use/store.ts'

/** The traffic of a device since its previous report; undefined when it is not known. */
export function trafficOf(report: DeviceReport): Traffic | undefined {
  return counters.take(report)
}
