import type { Traffic } from '../../devices/traffic.ts'
import { counters } from './sample.sink.ts'
import type { DeviceReport } from '../../devices/device-link.ts'

export { listUse } from './use/store.ts'

/** What passed through a device since its report before; undefined when it cannot be told. */
export function trafficOf(report: DeviceReport): Traffic | undefined {
  return counters.take(report)
}
