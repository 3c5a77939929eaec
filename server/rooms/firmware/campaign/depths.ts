import type { Reach } from '../../../kernel/db.ts'
import { groupBy, layOut, type Place } from './lay.ts'
import { listNodes } from './store.ts'

/** How many steps from the uplink of their scene devices are, by id, from what devices tell of their neighbours. */
export async function depthsOf(at: Reach, scene_ids: readonly number[]): Promise<Map<number, number>> {
  const places = layOut(await listNodes(at, [...scene_ids]))
  return new Map([...places].map(([id, { depth }]) => [id, depth]))
}

/** Where each device of these scenes hangs, by scene and id. */
export async function placesIn(at: Reach, scene_ids: readonly number[]): Promise<Map<number, Map<number, Place>>> {
  const nodes = await listNodes(at, [...scene_ids])
  const places = layOut(nodes)
  return new Map(
    [...groupBy(nodes, ({ scene_id }) => scene_id)].map(([scene_id, scene]) => [
      scene_id,
      new Map(scene.map(({ id }) => [id, places.get(id) as Place])),
    ]),
  )
}
