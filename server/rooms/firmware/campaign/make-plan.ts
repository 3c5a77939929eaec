import { discoverDrivers } from '../../../devices/discover-drivers.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'
import { upgradeErrors } from '@belvedere/contract/rooms/task/errors.ts'
import { versionIn } from '@belvedere/pure/device/version-order.ts'
import type { QueryContext } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { type ImageWay, currentTransfers } from '../../task/api.ts'
import { depthsAmong, uplinkPaths } from '../../topology/api.ts'
import { isReady, newestFor, pathTo, standing } from '../rules.ts'
import { allFirmware, type Firmware } from '../store.ts'
import type { UpgradeReason } from './decide.ts'
import { AP, placeDevices, type Placement } from './placement.ts'
import { planWaves, type PlannedUpgrade, type Wave } from './plan-waves.ts'
import { type UpgradeCandidate, type StoredOptions, listCandidates, listNodes } from './store.ts'

type PlanCampaignInput = In<typeof campaignCalls.preview>
export type PlanCtx = QueryContext & { readonly system: System; now(): number }

/** A device that will be upgraded, and its images. */
export interface ChosenUpgrade extends PlannedUpgrade {
  device: UpgradeCandidate
  path: Firmware[]
  /** How the first image of the path reaches it, and why not by another method. */
  fetch: Required<ImageWay>
}

export interface CampaignPlan {
  waves: Wave[]
  chosen: Map<number, ChosenUpgrade>
  /** `why`: for a device that has no method to fetch an image. */
  left: { device: UpgradeCandidate; reason: UpgradeReason; why?: ImageWay['why'] }[]
}

/** The options as stored with a campaign. */
export function optionsOf(input: PlanCampaignInput): StoredOptions {
  const {
    canary = 1,
    soak = 10,
    most = 50,
    fail_percent = 5,
    halt_on_lost = 1,
    backup = 1,
    back = 10,
    start_at = 0,
  } = input
  const { window_from, window_to, clean } = input
  const hours = window_from && window_to ? { window_from, window_to } : {}
  return {
    canary,
    soak,
    most,
    fail_percent,
    halt_on_lost,
    backup,
    back,
    start_at,
    ...(clean ? { clean } : {}),
    ...hours,
  }
}

/**
 * The plan of a campaign: which devices are upgraded to which version in which wave, and which are excluded for which
 * reason.
 */
export async function makePlan(at: PlanCtx, input: PlanCampaignInput): Promise<CampaignPlan> {
  const images = await allFirmware(at)
  const targets = images.filter(({ id }) => input.firmware_ids.includes(id))
  if (targets.length < new Set(input.firmware_ids).size) throw refuse(commonErrors.notFound)
  if (!targets.every(isReady)) throw refuse(upgradeErrors.notReady)
  const devices = await listCandidates(at, input)
  return planOf(at, devices, optionsOf(input), (device) => routeOf(device, targets, images))
}

/** Waves over the devices for which `route` has a path. */
export async function planOf(
  at: PlanCtx,
  devices: readonly UpgradeCandidate[],
  options: Pick<StoredOptions, 'canary' | 'most'>,
  route: (device: UpgradeCandidate) => Firmware[] | UpgradeReason,
): Promise<CampaignPlan> {
  const left: CampaignPlan['left'] = []
  const going: Going[] = []
  const [wayFor, drivers] = await Promise.all([currentTransfers(at.system), discoverDrivers()])
  const holding = new Set(drivers.flatMap(({ family, holdsImages }) => (holdsImages ? [family] : [])))
  for (const device of devices) {
    const found = unfit(device) ?? route(device)
    if (typeof found === 'string') left.push({ device, reason: found })
    else if (isFull(device, found, holding)) left.push({ device, reason: 'memory' })
    else {
      const ways = found.map((image) => wayFor(device, image))
      const none = ways.find(({ way }) => !way)
      const { way, why = [] } = ways[0] ?? {}
      if (none || !way) left.push({ device, reason: 'no_way', why: none?.why ?? [] })
      else going.push({ device, path: found, fetch: { way, why } })
    }
  }
  const nodes = await listNodes(at, [...new Set(going.map(({ device }) => device.scene_id))])
  const paths = await uplinkPaths(
    at,
    nodes.map(({ id }) => id),
    at.now(),
  )
  const places = placeDevices(nodes, paths, depthsAmong(nodes, paths))
  const chosen = new Map(going.map((one) => [one.device.id, chosenOf(one, places)] as const))
  return { waves: planWaves([...chosen.values()], options), chosen, left }
}

const nowhere: Placement = { depth: 0, place: 0, slot: -1, upstream_ids: [] }

type Going = Pick<ChosenUpgrade, 'device' | 'path' | 'fetch'>

function chosenOf({ device, path, fetch }: Going, places: ReadonlyMap<number, Placement>): ChosenUpgrade {
  const { id, type, scene_id, model, online } = device
  return { id, type, scene_id, model, online, ...(places.get(id) ?? nowhere), device, path, fetch }
}

const unfit = ({ verbs, busy }: UpgradeCandidate): UpgradeReason | undefined =>
  busy ? 'busy' : verbs.includes('upgrade') ? undefined : 'unsupported'

function routeOf(
  device: UpgradeCandidate,
  targets: readonly Firmware[],
  images: readonly Firmware[],
): Firmware[] | UpgradeReason {
  const target = newestFor(targets, device, true)
  if (!target) return 'no_image'
  const how = standing(target, device.firmware)
  if (how !== 'behind') return how === 'same' ? 'current' : 'newer'
  return pathTo(images, device, target) ?? 'too_old'
}

/** An access point or switch of a family that keeps the image in memory until it is written. */
function isFull(
  { free, type, family }: UpgradeCandidate,
  path: readonly Firmware[],
  holding: ReadonlySet<string>,
): boolean {
  const largest = Math.max(0, ...path.map(({ bytes }) => bytes))
  return free !== null && holding.has(family) && (type === AP || type === 2) && largest > free
}

/** The version in a device's firmware text, else the text. */
export const versionText = (firmware: string) => versionIn(firmware) ?? firmware
