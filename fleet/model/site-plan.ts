import type { Words } from '@belvedere/contract/kit/text.ts'
import type { RadioBand, ModelKey } from './catalogue.ts'
import type { SiteKind } from './presence.ts'

/** One device of a site as a scenario writes it, with what hangs below it. */
export interface NodePlan {
  model: ModelKey
  name: Words
  hostname: string
  /** Terminals on its cables. */
  wired?: number
  /** Only for a gateway with a network of its own below the root. */
  subnet?: string
  children?: NodePlan[]
}

export interface WanPlan {
  how: 'static' | 'dhcp' | 'pppoe'
  /** With prefix length. */
  address: string
  gateway: string
  dns: string[]
  /** Mbit/s */
  down: number
  up: number
}

export interface SsidPlan {
  name: string
  bands: readonly RadioBand[]
}

/** One site: a tree of devices, the people in it and the lines out of it. */
export interface SitePlan {
  /** Number and name of the scene the server's demo set-up makes of it. */
  scene: number
  name: Words
  kind: SiteKind
  /** VLAN in which devices are managed; untagged by default. */
  managementVlan?: number
  /** Network of the terminals, `10.20.0.0/22`. */
  subnet: string
  country: string
  /** Wireless terminals that belong here for each access point; how many are there depends on the hour. */
  terminalsPerAp: number
  ssids: readonly SsidPlan[]
  wans: WanPlan[]
  /** A recorder or file server at the core, where cameras and local traffic end. */
  server: boolean
  root: NodePlan
}

/** Hours east of Greenwich where this process runs; sites live by that clock. */
export const localOffset = -new Date().getTimezoneOffset() / 60

export function countNodes(plan: NodePlan): number {
  return 1 + (plan.children ?? []).reduce((sum, child) => sum + countNodes(child), 0)
}
