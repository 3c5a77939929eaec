import { defineSceneCount } from '../../engines/scene-count/scene-count.ts'
import { countByScene } from './store.ts'

export const sceneCount = defineSceneCount({
  of: 'device',
  async count(at, scene_ids) {
    const rows = await countByScene(at, scene_ids && [...scene_ids])
    return rows.map(({ type, ...row }) => ({ ...row, kind: type }))
  },
})
