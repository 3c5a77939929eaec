import { optimizeErrors as errors } from '@belvedere/contract/rooms/optimize/errors.ts'
import type { PlanItem } from '@belvedere/contract/rooms/optimize/optimize.ts'
import type { WifiBand } from '@belvedere/pure/network/wifi-channels.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { DeviceFix } from '../patrol/api.ts'
import { bandwidthOf, tuningsOf } from './channel-rules.ts'
import { type RadioPlan, planRadios, type RadioPlanOptions, type RadioNow } from './plan-rules.ts'
import type { SceneRadios } from './read-radios.ts'

export interface PlanRequest extends RadioPlanOptions {
  bands: readonly WifiBand[]
}

/** A plan in the terms of the contract, radios with changes first. */
export function planOf(
  air: SceneRadios,
  { bands, ...how }: PlanRequest,
): Omit<RadioPlan, 'items'> & { items: PlanItem[]; moved_cnt: number } {
  const radios = air.radios.filter(({ band }) => bands.includes(band))
  return describePlan(air, radios, planRadios(radios, air.heard, how))
}

function describePlan(air: SceneRadios, radios: readonly RadioNow[], { items, before, after }: RadioPlan) {
  const byPlace = new Map(radios.map((radio) => [placeOf(radio), radio]))
  const counts = countHeard(air)
  const list = items.map(({ moved, ...item }): PlanItem => {
    const device = air.devices.get(item.device_id)
    const radio = byPlace.get(placeOf(item))
    const count = device?.heard_at ? (counts.get(placeOf(item)) ?? { own: 0, strangers: 0 }) : undefined
    return {
      ...item,
      name: device?.name ?? '',
      sn: device?.sn ?? '',
      moved: moved ? 1 : 0,
      fixed: radio?.fixed ? 1 : 0,
      utilisation: radio?.utilisation ?? null,
      own_cnt: count?.own ?? null,
      stranger_cnt: count?.strangers ?? null,
    }
  })
  return {
    before,
    after,
    moved_cnt: list.filter(({ moved }) => moved).length,
    items: list.toSorted(
      (a, b) =>
        b.moved - a.moved ||
        b.before.interference - b.after.interference - (a.before.interference - a.after.interference),
    ),
  }
}

const placeOf = ({ device_id, band }: { device_id: number; band: WifiBand }) => `${device_id} ${band}`

function countHeard({ heard }: SceneRadios): Map<string, { own: number; strangers: number }> {
  const counts = new Map<string, { own: Set<number>; strangers: number }>()
  for (const { receiver, transmitter, band } of heard) {
    const key = `${receiver} ${band}`
    const count = counts.get(key) ?? { own: new Set<number>(), strangers: 0 }
    if (transmitter > 0) count.own.add(transmitter)
    else count.strangers++
    counts.set(key, count)
  }
  return new Map([...counts].map(([key, { own, strangers }]) => [key, { own: own.size, strangers }]))
}

export interface ChosenTuning {
  device_id: number
  band: WifiBand
  channel: number
  width: number
  power?: number
}

/** dBm; values beyond are not accepted in a plan. */
const SOFTEST = 5

/**
 * The effect of chosen items, and the edits that apply them. Refuses items that are not radios of the scene, tunings
 * that are not allowed in its region, and a plan without changes.
 */
export function chosenPlan(
  air: SceneRadios,
  items: readonly ChosenTuning[],
): { plan: ReturnType<typeof describePlan>; fixes: DeviceFix[] } {
  const wanted = new Map(items.map((one) => [placeOf(one), one]))
  const known = new Map(air.radios.map((radio) => [placeOf(radio), radio]))
  const fixes = [...wanted.values()].flatMap((item) => {
    const radio = known.get(placeOf(item))
    if (!radio || radio.fixed || !isLegal(radio, item)) throw refuse(errors.planStale)
    return fixOf(radio, item)
  })
  if (fixes.length === 0) throw refuse(errors.nothingToApply)
  // evaluates the plan with the same model: no radio changes any more
  const keep = { threshold: 1000, dfs: true, width: false, power: false }
  const now = planRadios(air.radios, air.heard, keep)
  const tuned = air.radios.map((radio) => {
    const item = wanted.get(placeOf(radio))
    return item ? { ...radio, now: { channel: item.channel, width: item.width } } : radio
  })
  const then = new Map(planRadios(tuned, air.heard, keep).items.map((one) => [placeOf(one), one]))
  const merged = now.items.map((one) => {
    const after = then.get(placeOf(one))?.before ?? one.before
    const item = wanted.get(placeOf(one))
    return { ...one, after: { ...after, power: item?.power ?? one.before.power }, moved: item !== undefined }
  })
  const after = [...then.values()].reduce((sum, { before }) => sum + before.interference, 0) / Math.max(1, then.size)
  return {
    plan: describePlan(air, air.radios, { items: merged, before: now.before, after: Math.round(10 * after) / 10 }),
    fixes,
  }
}

function isLegal(radio: RadioNow, { channel, width, power }: ChosenTuning): boolean {
  const same = channel === radio.now.channel && width === radio.now.width
  const tunings = tuningsOf(radio, radio.now, true, true)
  const quiet = power === undefined || radio.power === null || (power >= SOFTEST && power <= radio.power)
  return quiet && (same || tunings.some((one) => one.channel === channel && one.width === width))
}

function fixOf({ device_id, band, now, power }: RadioNow, to: ChosenTuning): DeviceFix[] {
  const set = {
    ...(to.channel !== now.channel && { channel: to.channel }),
    ...(to.width !== now.width && { bandwidth: bandwidthOf(band, to.width) }),
    ...(to.power !== undefined && to.power !== power && { power: to.power }),
  }
  return Object.keys(set).length > 0 ? [{ device_id, kind: 'radio', key: band, set }] : []
}
