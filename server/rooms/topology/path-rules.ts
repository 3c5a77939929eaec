import {
  type TopologyGraph,
  type GraphEdge,
  type Neighbours,
  neighboursIn,
  otherEnd,
  reachable,
} from './graph-rules.ts'

/** The parent of each node, by present links before former ones, and sure ones before guesses. */
export function parentsOf({
  edges,
  roots,
}: Pick<TopologyGraph, 'edges' | 'roots'>): Map<string, { parent: string; edge: GraphEdge } | null> {
  const next = neighboursIn(edges)
  const found = new Map<string, { parent: string; edge: GraphEdge } | null>(roots.map((key) => [key, null]))
  const weight = ({ present, sure, kind }: GraphEdge) => (sure ? (kind === 3 ? 2 : present ? 0 : 1) : 3)
  for (const most of [0, 1, 2, 3]) walk(next, found, (edge) => weight(edge) <= most)
  return found
}

/** Breadth first from every found node, so that each has the shortest path to the root. */
function walk(
  next: Neighbours,
  found: Map<string, { parent: string; edge: GraphEdge } | null>,
  may: (edge: GraphEdge) => boolean,
): void {
  let front = [...found.keys()]
  while (front.length > 0) {
    const after: string[] = []
    for (const key of front) {
      for (const edge of next.get(key) ?? []) {
        const other = otherEnd(edge, key)
        if (found.has(other) || !may(edge)) continue
        found.set(other, { parent: key, edge })
        after.push(other)
      }
    }
    front = after
  }
}

/** Ids of the devices on the path to the uplink, the nearest first. */
export function pathOf(graph: TopologyGraph, parents: ReturnType<typeof parentsOf>, key: string): number[] {
  const path: number[] = []
  for (let at = parents.get(key)?.parent; at !== undefined; at = parents.get(at)?.parent) {
    const node = graph.nodes.get(at)
    if (node?.kind === 'device') path.push(node.device_id)
  }
  return path
}

/**
 * Of offline devices, those whose failure explains it: one with a path up to itself is its own cause, the others are
 * behind it. A device behind several causes has all of them.
 */
export function causesOf(graph: TopologyGraph, offline: ReadonlySet<string>): Map<string, string[]> {
  const next = neighboursIn(graph.edges)
  const lit = reachable(graph.roots, next, (key) => offline.has(key))
  const isFirst = (key: string) =>
    graph.roots.includes(key) || (next.get(key) ?? []).some((edge) => lit.has(otherEnd(edge, key)))
  const causes = new Map<string, string[]>()
  for (const first of offline) {
    if (!graph.nodes.has(first) || !isFirst(first)) continue
    causes.set(first, [first])
  }
  const firsts = [...causes.keys()]
  for (const first of firsts) {
    // every offline node that is reached without passing another cause
    for (const key of reachable(
      [first],
      next,
      (one) => lit.has(one) || (one !== first && causes.get(one)?.[0] === one),
    )) {
      if (key === first || !offline.has(key)) continue
      causes.set(key, [...(causes.get(key) ?? []), first])
    }
  }
  return causes
}
