import { type DhcpLease, readLeases } from './leases.ts'
import { type HostLink, readLinks } from './links.ts'
import { type Peer, readPeers } from './lldp.ts'
import { type Learned, type Neighbour, readLearned, readNeighbours } from './neighbours.ts'
import { readNameServers } from './resolver.ts'
import { readRoutes, type HostRoute, wanDevices } from './routes.ts'
import { readAccessPoints } from './access-points.ts'
import type { AccessPoint } from './stations.ts'

export type InterfaceRole = 'wan' | 'lan' | 'port' | 'other'
export type RoledLink = HostLink & { role: InterfaceRole }

/** The network of this host at one point in time. */
export interface Snapshot {
  interfaces: RoledLink[]
  routes: HostRoute[]
  neighbours: Neighbour[]
  learned: Learned[]
  leases: DhcpLease[]
  accessPoints: AccessPoint[]
  peers: Map<string, Peer[]>
  nameServers: string[]
}

export async function takeSnapshot(): Promise<Snapshot> {
  const [links, routes, neighbours, learned, leases, accessPoints, peers, nameServers] = await Promise.all([
    readLinks(),
    readRoutes(),
    readNeighbours(),
    readLearned(),
    readLeases(),
    readAccessPoints(),
    readPeers(),
    readNameServers(),
  ])
  const interfaces = withRoles(links, routes)
  return { interfaces, routes, neighbours, learned, leases, accessPoints, peers, nameServers }
}

/** Interfaces with their roles. */
export async function readInterfaces(): Promise<RoledLink[]> {
  const [links, routes] = await Promise.all([readLinks(), readRoutes()])
  return withRoles(links, routes)
}

/**
 * `wan` has a default route; `port` belongs to a bridge or bond; `lan` can have clients; `other` is the rest (loopback, unused
 * virtual interfaces).
 */
export function withRoles(links: readonly HostLink[], routes: readonly HostRoute[]): RoledLink[] {
  const wans = new Set(wanDevices(routes))
  return links.map((link) => ({ ...link, role: roleOf(link, wans) }))
}

function roleOf(link: HostLink, wans: Set<string>): InterfaceRole {
  if (wans.has(link.name)) return 'wan'
  if (link.kind === 'loopback') return 'other'
  if (link.master) return 'port'
  const addressed = link.addresses.some((address) => address.scope === 'global')
  return addressed || link.physical || link.wireless || link.kind === 'bridge' ? 'lan' : 'other'
}
