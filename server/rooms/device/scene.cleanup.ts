import { defineCleanup } from '../../kernel/discovery/cleanup.ts'
import { releaseDevices } from './release/release.ts'
import { countByScene, idsOfScene } from './store.ts'

/** The devices of a removed scene are released. */
export const sceneCleanup = defineCleanup({
  of: 'scene',
  async run(ctx, scene_ids) {
    for (const scene_id of scene_ids) await releaseDevices(ctx, await idsOfScene(ctx, scene_id))
  },
  async count(at, scene_ids) {
    const kinds = scene_ids.length > 0 ? await countByScene(at, [...scene_ids]) : []
    return { devices: kinds.reduce((sum, { total }) => sum + total, 0) }
  },
})
