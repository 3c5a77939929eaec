import { discoverCleanup } from '../../kernel/discovery/discover.ts'
import { defineCleanup } from '../../kernel/discovery/cleanup.ts'
import { removeScene, scenesOfTeams } from './store.ts'

/** Removing a team removes its scenes, and their content. */
export const teamCleanup = defineCleanup({
  of: 'team',
  async run(ctx, team_ids) {
    const inside = await discoverCleanup('scene')
    for (const scene_id of await scenesOfTeams(ctx, team_ids)) {
      await inside.run(ctx, [scene_id])
      await removeScene(ctx, scene_id)
    }
  },
  async count(at, team_ids) {
    const [scenes, inside] = await Promise.all([scenesOfTeams(at, team_ids), discoverCleanup('scene')])
    return { scenes: scenes.length, ...(await inside.count(at, scenes)) }
  },
})
