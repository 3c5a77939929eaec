import type { Reach } from '../../../kernel/db.ts'
import { hang, type PlanNode } from './lay.ts'
import { listLinked } from './store.ts'

type DepthQueryDevice = Pick<PlanNode, 'id' | 'scene_id' | 'type'>

/** How many steps from the uplink of their scene these devices are, by id, from what devices tell of their neighbours. */
export async function depthsOf(at: Reach, devices: readonly DepthQueryDevice[]): Promise<Map<number, number>> {
  const linked = await listLinked(at, [...new Set(devices.map(({ scene_id }) => scene_id))])
  const known = new Set(linked.map(({ id }) => id))
  const loose = devices
    .filter(({ id }) => !known.has(id))
    .map((one) => ({ ...one, mac: null, name: '', neighbours: [] }))
  const places = hang([...linked, ...loose])
  return new Map(devices.map(({ id }) => [id, places.get(id)?.depth ?? 0]))
}
