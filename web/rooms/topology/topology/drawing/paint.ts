import { linkKind, linkState, nodeKind, nodeStatus } from '@belvedere/contract/rooms/topology/enums.ts'
import { rateText } from '@belvedere/pure/text/flow.ts'
import { say } from '../../../../kit/words/words.ts'
import type { Box } from '../stage/camera.ts'
import type { Otherwise } from '../compare/compare.ts'
import type { DrawingColors } from './look.ts'
import {
  isUp,
  nameOf,
  type TopologyEdge,
  type TopologyNode,
  noteOf,
  type PlacedNode,
  type CanvasPoint,
} from '../network.ts'
import type { Pen, PenStroke } from './pen.ts'
import { card, glyphOf, pathAround, pathBetween } from './shapes.ts'

export interface Picture {
  nodes: readonly PlacedNode[]
  edges: readonly TopologyEdge[]
  at: ReadonlyMap<string, PlacedNode>
  /** Result of `lanesOf`. */
  lanes: ReadonlyMap<string, number>
  /** Ids that are not faded; undefined: no search. */
  lit: ReadonlySet<string> | undefined
  hits: ReadonlySet<string> | undefined
  chosen: string | undefined
  hovered: string | undefined
  /** Differences from another time. */
  marks?: ReadonlyMap<string, Otherwise> | undefined
}

const markColors = {
  came: 'success-dot',
  better: 'success-dot',
  moved: 'warning-dot',
  went: 'danger-dot',
  worse: 'danger-dot',
} as const satisfies Record<Otherwise, keyof DrawingColors>

/** Zoom levels: above them, nodes show outlines and icons, texts, and edges show ports. */
const DOTS = 0.26
const TEXTS = 0.42
const PORTS = 0.72

/** Draws everything within the view at the current zoom. */
export function paint(pen: Pen, picture: Picture, look: DrawingColors, zoom: number, sight: Box): void {
  for (const edge of picture.edges) {
    const path = edgePath(edge, picture)
    if (path && touches(path, sight)) paintEdge(pen, edge, path, picture, look, zoom)
  }
  for (const node of picture.nodes) if (isIn(node, sight)) paintNode(pen, node, picture, look, zoom)
}

/** Pixels between links of the same two nodes. */
const LANE = 12

/** The path of an edge; several edges between the same nodes are parallel. */
export function edgePath(edge: TopologyEdge, { at, lanes }: Pick<Picture, 'at' | 'lanes'>): CanvasPoint[] | undefined {
  const [from, to] = [at.get(edge.from), at.get(edge.to)]
  if (!from || !to) return undefined
  const lane = (lanes.get(edge.id) ?? 0) * LANE
  const [a, b] =
    lane === 0
      ? [from, to]
      : [
          { x: from.x + lane, y: from.y },
          { x: to.x + lane, y: to.y },
        ]
  return from.parent === to.id || to.parent === from.id ? pathBetween(a, b) : pathAround(a, b)
}

/** Offset from the centre in lanes, for edges that share both nodes. */
export function lanesOf(edges: readonly TopologyEdge[]): Map<string, number> {
  const lanes = new Map<string, number>()
  for (const pair of Map.groupBy(edges, ({ from, to }) => [from, to].sort().join(' ')).values())
    if (pair.length > 1) pair.forEach(({ id }, place) => lanes.set(id, place - (pair.length - 1) / 2))
  return lanes
}

const isIn = ({ x, y }: CanvasPoint, { left, top, right, bottom }: Box) =>
  x + card.width / 2 >= left &&
  x - card.width / 2 <= right &&
  y + card.height / 2 >= top &&
  y - card.height / 2 <= bottom

function touches(path: readonly CanvasPoint[], { left, top, right, bottom }: Box): boolean {
  let [l, t, r, b] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of path) {
    l = Math.min(l, x)
    r = Math.max(r, x)
    t = Math.min(t, y)
    b = Math.max(b, y)
  }
  return r >= left && l <= right && b >= top && t <= bottom
}

/** The line width grows with the logarithm of the traffic. */
export function widthOf({ rx_bps, tx_bps }: TopologyEdge): number {
  const most = Math.max(rx_bps ?? 0, tx_bps ?? 0)
  return most < 1e5 ? 1.4 : Math.min(6, 1.4 + Math.max(0, Math.log10(most) - 5) * 0.9)
}

/** Lost packets per million above which an edge is shown as degraded or bad. */
const TROUBLED = 1000
const BAD = 10_000

export function strokeOf(edge: TopologyEdge, look: DrawingColors): PenStroke {
  if (edge.state === linkState.id.missing) return { color: look.control, width: 1.4, dash: [2, 5] }
  if (edge.state === linkState.id.down) return { color: look['danger-dot'], width: 1.8, dash: [7, 5] }
  const loss = edge.loss ?? 0
  const color =
    loss >= BAD
      ? look['danger-dot']
      : loss >= TROUBLED
        ? look['warning-dot']
        : edge.rx_bps || edge.tx_bps
          ? look.accent
          : look.control
  const dash =
    edge.sure === 0
      ? [2, 6]
      : edge.kind === linkKind.id.wired
        ? undefined
        : edge.kind === linkKind.id.vpn
          ? [12, 4, 2, 4]
          : [6, 4]
  return { color, width: widthOf(edge), ...(dash && { dash }) }
}

function paintEdge(
  pen: Pen,
  edge: TopologyEdge,
  path: CanvasPoint[],
  { lit, chosen, hovered, at, lanes, marks }: Picture,
  look: DrawingColors,
  zoom: number,
): void {
  const dim = lit && !(lit.has(edge.from) && lit.has(edge.to))
  const stroke = strokeOf(edge, look)
  const active = edge.id === chosen || edge.id === hovered
  const mark = marks?.get(edge.id)
  if (mark) pen.line(path, { color: look[markColors[mark]], width: stroke.width + 5 / Math.min(1, zoom) })
  if (active) pen.line(path, { color: look['accent-soft'], width: stroke.width + 8 / Math.min(1, zoom) })
  pen.line(
    path,
    dim ? { ...stroke, color: look.line } : { ...stroke, width: stroke.width / Math.min(1, Math.max(0.35, zoom)) },
  )
  if (zoom < PORTS || dim) return
  const [from, to] = [at.get(edge.from) as PlacedNode, at.get(edge.to) as PlacedNode]
  const child =
    to.y >= from.y
      ? { node: to, port: edge.to_port, other: edge.from_port }
      : { node: from, port: edge.from_port, other: edge.to_port }
  // the last segment of the path, down to the lower node
  const [before, end] = path.slice(-2) as [CanvasPoint, CanvasPoint]
  if (before.x !== end.x || end.y - before.y < 12) return
  const text = [child.other, child.port].filter(Boolean).join('–')
  const isLeft = (lanes.get(edge.id) ?? 0) < 0
  const style = { color: look.faint, size: 9, most: 74, ground: look.canvas, align: isLeft ? 'right' : 'left' } as const
  if (text) pen.text(text, end.x + (isLeft ? -5 : 5), end.y - 9, style)
  if (active && isUp(edge)) {
    const rates = { color: look['accent-text'], size: 9, align: 'right', ground: look.canvas } as const
    pen.text(ratesOf(edge, child.node.id), end.x - 5, end.y - (isLeft ? 22 : 9), rates)
  }
}

/** Downstream and upstream from the view of the lower end. */
function ratesOf(edge: TopologyEdge, lower: string): string {
  const [down, up] = edge.to === lower ? [edge.tx_bps, edge.rx_bps] : [edge.rx_bps, edge.tx_bps]
  return down === null && up === null ? '' : `↓${rateText(down ?? 0)} ↑${rateText(up ?? 0)}`
}

export function colorOf({ status, kind, alarm }: TopologyNode, look: DrawingColors): string {
  if (status === nodeStatus.id.missing || status === nodeStatus.id.unknown) return look.control
  if (status === nodeStatus.id.offline || alarm === 1) return look['danger-dot']
  if (alarm !== null) return look['warning-dot']
  return kind === nodeKind.id.device ? look['success-dot'] : look.control
}

function paintNode(
  pen: Pen,
  node: PlacedNode,
  { lit, hits, chosen, hovered, marks }: Picture,
  look: DrawingColors,
  zoom: number,
): void {
  const { x, y, status, id } = node
  const [left, top] = [x - card.width / 2, y - card.height / 2]
  const mark = marks?.get(id)
  if (mark) {
    const rim = 5 / Math.min(1, zoom)
    const color = look[markColors[mark]]
    pen.box(left - rim, top - rim, card.width + 2 * rim, card.height + 2 * rim, 8 + rim, color)
  }
  const dim = lit !== undefined && !lit.has(id)
  const hit = hits?.has(id) ?? false
  const tone = dim ? look.strong : colorOf(node, look)
  const gone = status !== nodeStatus.id.online
  if (zoom < DOTS) {
    const fill = id === chosen || hit ? look.accent : tone
    return pen.box(left, top, card.width, card.height, 12, fill)
  }
  if (zoom < TEXTS) {
    pen.box(left, top, card.width, card.height, 10, dim ? look.sunken : gone ? look.surface : look.raised, {
      color: id === chosen || hit ? look.accent : tone,
      width: (hit ? 4 : 2) / Math.max(zoom, 0.12),
    })
    if (!dim) pen.glyph(glyphOf(node), x, y, 34, tone)
    return
  }
  const active = id === chosen || id === hovered
  pen.box(left, top, card.width, card.height, 8, dim ? look.canvas : look.raised, {
    color: active || hit ? look.accent : status === nodeStatus.id.offline && !dim ? look['danger-dot'] : look.strong,
    width: active || hit ? 2 : 1,
    ...(status === nodeStatus.id.missing && { dash: [4, 3] }),
  })
  const ink = dim ? look.strong : gone ? look.soft : look.ink
  pen.glyph(glyphOf(node), left + 20, y, 20, dim ? look.strong : gone ? look.faint : look.soft)
  pen.dot(left + 30, top + 12, 4, tone)
  const note = noteOf(node)
  pen.text(nameOf(node), left + 40, note ? y - 8 : y, { color: ink, size: 12, bold: true, most: card.width - 48 })
  if (note) {
    const color = dim ? look.strong : status === nodeStatus.id.offline ? look['danger-dot'] : look.faint
    pen.text(note, left + 40, y + 9, { color, size: 11, most: card.width - 48 })
  }
}

/** The legend of colours and lines. */
export const legend = (): readonly { stroke: (look: DrawingColors) => PenStroke; label: string }[] => [
  { stroke: (look) => ({ color: look.accent, width: 2 }), label: say({ zh: '有线', en: 'Wired' }) },
  { stroke: (look) => ({ color: look.accent, width: 2, dash: [6, 4] }), label: say({ zh: '无线', en: 'Wireless' }) },
  { stroke: (look) => ({ color: look.accent, width: 2, dash: [12, 4, 2, 4] }), label: say({ zh: 'VPN', en: 'VPN' }) },
  { stroke: (look) => ({ color: look['warning-dot'], width: 2 }), label: say({ zh: '丢包', en: 'Loss' }) },
  { stroke: (look) => ({ color: look['danger-dot'], width: 2, dash: [7, 5] }), label: say({ zh: '断开', en: 'Down' }) },
  {
    stroke: (look) => ({ color: look.control, width: 2, dash: [2, 5] }),
    label: say({ zh: '已消失 / 推断', en: 'Missing or inferred' }),
  },
]
