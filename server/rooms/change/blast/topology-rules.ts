import { inSubnet } from './subnet-rules.ts'

/** What is known of one device and its links, as its last report told. */
export interface NetDevice {
  id: number
  serial: string
  /** 0 router, 1 AP, 2 switch, 3 firewall, 4 soft router, 7 other. */
  type: number
  scene_id: number
  online: boolean
  /** Hardware addresses of the housing and its interfaces: lower case, colons. */
  macs: readonly string[]
  /** Its own addresses, without prefix length. */
  addresses: readonly string[]
  /** Its address in each network it serves, with prefix length. */
  lans: readonly string[]
  /** Addresses on its lines to a provider, while they are up. */
  wans: readonly string[]
  neighbours: readonly NetNeighbour[]
}

export interface NetNeighbour {
  port: string
  mac?: string
  addresses?: readonly string[]
  capabilities?: readonly string[]
}

export interface Topology {
  /** Ids of neighbours by id. */
  links: ReadonlyMap<number, ReadonlySet<number>>
  /** Where the way out of the network is. */
  roots: ReadonlySet<number>
  /** Devices whose way out is not known. */
  uncertain: ReadonlySet<number>
}

const gateways = new Set([0, 3, 4])

/** Who hangs on whom, and where the ways out are. A link counts when either end tells of it. */
export function topologyOf(devices: readonly NetDevice[]): Topology {
  const links = linksOf(devices)
  const certain = new Set(devices.filter((one) => isWayOut(one, devices)).map(({ id }) => id))
  const roots = new Set(certain)
  const uncertain = new Set<number>()
  const known = new Set(devices.flatMap(({ macs }) => macs))
  for (const part of partsOf(devices, links)) {
    if (part.some(({ id }) => certain.has(id))) continue
    // nobody here has a line of its own: the way out is through equipment that is not ours, or not known
    const outer = part.filter((one) => seesStranger(one, known))
    for (const { id } of outer.length > 0 ? outer : part) roots.add(id)
    for (const { id } of part) uncertain.add(id)
  }
  return { links, roots, uncertain }
}

/** A gateway whose line does not end in the network of another gateway of the scene. */
function isWayOut(one: NetDevice, all: readonly NetDevice[]): boolean {
  if (!gateways.has(one.type) || one.wans.length === 0) return false
  const others = all.filter(
    ({ id, type, scene_id }) => id !== one.id && scene_id === one.scene_id && gateways.has(type),
  )
  return one.wans.some((wan) => !others.some(({ lans }) => lans.some((lan) => inSubnet(wan, lan))))
}

function linksOf(devices: readonly NetDevice[]): Map<number, Set<number>> {
  const byMac = new Map<string, number>()
  const byAddress = new Map<string, number>()
  for (const { id, scene_id, macs, addresses } of devices) {
    for (const mac of macs) byMac.set(`${scene_id} ${mac}`, id)
    for (const address of addresses) byAddress.set(`${scene_id} ${address}`, id)
  }
  const links = new Map<number, Set<number>>(devices.map(({ id }) => [id, new Set()]))
  for (const { id, scene_id, neighbours } of devices) {
    for (const { mac, addresses = [] } of neighbours) {
      const other =
        (mac && byMac.get(`${scene_id} ${mac}`)) ||
        addresses.map((one) => byAddress.get(`${scene_id} ${one}`)).find(Boolean)
      if (!other || other === id) continue
      links.get(id)?.add(other)
      links.get(other)?.add(id)
    }
  }
  return links
}

/** Network equipment next to it that is none of our devices. */
function seesStranger({ neighbours }: NetDevice, known: ReadonlySet<string>): boolean {
  return neighbours.some(
    ({ mac, capabilities = [] }) =>
      mac !== undefined && !known.has(mac) && capabilities.some((word) => /bridge|router|switch/i.test(word)),
  )
}

/** Devices that are linked with each other, in parts. */
function* partsOf(devices: readonly NetDevice[], links: Topology['links']): Generator<NetDevice[]> {
  const byId = new Map(devices.map((one) => [one.id, one]))
  const seen = new Set<number>()
  for (const { id } of devices) {
    if (seen.has(id)) continue
    const reached = reach([id], links, new Set())
    for (const one of reached) seen.add(one)
    yield [...reached].flatMap((one) => byId.get(one) ?? [])
  }
}

/** Everything that can be walked to from `from` without stepping on `shut`. */
export function reach(from: Iterable<number>, links: Topology['links'], shut: ReadonlySet<number>): Set<number> {
  const found = new Set<number>()
  const next = [...from].filter((id) => !shut.has(id))
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const other of links.get(id) ?? []) if (!found.has(other) && !shut.has(other)) next.push(other)
  }
  return found
}
