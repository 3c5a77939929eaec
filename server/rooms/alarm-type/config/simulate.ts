import type { Ctx } from '../../../kernel/implement.ts'
import { devOffline } from '../definitions/presence/dev-offline.ts'
import { devOnline } from '../definitions/presence/dev-online.ts'
import { devWanFull } from '../definitions/line/dev-wan-full.ts'
import type { AlarmType } from '../define-alarm-type.ts'
import { knownSince, type ListedInterval, intervalsBetween } from '../interval/store.ts'
import { wanIntervals } from '../interval/wan-intervals.ts'
import type { ConfigTarget } from './target.ts'
import { isWrong } from './rules.ts'

const DAY = 86_400
/** Maximum number of listed devices. */
const TOP = 5

interface SimulatedSetting {
  threshold: number | null
  duration_s: number
}

/** How often a type would have been raised since a time with these settings, from the stored data of the place. */
export async function simulate(ctx: Ctx, place: ConfigTarget, type: AlarmType, input: SimulatedSetting, from: number) {
  const to = ctx.now()
  const intervals = await intervalsOf(ctx, place, type, input, from, to)
  const fired = intervals.filter((interval) => fires(interval, type, input))
  const days = Array.from({ length: Math.ceil((to - from) / DAY) }, (_, n) => ({ at: from + n * DAY, cnt: 0 }))
  for (const { from_at } of fired) {
    const day = days[Math.min(days.length - 1, Math.max(0, Math.floor((from_at - from) / DAY)))]
    if (day) day.cnt++
  }
  const devices = Map.groupBy(fired, ({ device_id }) => device_id)
  const top = [...devices.values()]
    .map((list) => {
      const [{ device_id, device_name, scene_name }] = list as [ListedInterval]
      const longest_s = Math.max(...list.map(lengthOf))
      return {
        device_id,
        device_name,
        scene_name,
        cnt: list.length,
        last_at: Math.max(...list.map((one) => one.from_at)),
        longest_s,
      }
    })
    .sort((a, b) => b.cnt - a.cnt || b.longest_s - a.longest_s)
    .slice(0, TOP)
  const known_from = await knownSince(ctx.db, type.id === devWanFull.id ? 'sample' : 'interval')
  return { from, to, known_from, cnt: fired.length, device_cnt: devices.size, days, top }
}

const lengthOf = ({ from_at, to_at }: ListedInterval) => to_at - from_at

/** Traffic is computed from the samples; everything else is stored as intervals. */
function intervalsOf(
  ctx: Ctx,
  place: ConfigTarget,
  type: AlarmType,
  { threshold }: SimulatedSetting,
  from: number,
  to: number,
): Promise<ListedInterval[]> {
  if (type.id === devWanFull.id) return wanIntervals(ctx, place, threshold ?? 100, from, to)
  // a device that reconnected was offline before
  return intervalsBetween(ctx, place, type.id === devOnline.id ? devOffline.id : type.id, from, to)
}

function fires(interval: ListedInterval, type: AlarmType, { threshold, duration_s }: SimulatedSetting): boolean {
  if (type.id === devOnline.id && interval.lasts) return false
  const bound = { threshold, below: type.threshold?.below === true }
  if (threshold !== null && interval.peak !== null && !isWrong(interval.peak, bound)) return false
  return lengthOf(interval) >= duration_s
}
