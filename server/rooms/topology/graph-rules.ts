import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { linkSource } from './observation-rules.ts'

/** A device of the scene with the data for drawing. */
export interface GraphDevice {
  id: number
  /** 0 router, 1 AP, 2 switch, 3 firewall, 4 soft router, 7 other. */
  type: number
  /** Lower case, colons. */
  macs: readonly string[]
  lans: readonly string[]
  wans: readonly string[]
  /** Its own address, without prefix length. */
  ip: string | null
}

/** A reported link, and its duration. */
export interface LinkOfGraph {
  device_id: number
  source: number
  port: string
  peer: string
  name: string
  remote_port: string
  detail: string
  equipment: boolean
  since: number
  /** null: it was still reported at the drawn time */
  until: number | null
}

export interface GraphNode {
  /** `d12` device, `n…` unmanaged equipment, `h12:LAN3` an unseen node behind a port, `i` the internet. */
  key: string
  kind: 'device' | 'neighbour' | 'hop' | 'internet'
  /** Of the device; of the one whose port it is connected to. */
  device_id: number
  /** The name that it reports. */
  name: string
  mac: string
  detail: string
  /** It is no longer seen. */
  missing: boolean
  since: number
}

export const linkKind = { wired: 0, wifi: 1, mesh: 2, vpn: 3 } as const

export interface GraphEdge {
  from: string
  to: string
  from_port: string
  to_port: string
  kind: number
  /** False: it is behind this node, on an unknown path. */
  sure: boolean
  /** False: it was seen in the past. */
  present: boolean
  since: number
  until: number | null
}

export interface TopologyGraph {
  nodes: Map<string, GraphNode>
  edges: GraphEdge[]
  /** The starts of the paths: the internet, else the node nearest to it. */
  roots: string[]
}

const gateways: ReadonlySet<number> = new Set([0, 3, 4])
export const deviceKey = (id: number) => `d${id}`

/** The network of one scene, from the reports of its devices. */
export function graphOf(devices: readonly GraphDevice[], sights: readonly LinkOfGraph[]): TopologyGraph {
  const work = new GraphBuild(devices, sights)
  work.addNeighbours()
  work.addRadios()
  work.addTunnels()
  work.addForwarded()
  work.addLines()
  work.addAddresses()
  return work.finish()
}

type TargetClaim = LinkOfGraph & { target: string }

class GraphBuild {
  readonly nodes = new Map<string, GraphNode>()
  readonly edges: GraphEdge[] = []
  readonly byId: Map<number, GraphDevice>
  readonly byMac = new Map<string, number>()
  readonly sights: readonly LinkOfGraph[]
  /** Ports at which a neighbour identifies itself, `12 LAN3`. */
  readonly spoken = new Set<string>()
  /** Devices with a link that was observed directly. */
  readonly linked = new Set<string>()

  constructor(devices: readonly GraphDevice[], sights: readonly LinkOfGraph[]) {
    this.byId = new Map(devices.map((one) => [one.id, one]))
    this.sights = withoutFormer(sights.filter(({ device_id }) => this.byId.has(device_id)))
    for (const { id, macs } of devices) {
      for (const mac of macs) this.byMac.set(mac, id)
      this.nodes.set(deviceKey(id), {
        key: deviceKey(id),
        kind: 'device',
        device_id: id,
        name: '',
        mac: '',
        detail: '',
        missing: false,
        since: 0,
      })
    }
  }

  of(wanted: number): LinkOfGraph[] {
    return this.sights.filter((one) => one.source === wanted)
  }

  /** LLDP: either end may report a link, and one that both report is one link. */
  addNeighbours(): void {
    const claims: TargetClaim[] = []
    for (const sight of this.of(linkSource.lldp)) {
      if (sight.until === null) this.spoken.add(`${sight.device_id} ${sight.port}`)
      const other = this.byMac.get(sight.peer)
      if (other === sight.device_id) continue
      if (other === undefined && !sight.equipment) continue
      claims.push({ ...sight, target: other === undefined ? this.neighbourOf(sight) : deviceKey(other) })
    }
    const pairs = Map.groupBy(claims, ({ device_id, target }) => [deviceKey(device_id), target].sort().join(' '))
    const links = [...pairs.values()].flatMap((pair) => linksOf(pair))
    for (const link of withoutMoved(links)) this.link(link)
  }

  private neighbourOf({ peer, name, detail, since, device_id }: LinkOfGraph): string {
    const key = `n${peer}`
    const known = this.nodes.get(key)
    if (known) known.since = Math.min(known.since, since)
    else {
      const mac = /^([0-9a-f]{2}:){5}/.test(peer) ? peer : ''
      this.nodes.set(key, { key, kind: 'neighbour', device_id, name: name || peer, mac, detail, missing: false, since })
    }
    return key
  }

  link(edge: GraphEdge): void {
    this.edges.push(edge)
    if (!edge.present || edge.kind === linkKind.vpn) return
    this.linked.add(edge.from)
    this.linked.add(edge.to)
  }

  /** Managed devices that are associated with a managed access point. */
  addRadios(): void {
    const links: GraphEdge[] = []
    for (const { device_id, peer, port, since, until } of this.of(linkSource.radio)) {
      const other = this.byMac.get(peer)
      if (other === undefined || other === device_id) continue
      const kind =
        this.byId.get(other)?.type === 1 && this.byId.get(device_id)?.type === 1 ? linkKind.mesh : linkKind.wifi
      const ends = { from: deviceKey(device_id), to: deviceKey(other), from_port: port, to_port: '' }
      links.push({ ...ends, kind, sure: true, present: until === null, since, until })
    }
    for (const link of withoutMoved(links)) this.link(link)
  }

  /**
   * Two devices with tunnels into the same network are its ends; with more, the first gateway is taken for the centre.
   */
  addTunnels(): void {
    const open = this.of(linkSource.tunnel).filter(({ until }) => until === null)
    for (const ends of Map.groupBy(open, ({ peer }) => peer).values()) {
      const [first, ...rest] = ends.sort(
        (a, b) => this.rankOf(a.device_id) - this.rankOf(b.device_id) || a.device_id - b.device_id,
      )
      if (!first) continue
      for (const one of rest) {
        if (one.device_id === first.device_id) continue
        const ports = { from_port: first.port, to_port: one.port }
        const times = { since: Math.max(first.since, one.since), until: null }
        const key = { from: deviceKey(first.device_id), to: deviceKey(one.device_id) }
        this.link({ ...key, ...ports, ...times, kind: linkKind.vpn, sure: true, present: true })
      }
    }
  }

  private rankOf(id: number): number {
    const type = this.byId.get(id)?.type ?? 7
    return gateways.has(type) ? 0 : type === 2 ? 1 : type === 1 ? 2 : 3
  }

  /**
   * Devices that no neighbour reports, by the ports at which their addresses were learned; the port with the fewest is
   * the nearest.
   */
  addForwarded(): void {
    const seen = this.of(linkSource.port).flatMap((sight) => {
      const target = this.byMac.get(sight.peer)
      const spoken = this.spoken.has(`${sight.device_id} ${sight.port}`)
      return target === undefined || target === sight.device_id || spoken ? [] : [{ ...sight, target }]
    })
    const crowd = new Map<string, Set<number>>()
    for (const { device_id, port, target } of seen) {
      const at = `${device_id} ${port}`
      crowd.set(at, (crowd.get(at) ?? new Set()).add(target))
    }
    const behind = new Map<string, (typeof seen)[number][]>()
    for (const [target, all] of Map.groupBy(seen, (one) => one.target)) {
      if (this.linked.has(deviceKey(target))) continue
      const open = all.filter(({ until }) => until === null)
      const size = ({ device_id, port }: LinkOfGraph) => crowd.get(`${device_id} ${port}`)?.size ?? 0
      const [best] = (open.length > 0 ? open : all).sort(
        (a, b) => size(a) - size(b) || b.since - a.since || a.device_id - b.device_id,
      )
      if (!best) continue
      const at = `${best.device_id} ${best.port}`
      behind.set(at, [...(behind.get(at) ?? []), best])
    }
    this.addHops(behind)
  }

  private addHops(behind: ReadonlyMap<string, readonly (LinkOfGraph & { target: number })[]>): void {
    const shared = new Map(this.of(linkSource.shared).map((one) => [`${one.device_id} ${one.port}`, one]))
    const used = new Set<string>()
    for (const [at, list] of behind) {
      used.add(at)
      const [first] = list
      if (!first) continue
      const { device_id, port } = first
      const direct = list.length === 1
      const from = direct
        ? deviceKey(device_id)
        : this.hopAt(
            first,
            list.some(({ until }) => until === null),
          )
      for (const { target, since, until } of list) {
        const ends = { from, to: deviceKey(target), from_port: direct ? port : '', to_port: '' }
        this.link({ ...ends, kind: linkKind.wired, sure: true, present: until === null, since, until })
      }
    }
    for (const [at, sight] of shared) if (!used.has(at) && !this.spoken.has(at)) this.hopAt(sight, sight.until === null)
  }

  /** A node that forwards and does not identify itself. */
  private hopAt({ device_id, port, since, until }: LinkOfGraph, present: boolean): string {
    const key = `h${device_id}:${port}`
    this.nodes.set(key, { key, kind: 'hop', device_id, name: port, mac: '', detail: '', missing: !present, since })
    const ends = { from: deviceKey(device_id), to: key, from_port: port, to_port: '' }
    this.edges.push({ ...ends, kind: linkKind.wired, sure: true, present, since, until: present ? null : until })
    return key
  }

  /** Lines of the gateways that are not behind another gateway of the scene. */
  addLines(): void {
    const outer = [...this.byId.values()].filter((one) => gateways.has(one.type))
    for (const { device_id, port, since, until } of this.of(linkSource.line)) {
      const one = this.byId.get(device_id)
      if (!one || !gateways.has(one.type) || this.isInner(one, outer)) continue
      if (!this.nodes.has('i'))
        this.nodes.set('i', {
          key: 'i',
          kind: 'internet',
          device_id: 0,
          name: '',
          mac: '',
          detail: '',
          missing: false,
          since: 0,
        })
      const ends = { from: 'i', to: deviceKey(device_id), from_port: '', to_port: port }
      this.edges.push({ ...ends, kind: linkKind.wired, sure: true, present: until === null, since, until })
    }
  }

  private isInner({ id, wans }: GraphDevice, all: readonly GraphDevice[]): boolean {
    return wans.some((wan) => all.some((other) => other.id !== id && other.lans.some((lan) => isInNetwork(wan, lan))))
  }

  /** Devices without an observed link are connected to the gateway that knows their address. */
  addAddresses(): void {
    const seenBy = new Map<number, LinkOfGraph>()
    for (const sight of this.of(linkSource.address)) {
      const target = this.byMac.get(sight.peer)
      if (target !== undefined && target !== sight.device_id) seenBy.set(target, sight)
    }
    const touched = new Set(this.edges.flatMap(({ from, to }) => [from, to]))
    const serving = [...this.byId.values()].filter(({ type }) => gateways.has(type))
    for (const one of this.byId.values()) {
      if (touched.has(deviceKey(one.id))) continue
      const sight = seenBy.get(one.id)
      const { ip } = one
      const server =
        sight?.device_id ??
        (ip ? serving.find(({ id, lans }) => id !== one.id && lans.some((lan) => isInNetwork(ip, lan)))?.id : undefined)
      if (server === undefined) continue
      const ends = { from: deviceKey(server), to: deviceKey(one.id), from_port: '', to_port: '' }
      const times = { since: sight?.since ?? 0, until: sight?.until ?? null }
      this.edges.push({ ...ends, ...times, kind: linkKind.wired, sure: false, present: times.until === null })
    }
  }

  finish(): TopologyGraph {
    for (const node of this.nodes.values()) {
      if (node.kind !== 'neighbour') continue
      node.missing = !this.edges.some(({ from, to, present }) => present && (from === node.key || to === node.key))
    }
    const kept = new Set(this.edges.flatMap(({ from, to }) => [from, to]))
    for (const [key, { kind }] of this.nodes) if (kind === 'neighbour' && !kept.has(key)) this.nodes.delete(key)
    return { nodes: this.nodes, edges: this.edges, roots: this.roots() }
  }

  /** The internet; in parts without a link to it, the most likely uplink. */
  private roots(): string[] {
    const roots = this.nodes.has('i') ? ['i'] : []
    const next = neighboursIn(this.edges)
    const seen = new Set<string>(reachable(roots, next))
    const rank = ({ kind, device_id }: GraphNode) =>
      kind === 'neighbour' ? 1.5 : kind === 'hop' ? 9 : this.rankOf(device_id)
    const links = ({ key }: GraphNode) => next.get(key)?.length ?? 0
    const ordered = [...this.nodes.values()].sort(
      (a, b) => rank(a) - rank(b) || links(b) - links(a) || (a.key < b.key ? -1 : 1),
    )
    for (const { key } of ordered) {
      if (seen.has(key)) continue
      roots.push(key)
      for (const one of reachable([key], next)) seen.add(one)
    }
    return roots
  }
}

/** A link that is reported again does not count as missing. */
function withoutFormer(sights: readonly LinkOfGraph[]): readonly LinkOfGraph[] {
  if (sights.every(({ until }) => until === null)) return sights
  const keyOf = ({ device_id, source: how, port, peer }: LinkOfGraph) => `${device_id} ${how} ${port} ${peer}`
  const reported = new Set(sights.filter(({ until }) => until === null).map(keyOf))
  return sights.filter((one) => one.until === null || !reported.has(keyOf(one)))
}

/** One link for each pair of claims about the same cable. */
function linksOf(claims: readonly TargetClaim[]): GraphEdge[] {
  const [from = '', to = ''] = [deviceKey(claims[0]?.device_id ?? 0), claims[0]?.target ?? ''].sort()
  const near = claims.filter(({ device_id }) => deviceKey(device_id) === from)
  const far = claims.filter(({ device_id }) => deviceKey(device_id) !== from)
  const free = new Set(far)
  const take = (wanted: (one: TargetClaim) => boolean) => {
    const found = [...free].find(wanted)
    if (found) free.delete(found)
    return found
  }
  const paired = near.map((one) => ({
    one,
    other: take(({ port, remote_port }) => port === one.remote_port || remote_port === one.port),
  }))
  for (const pair of paired) pair.other ??= take(({ until }) => (until === null) === (pair.one.until === null))
  // one end stopped reporting and the other has not: a cable that was just cut, or an end without power
  for (const pair of paired) pair.other ??= take(() => true)
  return [
    ...paired.map(({ one, other }) =>
      edgeOf(from, to, one.port, other?.port ?? one.remote_port, [one, ...(other ? [other] : [])]),
    ),
    ...[...free].map((one) => edgeOf(from, to, one.remote_port, one.port, [one])),
  ]
}

function edgeOf(
  from: string,
  to: string,
  from_port: string,
  to_port: string,
  claims: readonly TargetClaim[],
): GraphEdge {
  const present = claims.some(({ until }) => until === null)
  const open = claims.filter(({ until }) => until === null)
  const since = Math.min(...(present ? open : claims).map((one) => one.since))
  const until = present ? null : Math.max(...claims.map((one) => one.until ?? 0))
  return { from, to, from_port, to_port, kind: linkKind.wired, sure: true, present, since, until }
}

/** Former links are kept, unless the cable is in use elsewhere. */
function withoutMoved(links: readonly GraphEdge[]): GraphEdge[] {
  const taken = new Set<string>()
  for (const { from, to, from_port, to_port, present } of links) {
    if (!present) continue
    for (const place of [`${from} ${from_port}`, `${to} ${to_port}`, [from, to].sort().join('~')]) taken.add(place)
  }
  // of several former links at one port the latest counts as missing
  const gone = links.filter(({ present }) => !present).sort((a, b) => (b.until ?? 0) - (a.until ?? 0))
  const missed = gone.filter(({ from, to, from_port, to_port }) => {
    const places = [`${from} ${from_port}`, `${to} ${to_port}`, [from, to].sort().join('~')]
    if (places.some((place) => taken.has(place))) return false
    for (const place of places) taken.add(place)
    return true
  })
  return [...links.filter(({ present }) => present), ...missed]
}

/** Whether an address, with or without a prefix length, is in an IPv4 network. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = '', length = ''] = network.split('/')
  const [a, b, bits] = [parseIpv4(address.split('/')[0] ?? ''), parseIpv4(base), Number(length)]
  if (a === undefined || b === undefined || !Number.isInteger(bits) || bits < 1 || bits > 31) return false
  return blockOf(a, bits).network === blockOf(b, bits).network
}

export type Neighbours = ReadonlyMap<string, readonly GraphEdge[]>

/** Edges by their nodes. */
export function neighboursIn(edges: readonly GraphEdge[]): Neighbours {
  const next = new Map<string, GraphEdge[]>()
  for (const edge of edges) {
    for (const key of [edge.from, edge.to]) {
      const list = next.get(key)
      if (list) list.push(edge)
      else next.set(key, [edge])
    }
  }
  return next
}

export const otherEnd = ({ from, to }: GraphEdge, key: string) => (from === key ? to : from)

/** Every node that is connected with `from`, without passing those in `shut`. */
export function reachable(from: Iterable<string>, next: Neighbours, shut?: (key: string) => boolean): Set<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (found.has(key) || shut?.(key)) continue
    found.add(key)
    for (const edge of next.get(key) ?? []) open.push(otherEnd(edge, key))
  }
  return found
}
