import type { Finding } from '../finding.ts'
import { type SourceFile, targetOf } from '../source.ts'

export type DependencyGraph = ReadonlyMap<string, ReadonlySet<string>>

/** Nodes that reach each other, and a shortest circle of them, which begins and ends with the same node. */
export interface Knot {
  readonly members: readonly string[]
  readonly circle: readonly string[]
}

/** The knots of a graph: one for each set of nodes that all reach each other. */
export function knotsOf(graph: DependencyGraph): Knot[] {
  const placed = new Set<string>()
  const knots: Knot[] = []
  for (const node of graph.keys()) {
    if (placed.has(node)) continue
    const circle = shortestPath(graph, node, node)
    if (!circle) continue
    const reached = reachedFrom(graph, node)
    const members = [...reached].filter((one) => reachedFrom(graph, one).has(node))
    for (const member of members) placed.add(member)
    knots.push({ members, circle })
  }
  return knots
}

function reachedFrom(graph: DependencyGraph, from: string): Set<string> {
  const reached = new Set<string>()
  for (const queue = [from]; queue.length > 0; ) {
    for (const next of graph.get(queue.pop() ?? '') ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      queue.push(next)
    }
  }
  return reached
}

function shortestPath(graph: DependencyGraph, from: string, to: string): string[] | undefined {
  const before = new Map<string, string>()
  const queue = [from]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (before.has(next)) continue
      before.set(next, node)
      if (next === to) return pathBack(before, from, to)
      queue.push(next)
    }
  }
  return undefined
}

function pathBack(before: ReadonlyMap<string, string>, from: string, to: string): string[] {
  const path = [to]
  do path.unshift(before.get(path[0] ?? '') ?? from)
  while (path[0] !== from)
  return path
}

/** Files that import each other in a circle, types included; imports that load later are no part of one. */
export function circlesOf(sources: readonly SourceFile[]): Finding[] {
  const paths = new Set(sources.map(({ path }) => path))
  const targets = ({ path, imports }: SourceFile) =>
    imports.filter(({ late }) => !late).map(({ specifier }) => targetOf(path, specifier))
  const graph: DependencyGraph = new Map(
    sources.map((source) => [source.path, new Set(targets(source).filter((target) => paths.has(target)))]),
  )
  return knotsOf(graph).map(({ circle }) => ({
    path: circle[0] ?? '',
    text: `is part of a circle: ${circle.join(' → ')}`,
  }))
}
