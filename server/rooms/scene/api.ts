import { defineEvent } from '../../kernel/event.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { addScene, type SceneDetails, sceneModesOf, type SceneUser } from './store.ts'

export { withCounts } from './counts.ts'
export { isTimeZone } from './rules.ts'
export { findScene, getSceneName, letGuestIn, removeScene, searchScenes, sitesOf } from './store.ts'

interface SceneNews {
  scene_id: number
  team_id: number
  name: string
}

const live = ({ scene_id }: SceneNews) => ({ topic: 'scene', scene_id, ids: [scene_id] })

export const sceneAdded = defineEvent<SceneNews>('scene.added', { live })
export const sceneChanged = defineEvent<SceneNews>('scene.changed', { live })
/** Its content was removed before (`defineCleanup`). */
export const sceneRemoved = defineEvent<SceneNews>('scene.removed', { live })

/** A group was added, removed or renamed, or its scenes changed. */
export const sceneGroupChanged = defineEvent<{ group_id: number; team_id: number; scene_ids: number[] }>(
  'scene.group-changed',
  {
    live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'scene', scene_id, ids: [scene_id] })),
  },
)

/** Shared, received, changed or ended; `uids` are the recipients. */
export const shareChanged = defineEvent<{ scene_id: number; uids: number[] }>('scene.share-changed', {
  live: ({ scene_id, uids }) => [
    { topic: 'share', scene_id },
    ...uids.map((uid) => ({ topic: 'share', scene_id: 0, uid })),
  ],
})

/**
 * The first scene to display: the oldest own one, else the first that the account is a guest of; 0 when there is none.
 */
export async function firstSceneOf(ctx: Pick<QueryContext, 'db'>, who: SceneUser): Promise<number> {
  const [first = 0] = (await sceneModesOf(ctx, who)).keys()
  return first
}

const unsaid: SceneDetails = {
  name: '',
  province: '',
  city: '',
  address: '',
  lat: null,
  lng: null,
  industry: '',
  remark: '',
  time_zone: 'Asia/Shanghai',
}

/**
 * Adds a scene to a team; returns its id, undefined when the team already has one of that name. Open sessions see it
 * after `invalidateSessions` of the account room.
 */
export function foundScene(
  ctx: QueryContext,
  { team_id, by, now, ...details }: { team_id: number; by: string; now: number; name: string } & Partial<SceneDetails>,
): Promise<number | undefined> {
  return addScene(ctx, team_id, { ...unsaid, ...details }, by, now)
}
