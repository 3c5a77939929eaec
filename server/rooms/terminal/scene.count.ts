import { defineSceneCount } from '../../engines/scene-count/scene-count.ts'
import { countByScene } from './store.ts'

export const sceneCount = defineSceneCount({
  of: 'terminal',
  async count(at, scene_ids) {
    const rows = await countByScene(at, scene_ids && [...scene_ids])
    return rows.map(({ scene_id, link, online }) => ({ scene_id, kind: link, total: online, online }))
  },
})
