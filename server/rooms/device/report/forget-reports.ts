import { forgetCounters } from '../../stat/api.ts'
import { forgetTerminals } from '../../terminal/api.ts'
import { forgetSights } from '../../topology/api.ts'
import { forgetDetail } from './detail.ts'

/** A new connection of a device: the first report is written whole and compared with the store, not with our memory. */
export function forgetReports(device_id: number): void {
  forgetCounters(device_id)
  forgetDetail(device_id)
  forgetTerminals(device_id)
  forgetSights(device_id)
}
