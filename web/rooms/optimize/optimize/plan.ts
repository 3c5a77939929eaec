import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { optimizeCalls, PlanItem } from '@belvedere/contract/rooms/optimize/optimize.ts'

export type OptimizationPlan = Out<typeof optimizeCalls.plan>
export type OptimizationItem = PlanItem

export const keyOf = ({ device_id, band }: Pick<OptimizationItem, 'device_id' | 'band'>): string =>
  `${device_id}-${band}`

const bands = ['2g', '5g', '6g'] as const

/** The state of a plan in the page's address, as input of the call. */
export function howOf(request: { bands: string; threshold: number; dfs: number; width: number; power: number }) {
  const chosen = bands.filter((band) => request.bands.split('.').includes(band))
  const flag = (value: number) => (value === 1 ? (1 as const) : (0 as const))
  return {
    ...(chosen.length > 0 && chosen.length < bands.length && { bands: chosen }),
    threshold: Math.min(50, Math.max(0, Math.round(request.threshold))),
    dfs: flag(request.dfs),
    width: flag(request.width),
    power: flag(request.power),
  }
}

/** The selected changes of a plan; selections without a change in the current plan are omitted. */
export function itemsOf(plan: OptimizationPlan, left: ReadonlySet<string>) {
  return plan.items
    .filter((item) => item.moved === 1 && !left.has(keyOf(item)))
    .map(({ device_id, band, after }) => ({
      device_id,
      band,
      channel: after.channel,
      width: after.width,
      ...(after.power !== null && { power: after.power }),
    }))
}
