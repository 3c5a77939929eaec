import { topologyCalls } from '@belvedere/contract/rooms/topology/topology.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { topologyChanged } from './changed.events.ts'
import { holdLayout, listPlaces, putLayout, putPlaces } from './draw-store.ts'

/** Positions of nodes, `x,y`; null: none. A list of two numbers would be treated as a set of ids. */
type NodePlaces = Record<string, string | null>

export async function placesOf(ctx: Ctx, scene_id: number, nodes: readonly string[]): Promise<NodePlaces> {
  const now = new Map((await listPlaces(ctx, scene_id)).map(({ node, x, y }) => [node, `${x},${y}`]))
  return Object.fromEntries(nodes.map((node) => [node, now.get(node) ?? null]))
}

const topology: Reversal = {
  kind: 'topology',
  async read(ctx, id, input) {
    const layout = await holdLayout(ctx, id)
    const nodes = Object.keys((input['places'] as NodePlaces | undefined) ?? {})
    return { locked: layout?.locked ?? false, places: await placesOf(ctx, id, nodes) }
  },
  async change(ctx, id, to) {
    ctx.access.enter(id, 'write')
    const places = to['places'] as NodePlaces | undefined
    const before = await topology.read(ctx, id, to)
    if (places) {
      const spots = Object.entries(places).map(([node, spot]) => {
        const [x = null, y = null] = spot?.split(',').map(Number) ?? []
        return { node, x, y }
      })
      await putPlaces(ctx, id, spots)
    }
    if (typeof to['locked'] === 'boolean') await putLayout(ctx, id, { locked: to['locked'], now: ctx.now() })
    const reported = Object.fromEntries(Object.keys(to).map((key) => [key, before?.[key]]))
    ctx.audit({ object: `topology:${id}`, scene_id: id, before: reported, after: to })
    ctx.emit(topologyChanged, { scene_ids: [id] })
  },
}

export const undo = defineUndo(topologyCalls, { place: topology, lock: topology })
