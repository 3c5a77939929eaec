import {
  type TopologyGraph,
  type GraphEdge,
  type Neighbours,
  neighboursIn,
  otherEnd,
  reachable,
} from './graph-rules.ts'

/** The way out of each node: its parent, by the links that are there before those that were, and sure ones before guesses. */
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

/** Breadth first from everything that was found, so that nobody is further from the root than need be. */
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

/** Ids of the devices on the way out, the nearest first. */
export function pathOf(graph: TopologyGraph, parents: ReturnType<typeof parentsOf>, key: string): number[] {
  const path: number[] = []
  for (let at = parents.get(key)?.parent; at !== undefined; at = parents.get(at)?.parent) {
    const node = graph.nodes.get(at)
    if (node?.kind === 'device') path.push(node.device_id)
  }
  return path
}

/**
 * Of devices that are offline, those whose failure explains it: one with a way out up to itself is its own cause, the others
 * are behind it. A device behind several causes names them all.
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
    // everything dark that is reached without meeting another cause
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
