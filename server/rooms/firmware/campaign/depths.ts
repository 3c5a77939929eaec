import type { Reach } from '../../../kernel/db.ts'
import { layOut } from './lay.ts'
import { listNodes } from './store.ts'

/** How many steps from the uplink of their scene devices are, by id, from what devices tell of their neighbours. */
export async function depthsOf(at: Reach, scene_ids: readonly number[]): Promise<Map<number, number>> {
  const places = layOut(await listNodes(at, [...scene_ids]))
  return new Map([...places].map(([id, { depth }]) => [id, depth]))
}
