import type { Words } from '@belvedere/contract/kit/text.ts'
import { hash32 } from '../random.ts'
import { catalogue, type DeviceType } from './catalogue.ts'
import { type Numbers, serialOf } from './site.ts'
import { countNodes, type NodePlan, type SitePlan } from './site-plan.ts'

/** Most terminals of a site; MAC addresses stay unique without counting through all sites. */
const terminalsPerSite = 4096
/** Serial numbers have sixteen bits for the device. */
export const mostDevices = 65_536

export interface PlannedDevice {
  serial: string
  type: DeviceType
  scene: number
  name: Words
}

/** The first numbers of the n-th site, so that any process can build any site alone with the same identities. */
export function numbersOf(scenario: string, plans: readonly SitePlan[], seed: number): Numbers[] {
  const own = hash32(scenario, seed)
  let device = 0
  return plans.map((plan, i) => {
    const numbers = { seed: own, device, terminal: ((own & 0xfff) + i) * terminalsPerSite }
    device += countNodes(plan.root)
    return numbers
  })
}

/** Identities of every device of a scenario without building its sites. */
export function planDevices(scenario: string, plans: readonly SitePlan[], seed: number): PlannedDevice[] {
  const numbers = numbersOf(scenario, plans, seed)
  return plans.flatMap((plan, i) => devicesOf(plan.root, plan.scene, numbers[i] as Numbers))
}

function devicesOf(plan: NodePlan, scene: number, numbers: Numbers): PlannedDevice[] {
  const { type } = catalogue[plan.model]
  const own = { serial: serialOf(type, numbers), type, scene, name: plan.name }
  return [own, ...(plan.children ?? []).flatMap((child) => devicesOf(child, scene, numbers))]
}
