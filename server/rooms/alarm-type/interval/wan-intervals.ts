import type { QueryContext } from '../../../kernel/db.ts'
import { devWanFull } from '../definitions/line/dev-wan-full.ts'
import { busySamples, type ListedInterval, type IntervalScope } from './store.ts'

/** Seconds between two samples above which they do not belong to one interval. */
const GAP = 200

/** The intervals in which the lines of a place carried this percentage of their speed, from the samples of devices. */
export async function wanIntervals(
  ctx: QueryContext,
  where: IntervalScope,
  percent: number,
  from: number,
  to: number,
): Promise<ListedInterval[]> {
  const intervals: ListedInterval[] = []
  for (const { name, ts, span, percent: peak, ...device } of await busySamples(ctx, where, percent, from)) {
    if (ts > to) continue
    const last = intervals.at(-1)
    if (last?.device_id === device.device_id && last.key === name && ts - last.to_at <= GAP) {
      last.to_at = ts
      last.peak = Math.max(last.peak ?? 0, peak)
      continue
    }
    const from_at = Math.round(ts - span)
    intervals.push({ ...device, type: devWanFull.id, key: name, from_at, to_at: ts, peak, lasts: false })
  }
  return intervals
}
