import sql from 'sql-template-tag'
import type { Database } from '../kernel/db.ts'

/** Scenes of one query; and cached scenes before the cache is cleared. */
const MOST_ASKED = 1000
const MOST_KNOWN = 200_000

/**
 * The team of a scene, without waiting for the database: a scene never changes its team, so each is looked up once. Until the answer
 * arrives a scene has its own negative number; scene 0 (unclaimed devices) is team 0.
 */
export function teamsOfScenes(database: Pick<Database, 'rows'>): (scene_id: number) => number {
  const known = new Map<number, number>()
  const wanted = new Set<number>()
  let asking = false

  const ask = async () => {
    asking = true
    const ids = [...wanted].slice(0, MOST_ASKED)
    for (const id of ids) wanted.delete(id)
    const found = await database
      .rows<{ id: number; team_id: number }>(sql`select id, team_id from scene_view where id = any(${ids}::int[])`)
      // retried with the next report of the scene
      .catch(() => [])
    for (const { id, team_id } of found) known.set(id, team_id)
    asking = false
    if (wanted.size > 0) void ask()
  }

  return (scene_id) => {
    if (scene_id === 0) return 0
    const team = known.get(scene_id)
    if (team !== undefined) return team
    if (known.size >= MOST_KNOWN) known.clear()
    wanted.add(scene_id)
    if (!asking) void ask()
    return -scene_id
  }
}
