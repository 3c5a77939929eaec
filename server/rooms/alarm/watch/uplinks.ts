import { Access } from '../../../kernel/access.ts'
import type { Db } from '../../../kernel/db.ts'
import { uplinkPaths } from '../../topology/api.ts'
import { devicesIn } from '../store.ts'

/** The uplink path of a device. */
export interface UplinkPath {
  /** Upstream devices, the nearest first. */
  above: readonly number[]
}

/** Seconds for which the paths of a scene are kept: devices often disconnect many at once. */
const FRESH = 20
/** Maximum number of cached scenes. */
const MOST = 5000

const known = new Map<number, { at: number; places: ReadonlyMap<number, UplinkPath> }>()

/** The uplink paths of the devices of these scenes, from the topology. */
export async function placesOf(db: Db, scene_ids: readonly number[]): Promise<Map<number, UplinkPath>> {
  const now = performance.now() / 1000
  const wanted = scene_ids.filter((id) => now - (known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > FRESH)
  if (wanted.length > 0) {
    const devices = await devicesIn(db, wanted)
    const ids = devices.map(({ id }) => id)
    const paths = await uplinkPaths({ db, access: Access.system }, ids, Math.floor(Date.now() / 1000))
    if (known.size > MOST) known.clear()
    const scenes = Map.groupBy(devices, ({ scene_id }) => scene_id)
    for (const id of wanted) {
      const places = new Map((scenes.get(id) ?? []).map((one) => [one.id, { above: paths.get(one.id) ?? [] }]))
      known.set(id, { at: now, places })
    }
  }
  return new Map(scene_ids.flatMap((id) => [...(known.get(id)?.places ?? [])]))
}

/** Clears the kept paths. */
export function invalidatePlacements(): void {
  known.clear()
}
