import { allTypes } from '../config/apply-config.ts'
import { accessPointState } from '../documents/access-point.ts'
import { capabilitiesOf } from '../documents/capabilities.ts'
import { gatewayState } from '../documents/gateway.ts'
import { softRouterState } from '../documents/soft-router.ts'
import { switchState } from '../documents/switch.ts'
import type { DeviceFamily } from '../client/device-client.ts'
import type { DeviceType, ModelKey } from '../model/catalogue.ts'
import type { NetNode } from '../model/network.ts'
import { FleetSite } from '../model/site.ts'
import { SiteClock } from '../model/site-clock.ts'
import type { SitePlan } from '../model/site-plan.ts'
import { hash32 } from '../random.ts'

/** One device with a realistic network around it, for manual tests and benchmarks. */
export interface Sample {
  serial: string
  family: DeviceFamily
  firmware: string
  capabilities: Record<string, unknown>
  /** The state document this number of seconds after the sample was made; time only moves forward. */
  state(after: number): Record<string, unknown>
}

const models: Readonly<Record<DeviceType, ModelKey>> = {
  ap: 'ap-ceiling',
  switch: 'switch-8',
  router: 'router-office',
  firewall: 'firewall',
  linux: 'soft-router',
}
const named = (text: string) => ({ zh: text, en: text })
/** Monday 16 November 2026, 10:00 at the sample's site. */
const start = Date.UTC(2026, 10, 16, 10) / 1000

/** All `terminals` belong to the one access point or are connected to the one device; equal arguments give an equal sample. */
export function sampleDevice(type: DeviceType, { terminals = 5, seed = 1 } = {}): Sample {
  const numbers = { seed: hash32(type, seed), device: 0, terminal: 0 }
  const clock = new SiteClock(new FleetSite(planOf(type, terminals), numbers), start, {}, 0)
  const { site } = clock
  const node = site.nodes.find(({ model }) => model.type === type) as NetNode
  // a sample has the requested number, at any hour
  for (const terminal of site.terminals) {
    terminal.pinned = true
    terminal.decideAt = 0
  }
  clock.advance(start + 1)
  const { scene, name } = site.plan
  return {
    serial: node.serial,
    family: type === 'switch' || type === 'linux' ? type : 'ap',
    firmware: node.model.firmware,
    capabilities: capabilitiesOf(node, 'CN', { scene, scene_name: name, name: node.name }),
    state: (after) => {
      clock.advance(start + after)
      const report = { now: start + after, periodic: true, types: allTypes }
      if (type === 'ap') return accessPointState(node, report)
      if (type === 'switch') return switchState(node, report)
      return type === 'linux' ? softRouterState(node, report) : gatewayState(node, report)
    },
  }
}

function planOf(type: DeviceType, terminals: number): SitePlan {
  const ap = { model: models.ap, hostname: 'sample-ap', name: named('sample-ap') }
  const inner = {
    model: models.switch,
    hostname: 'sample-switch',
    name: named('sample-switch'),
    wired: 4,
    children: [ap],
  }
  const gateway = type === 'router' || type === 'linux' ? type : 'firewall'
  return {
    scene: 1,
    name: named('sample'),
    kind: 'office',
    subnet: '10.50.0.0/16',
    country: 'CN',
    terminalsPerAp: terminals,
    ssids: [{ name: 'Sample', bands: ['2G', '5G', '6G'] }],
    wans: [
      { how: 'dhcp', address: '198.51.100.9/24', gateway: '198.51.100.1', dns: ['198.51.100.1'], down: 1000, up: 200 },
    ],
    server: false,
    root: { model: models[gateway], hostname: 'sample-gateway', name: named('sample-gateway'), children: [inner] },
  }
}
