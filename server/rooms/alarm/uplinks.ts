import { Access } from '../../kernel/access.ts'
import type { Db } from '../../kernel/db.ts'
import { type Place, placesIn } from '../firmware/api.ts'

/** Seconds for which what was read of a scene counts: it is asked for when devices go, often many at once. */
const FRESH = 20
/** Scenes remembered. */
const MOST = 5000

const known = new Map<number, { at: number; places: ReadonlyMap<number, Place> }>()

/** What each device of these scenes is reached through, from what the devices tell of their neighbours. */
export async function placesOf(db: Db, scene_ids: readonly number[]): Promise<Map<number, Place>> {
  const now = performance.now() / 1000
  const wanted = scene_ids.filter((id) => now - (known.get(id)?.at ?? Number.NEGATIVE_INFINITY) > FRESH)
  if (wanted.length > 0) {
    const fresh = await placesIn({ db, access: Access.system }, wanted)
    if (known.size > MOST) known.clear()
    for (const id of wanted) known.set(id, { at: now, places: fresh.get(id) ?? new Map() })
  }
  return new Map(scene_ids.flatMap((id) => [...(known.get(id)?.places ?? [])]))
}

/** What was read counts no longer. */
export function forgetPlaces(): void {
  known.clear()
}
