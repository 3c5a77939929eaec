import { runsVersion } from '@belvedere/pure/device/version-order.ts'
import { fits, isReady } from '../rules.ts'
import { allFirmware, type Firmware } from '../store.ts'
import { type CampaignPlan, type PlanCtx, planOf } from './make-plan.ts'
import { type CampaignRow, type UpgradeCandidate, listCandidates, listReached } from './store.ts'

/** The plan that returns the upgraded devices of a campaign to their former versions, where the library has them. */
export async function planBack(
  at: PlanCtx,
  { id, options }: Pick<CampaignRow, 'id' | 'options'>,
): Promise<CampaignPlan> {
  const reached = new Map((await listReached(at, id)).map((one) => [one.id, one.from_version]))
  const images = await allFirmware(at)
  const devices = reached.size > 0 ? await listCandidates(at, { ids: [...reached.keys()] }) : []
  return planOf(at, devices, options, (device) => routeBack(device, reached.get(device.id) ?? '', images))
}

function routeBack(
  device: UpgradeCandidate,
  version: string,
  images: readonly Firmware[],
): Firmware[] | 'current' | 'no_previous' {
  if (runsVersion(device.firmware, version)) return 'current'
  const image = images.find((one) => isReady(one) && one.version === version && fits(one, device))
  return image ? [image] : 'no_previous'
}
