import type { PlacedNode, CanvasPoint } from '../network.ts'

/** A node with all its descendants. */
export function withBelow(nodes: readonly PlacedNode[], id: string): PlacedNode[] {
  const children = Map.groupBy(nodes, ({ parent }) => parent ?? '')
  const found = new Set<PlacedNode>(nodes.filter((node) => node.id === id))
  for (const node of found) for (const child of children.get(node.id) ?? []) found.add(child)
  return [...found]
}

/** Directions of the arrow keys. */
export const arrows: Readonly<Record<string, CanvasPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** Up to the parent, down to the first child, sideways to the siblings. */
export function nextOf(
  nodes: readonly PlacedNode[],
  node: PlacedNode | undefined,
  key: string,
): PlacedNode | undefined {
  if (!node) return nodes.find(({ parent }) => parent === null) ?? nodes[0]
  const inRow = (list: readonly PlacedNode[]) => [...list].sort((a, b) => a.y - b.y || a.x - b.x)
  if (key === 'ArrowUp') return nodes.find(({ id }) => id === node.parent)
  if (key === 'ArrowDown') return inRow(nodes.filter(({ parent }) => parent === node.id))[0]
  const row = inRow(nodes.filter(({ parent }) => parent === node.parent))
  return row[row.findIndex(({ id }) => id === node.id) + (key === 'ArrowLeft' ? -1 : 1)]
}
