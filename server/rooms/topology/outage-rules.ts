import {
  deviceKey,
  type TopologyGraph,
  type GraphEdge,
  linkKind,
  neighboursIn,
  otherEnd,
  reachable,
} from './graph-rules.ts'

export interface OutageExtent {
  /** Devices that lose their path to the uplink although they are not affected themselves. */
  lost: Set<number>
  /** The path of some of the affected nodes is not known, so more may be lost. */
  uncertain: boolean
}

const carries = ({ present, kind }: GraphEdge) => present && kind !== linkKind.vpn

/**
 * What a network loses while the nodes `down` are offline: every node that had a path to the uplink before and has none
 * without them.
 */
export function outageOf(graph: TopologyGraph, down: ReadonlySet<string>): OutageExtent {
  const next = neighboursIn(graph.edges.filter(carries))
  const certain = reachable(graph.nodes.has('i') ? ['i'] : [], next)
  const roots = graph.nodes.has('i') ? ['i'] : []
  const seen = new Set(certain)
  for (const key of graph.nodes.keys()) {
    if (seen.has(key)) continue
    const part = [...reachable([key], next)]
    for (const one of part) seen.add(one)
    // no device here has its own line: the path leads through unmanaged equipment, or is not known
    const outer = part.filter((one) => graph.nodes.get(one)?.kind === 'neighbour')
    roots.push(...(outer.length > 0 ? outer : part))
  }
  const after = reachable(roots, next, (key) => down.has(key))
  const lost = new Set<number>()
  for (const { key, kind, device_id } of graph.nodes.values())
    if (kind === 'device' && !after.has(key) && !down.has(key)) lost.add(device_id)
  return { lost, uncertain: [...down].some((key) => graph.nodes.has(key) && !certain.has(key)) }
}

/** The nodes at the other end of a device's sockets, managed or not. */
export function endsAt(graph: TopologyGraph, device_id: number, ports: ReadonlySet<string>): string[] {
  const key = deviceKey(device_id)
  return graph.edges
    .filter(
      (edge) =>
        carries(edge) &&
        ((edge.from === key && ports.has(edge.from_port)) || (edge.to === key && ports.has(edge.to_port))),
    )
    .map((edge) => otherEnd(edge, key))
}

/** The neighbours of each device; an unseen node between two does not count. */
export function besideOf(graph: TopologyGraph): Map<number, Set<number>> {
  const beside = new Map<number, Set<number>>()
  const deviceAt = (key: string) => {
    const node = graph.nodes.get(key)
    return node?.kind === 'device' || node?.kind === 'hop' ? node.device_id : undefined
  }
  const add = (one: number, other: number) => beside.set(one, (beside.get(one) ?? new Set()).add(other))
  for (const edge of graph.edges) {
    const [a, b] = [deviceAt(edge.from), deviceAt(edge.to)]
    if (!carries(edge) || a === undefined || b === undefined || a === b) continue
    add(a, b)
    add(b, a)
  }
  return beside
}
