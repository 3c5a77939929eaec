import { defineEvent } from '../../kernel/event.ts'

export { addToDraft } from './draft/add-to-draft.ts'
export { applyBeside, optionsFor } from './draft/apply-beside.ts'
export { applyEdits } from './draft/apply-edits.ts'
export { requestReporting } from './report/request.ts'
export { findReserved } from './store.ts'

/** A draft changed (`uid`: its author alone hears), or a set under way made a step. */
export const changeUpdated = defineEvent<{ id: number; uid: number; scene_ids: number[] }>('change.updated', {
  live: ({ id, uid, scene_ids }) => [
    { topic: 'change', scene_id: 0, uid, ids: [id] },
    ...scene_ids.map((scene_id) => ({ topic: 'change', scene_id, ids: [id] })),
  ],
})

/** A set began: some worker takes it up at once. */
export const changeStarted = defineEvent<{ id: number }>('change.started')
