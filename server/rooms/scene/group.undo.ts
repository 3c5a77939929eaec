import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import type { Ctx } from '../../kernel/implement.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { sceneGroupChanged } from './api.ts'
import { calls } from './group.ts'
import { type SceneGroupRow, type SceneGroupDetails, hasGroupNamed, holdGroup } from './store.ts'
import { refuseTaken } from './scene.ts'

const { handlers } = calls

const stateOf = ({ name, color, scene_ids }: SceneGroupRow) => ({ name, color, scene_ids })

const group: Reversal = {
  kind: 'scene-group',
  async read(ctx, id) {
    const found = await holdGroup(ctx, id)
    return found && stateOf(found)
  },
  async change(ctx, id, to) {
    const { name, color, scene_ids } = to as Partial<ReturnType<typeof stateOf>>
    const now = await holdGroup(ctx, id)
    if (!now) return
    if (scene_ids) await changeMembers(ctx, now, scene_ids)
    const details: Partial<SceneGroupDetails> = {
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
    }
    if (Object.keys(details).length) await handlers.change(ctx, { id, rev: now.rev, ...details })
  },
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, id, state, restoreRows) {
    const { name, scene_ids = [] } = state as Partial<ReturnType<typeof stateOf>>
    if (name && (await hasGroupNamed(ctx, name))) throw refuseTaken(ctx, name)
    await restoreRows()
    ctx.emit(sceneGroupChanged, { group_id: id, team_id: ctx.access.team_id, scene_ids })
  },
}

async function changeMembers(ctx: Ctx, { id, scene_ids: now }: SceneGroupRow, to: readonly number[]): Promise<void> {
  const [coming, going] = [to.filter((one) => !now.includes(one)), now.filter((one) => !to.includes(one))]
  for (const one of [...coming, ...going]) ctx.access.enter(one, 'write')
  if (coming.length) await handlers.join(ctx, { group_id: id, scene_ids: coming })
  if (going.length) await handlers.leave(ctx, { group_id: id, scene_ids: going })
}

export const undo = defineUndo(groupCalls, { add: group, change: group, remove: group, join: group, leave: group })
