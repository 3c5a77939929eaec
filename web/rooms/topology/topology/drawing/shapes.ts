import { nodeKind } from '@belvedere/contract/rooms/topology/enums.ts'
import type { Box } from '../stage/camera.ts'
import type { TopologyNode, PlacedNode, CanvasPoint } from '../network.ts'

/** Size of a card in world units. */
export const card = { width: 140, height: 46 } as const
/** Distance above a child at which the lines to its siblings meet. */
const BUS = 18

/** The line between two nodes: down from the upper one, horizontally above the lower one, and down to it. */
export function pathBetween(a: CanvasPoint, b: CanvasPoint): CanvasPoint[] {
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a]
  const out = upper.y + card.height / 2
  const into = lower.y - card.height / 2
  if (into - out < BUS) return [upper, lower]
  if (upper.x === lower.x)
    return [
      { x: upper.x, y: out },
      { x: lower.x, y: into },
    ]
  const bus = into - BUS
  return [
    { x: upper.x, y: out },
    { x: upper.x, y: bus },
    { x: lower.x, y: bus },
    { x: lower.x, y: into },
  ]
}

/** A line outside of the tree leaves the node at the side, to distinguish it from an uplink. */
export function pathAround(a: CanvasPoint, b: CanvasPoint): CanvasPoint[] {
  const bend = (a.x + b.x) / 2 + (Math.abs(a.x - b.x) < card.width ? card.width : 0)
  const side = (from: CanvasPoint) => from.x + (Math.sign(bend - from.x) || 1) * (card.width / 2)
  return [
    { x: side(a), y: a.y + 8 },
    { x: bend, y: a.y + 8 },
    { x: bend, y: b.y + 8 },
    { x: side(b), y: b.y + 8 },
  ]
}

export function boxOf(nodes: readonly PlacedNode[]): Box {
  if (nodes.length === 0) return { left: -300, top: -200, right: 300, bottom: 200 }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of nodes) {
    left = Math.min(left, x - card.width / 2)
    right = Math.max(right, x + card.width / 2)
    top = Math.min(top, y - card.height / 2)
    bottom = Math.max(bottom, y + card.height / 2)
  }
  return { left, top, right, bottom }
}

export const isOver = ({ x, y }: CanvasPoint, at: CanvasPoint): boolean =>
  Math.abs(at.x - x) <= card.width / 2 && Math.abs(at.y - y) <= card.height / 2

/** Distance of a point from a polyline. */
export function distanceTo(path: readonly CanvasPoint[], at: CanvasPoint): number {
  let least = Infinity
  for (let n = 1; n < path.length; n++) {
    const [a, b] = [path[n - 1] as CanvasPoint, path[n] as CanvasPoint]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const along = Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(at.x - a.x - along * dx, at.y - a.y - along * dy))
  }
  return least
}

/** Icons as strokes in a square of 24, by type of node. */
const glyphs = {
  internet: 'M7 18a4.5 4.5 0 0 1-.6-8.96A6 6 0 0 1 18 10.2 3.9 3.9 0 0 1 17.6 18z',
  router: 'M4 14h16v6H4zM7.5 17h.01M11 17h.01M12 14V9M8.5 8a5 5 0 0 1 7 0M6 5.4a8.6 8.6 0 0 1 12 0',
  ap: 'M12 19h.01M8.8 15.6a4.6 4.6 0 0 1 6.4 0M5.6 12.2a9.2 9.2 0 0 1 12.8 0M2.6 8.8a13.6 13.6 0 0 1 18.8 0',
  switch: 'M3 8h18v8H3zM6.5 12v1.5M10 12v1.5M13.5 12v1.5M17 12h1.5',
  firewall:
    'M12 21c5-1.8 8-4.6 8-9.4V5.4L12 3 4 5.4v6.2C4 16.4 7 19.2 12 21zM4.4 9h15.2M6 15h12M12 3v6M9 9v6M15 9v6M12 15v6',
  soft: 'M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5h.01M7.5 16.5h.01M11 7.5h5M11 16.5h5',
  other: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  neighbour: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.6h.01',
  hop: 'M3 9h18v6H3zM7 12h.01M10.5 12h.01M14 12h.01M17.5 12h.01',
} as const

const ofType: Readonly<Record<number, keyof typeof glyphs>> = {
  0: 'router',
  1: 'ap',
  2: 'switch',
  3: 'firewall',
  4: 'soft',
  7: 'other',
}
const ofKind: Readonly<Record<number, keyof typeof glyphs>> = {
  [nodeKind.id.internet]: 'internet',
  [nodeKind.id.neighbour]: 'neighbour',
  [nodeKind.id.hop]: 'hop',
}

export function glyphOf({ kind, type }: Pick<TopologyNode, 'kind' | 'type'>): string {
  return glyphs[(kind === nodeKind.id.device ? ofType[type ?? 7] : ofKind[kind]) ?? 'other']
}
