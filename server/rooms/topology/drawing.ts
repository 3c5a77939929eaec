import { layoutBeside, layoutTrees } from '@belvedere/pure/collection/tree-layout.ts'
import type { QueryContext } from '../../kernel/db.ts'
import type { System } from '../../kernel/implement.ts'
import { changesOf, type DrawingAnswer, type WholeDrawing } from './changes.ts'
import { drawingOf, flowsOfSample, type DrawnNode } from './draw-rules.ts'
import {
  findLayout,
  findOldest,
  type DrawingLayout,
  listDrawn,
  listDrawnAt,
  listFolds,
  listPlaces,
  putLayout,
  putPlaces,
} from './draw-store.ts'
import { graphAt, graphsOf, type SceneGraph } from './graph.ts'

/** Seconds in which a layout without manual changes is adjusted to new nodes: a network is not cabled in a moment. */
const YOUNG = 600

interface DrawCtx extends QueryContext {
  system: System
  now(): number
}

/** The current network; only the differences `since` an earlier answer, when that is cached. */
export async function drawNow(at: DrawCtx, scene_id: number, since?: string): Promise<DrawingAnswer> {
  return changesOf(scene_id, await wholeNow(at, scene_id), since)
}

async function wholeNow(at: DrawCtx, scene_id: number): Promise<WholeDrawing> {
  const now = at.now()
  const [[graph], devices, folds, places, layout, oldest] = await Promise.all([
    graphsOf(at, [scene_id], now),
    listDrawn(at, scene_id),
    listFolds(at, scene_id),
    listPlaces(at, scene_id),
    findLayout(at, scene_id),
    findOldest(at, scene_id),
  ])
  const spots = new Map(places.map(({ node, x, y }) => [node, { x, y }]))
  const about = {
    rev: graph?.rev ?? '',
    generated_at: now,
    oldest: oldest ?? now,
    locked: layout?.locked ? (1 as const) : (0 as const),
  }
  if (!graph) return { nodes: [], edges: [], ...about }
  const drawn = drawingOf({ graph, devices, folds, places: spots })
  if (!isDue(layout, drawn.nodes, now)) return { ...drawn, ...about }
  const made = layoutTrees(inOrder(graph, drawn.nodes))
  await keepLayout(at.system, scene_id, made, now)
  return { ...drawn, ...about, nodes: drawn.nodes.map((node) => ({ ...node, ...made.get(node.id) })) }
}

/** The network at a past time. Nodes without a current position are placed beside their parent. */
export async function drawAt(at: DrawCtx, scene_id: number, moment: number): Promise<DrawingAnswer> {
  const [graph, devices, places, layout, oldest] = await Promise.all([
    graphAt(at, scene_id, moment),
    listDrawnAt(at, scene_id, moment),
    listPlaces(at, scene_id),
    findLayout(at, scene_id),
    findOldest(at, scene_id),
  ])
  const reported = devices.map(({ names, traffic, ...one }) => ({ ...one, flows: flowsOfSample(names, traffic) }))
  const spots = new Map(places.map(({ node, x, y }) => [node, { x, y }]))
  const drawn = drawingOf({ graph, devices: reported, places: spots })
  const beside = layoutBeside(inOrder(graph, drawn.nodes), spots)
  return {
    whole: 1,
    mark: '',
    gone: { nodes: [], edges: [] },
    nodes: drawn.nodes.map((node) => ({ ...node, ...beside.get(node.id) })),
    edges: drawn.edges,
    rev: graph.rev,
    generated_at: moment,
    oldest: oldest ?? moment,
    locked: layout?.locked ? 1 : 0,
  }
}

/** Not made yet; or young, and a node has no position in it, or a position above its parent. */
function isDue(layout: DrawingLayout | undefined, nodes: readonly DrawnNode[], now: number): boolean {
  if (!layout) return true
  if (layout.arranged || layout.locked || now - layout.made_at > YOUNG) return false
  const heights = new Map(nodes.map(({ id, y }) => [id, y ?? 0]))
  return nodes.some(({ y, parent }) => y === null || (parent !== null && y <= (heights.get(parent) ?? -Infinity)))
}

/** A layout follows from the reports of devices, independent of the caller; so it is stored as the system. */
async function keepLayout(
  system: System,
  scene_id: number,
  made: ReadonlyMap<string, { x: number; y: number }>,
  now: number,
): Promise<void> {
  await system.database.transaction(async (db) => {
    const own = { db, access: system.access }
    await putLayout(own, scene_id, { now })
    await putPlaces(
      own,
      scene_id,
      [...made].map(([node, { x, y }]) => ({ node, x, y })),
    )
  })
}

const rank = new Map([3, 0, 4, 2, 7, 1].map((type, at) => [type, at]))

/** Created once: a comparison that creates a collator takes a hundred times as long. */
const byName = new Intl.Collator('en', { numeric: true })

/** Roots first, then gateways, switches, access points, each by name: repeated layouts look the same. */
function inOrder(graph: SceneGraph, nodes: readonly DrawnNode[]): DrawnNode[] {
  const root = (id: string) => (graph.roots.includes(id) ? graph.roots.indexOf(id) : Number.MAX_SAFE_INTEGER)
  const kind = ({ type }: DrawnNode) => (type === null ? 3 : (rank.get(type) ?? 4))
  return [...nodes].sort(
    (a, b) => root(a.id) - root(b.id) || kind(a) - kind(b) || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  )
}
