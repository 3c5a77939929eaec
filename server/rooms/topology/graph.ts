import type { QueryContext } from '../../kernel/db.ts'
import { type TopologyGraph, graphOf } from './graph-rules.ts'
import { parentsOf } from './path-rules.ts'
import { listGraphDevices, listRevs, listSights } from './store.ts'

export interface SceneGraph extends TopologyGraph {
  scene_id: number
  /** The same text: the same graph. */
  rev: string
  parents: ReturnType<typeof parentsOf>
}

interface CachedGraph {
  graph: SceneGraph
  made: number
}

/**
 * Cached graphs of scenes, by the version of their data. The state of former links changes with time, so none is kept
 * for long.
 */
const kept = new Map<number, CachedGraph>()
const MOST = 500
const KEEP = 900

/**
 * The current networks of the scenes, as reported; scenes without devices, or that the caller does not see, are left
 * out.
 */
export async function graphsOf(ctx: QueryContext, scene_ids: readonly number[], now: number): Promise<SceneGraph[]> {
  const revs = await listRevs(ctx, scene_ids)
  const stale = revs.filter(({ scene_id, rev }) => {
    const known = kept.get(scene_id)
    return known?.graph.rev !== rev || now - known.made > KEEP
  })
  const made = stale.length > 0 ? await makeGraphs(ctx, stale, now) : new Map<number, SceneGraph>()
  if (kept.size + made.size > MOST) kept.clear()
  for (const [scene_id, graph] of made) kept.set(scene_id, { graph, made: now })
  return revs.flatMap(({ scene_id }) => made.get(scene_id) ?? kept.get(scene_id)?.graph ?? [])
}

/** The network at a past time. */
export async function graphAt(ctx: QueryContext, scene_id: number, moment: number): Promise<SceneGraph> {
  const [devices, sights] = await Promise.all([
    listGraphDevices(ctx, [scene_id], moment),
    listSights(ctx, [scene_id], moment, moment),
  ])
  return whole(scene_id, `@${moment}`, graphOf(devices, sights))
}

async function makeGraphs(
  ctx: QueryContext,
  scenes: readonly { scene_id: number; rev: string }[],
  now: number,
): Promise<Map<number, SceneGraph>> {
  const ids = scenes.map(({ scene_id }) => scene_id)
  const [devices, sights] = await Promise.all([listGraphDevices(ctx, ids), listSights(ctx, ids, now)])
  const [ofScene, toldIn] = [Map.groupBy(devices, (one) => one.scene_id), Map.groupBy(sights, (one) => one.scene_id)]
  return new Map(
    scenes.map(({ scene_id, rev }) => [
      scene_id,
      whole(scene_id, rev, graphOf(ofScene.get(scene_id) ?? [], toldIn.get(scene_id) ?? [])),
    ]),
  )
}

function whole(scene_id: number, rev: string, graph: TopologyGraph): SceneGraph {
  return { ...graph, scene_id, rev, parents: parentsOf(graph) }
}
