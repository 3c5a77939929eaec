import { defineSceneCount } from '../../engines/scene-count/scene-count.ts'
import { countOpenByScene } from './store.ts'

export const sceneCount = defineSceneCount({
  of: 'alarm',
  async count(at, scene_ids) {
    const wanted = scene_ids && new Set(scene_ids)
    const rows = (await countOpenByScene(at)).filter(({ scene_id }) => !wanted || wanted.has(scene_id))
    return rows.map(({ scene_id, level, n }) => ({ scene_id, kind: level, total: n }))
  },
})
