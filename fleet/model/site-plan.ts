import type { Words } from '@belvedere/contract/kit/text.ts'
import type { RadioBand, ModelKey } from './catalogue.ts'
import type { SiteKind } from './presence.ts'

/** One device of a site in a scenario, with the devices below it. */
export interface NodePlan {
  model: ModelKey
  name: Words
  hostname: string
  /** Terminals connected by cable. */
  wired?: number
  /** Only for a gateway with its own network below the root. */
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

/** One site: a tree of devices, its users and its uplinks. */
export interface SitePlan {
  /** Number and name of the scene that the server's demo set-up creates for it. */
  scene: number
  name: Words
  kind: SiteKind
  /** VLAN in which devices are managed; untagged by default. */
  managementVlan?: number
  /** Network of the terminals, `10.20.0.0/22`. */
  subnet: string
  country: string
  /** Wireless terminals of the site for each access point; the number of present ones depends on the hour. */
  terminalsPerAp: number
  ssids: readonly SsidPlan[]
  wans: WanPlan[]
  /** A recorder or file server at the core, the destination of cameras and local traffic. */
  server: boolean
  root: NodePlan
}

/** Offset of the site's time zone in hours east of Greenwich. */
export const localOffset = -new Date().getTimezoneOffset() / 60

export function countNodes(plan: NodePlan): number {
  return 1 + (plan.children ?? []).reduce((sum, child) => sum + countNodes(child), 0)
}
