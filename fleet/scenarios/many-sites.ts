import type { SiteKind } from '../model/presence.ts'
import type { NodePlan, SitePlan } from '../model/site-plan.ts'

export interface Sizes {
  /** Devices of a full site: a router, a core switch, access switches with their access points. */
  perSite: number
  apsPerSwitch: number
  terminalsPerAp: number
  /** Computers, cameras and printers on each switch. */
  wired: number
}

const kinds: readonly SiteKind[] = ['campus', 'office', 'shop', 'hotel']

/** As many equal sites as needed for exactly this number of devices; the last one is smaller. */
export function manySites(devices: number, sizes: Sizes): SitePlan[] {
  const sites: SitePlan[] = []
  for (let left = devices, scene = 1; left > 0; left -= sizes.perSite, scene++) {
    sites.push(siteOf(scene, Math.min(left, sizes.perSite), sizes))
  }
  return sites
}

function siteOf(scene: number, devices: number, sizes: Sizes): SitePlan {
  const { terminalsPerAp } = sizes
  const kind = kinds[scene % kinds.length] as SiteKind
  return {
    scene,
    name: { zh: `${scene} 号站点`, en: `Site ${scene}` },
    kind,
    subnet: `10.${100 + (scene % 100)}.${4 * (Math.floor(scene / 100) % 64)}.0/22`,
    country: 'CN',
    terminalsPerAp,
    ssids: [
      { name: `Site${scene}-Guest`, bands: ['2G', '5G'] },
      { name: `Site${scene}`, bands: ['2G', '5G', '6G'] },
    ],
    wans: [
      {
        how: 'dhcp',
        address: `198.51.100.${2 + (scene % 250)}/24`,
        gateway: '198.51.100.1',
        dns: ['223.5.5.5'],
        down: 1000,
        up: 200,
      },
    ],
    server: true,
    root: {
      model: scene % 3 === 0 ? 'firewall' : 'router-office',
      hostname: `s${scene}-gw`,
      name: { zh: `${scene} 号站点网关`, en: `Site ${scene} gateway` },
      children: devices > 1 ? [coreOf(scene, devices - 1, sizes)] : [],
    },
  }
}

function coreOf(scene: number, devices: number, { apsPerSwitch, wired }: Sizes): NodePlan {
  const children: NodePlan[] = []
  for (let left = devices - 1, n = 1; left > 0; left -= apsPerSwitch + 1, n++)
    children.push(accessSwitch(scene, n, Math.min(apsPerSwitch, left - 1), wired))
  return {
    model: 'switch-core',
    hostname: `s${scene}-core`,
    name: { zh: `${scene} 号站点核心交换机`, en: `Site ${scene} core switch` },
    wired,
    children,
  }
}

function accessSwitch(scene: number, n: number, aps: number, wired: number): NodePlan {
  const children = Array.from(
    { length: aps },
    (_, i): NodePlan => ({
      model: (scene + i) % 5 === 0 ? 'ap-tri-band' : 'ap-ceiling',
      hostname: `s${scene}-ap-${n}-${i + 1}`,
      name: { zh: `${scene} 号站点 AP ${n}-${i + 1}`, en: `Site ${scene} AP ${n}-${i + 1}` },
    }),
  )
  return {
    model: 'switch-24',
    hostname: `s${scene}-sw-${n}`,
    name: { zh: `${scene} 号站点交换机 ${n}`, en: `Site ${scene} switch ${n}` },
    wired,
    children,
  }
}
