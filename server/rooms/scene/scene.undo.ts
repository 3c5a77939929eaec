import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { sceneAdded } from './api.ts'
import { calls, invalidateAfterCommit, refuseTaken, stateOf } from './scene.ts'
import { guestsOf, hasSceneNamed, holdScene, type SceneUndoState } from './store.ts'

const { handlers } = calls

const scene: Reversal = {
  kind: 'scene',
  async read(ctx, id) {
    const found = await holdScene(ctx, id)
    return found && { ...stateOf(found) }
  },
  async change(ctx, id, to) {
    const now = await holdScene(ctx, id)
    if (now) await handlers.change(ctx, { id, rev: now.rev, ...(to as Partial<SceneUndoState>) })
  },
  // the content of the scene, and its shares, are not part of the operation
  remove: (ctx, id) => handlers.remove(ctx, { id }),
  async restore(ctx, id, state, restoreRows) {
    const { name } = state as unknown as SceneUndoState
    if (await hasSceneNamed(ctx, name)) throw refuseTaken(ctx, name)
    await restoreRows()
    await invalidateAfterCommit(ctx, ctx.access.team_id, await guestsOf({ ...ctx, access: ctx.system.access }, id))
    ctx.emit(sceneAdded, { scene_id: id, team_id: ctx.access.team_id, name })
  },
}

export const undo = defineUndo(sceneCalls, { add: scene, change: scene, remove: scene })
