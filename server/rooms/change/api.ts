import { defineEvent } from '../../kernel/event.ts'

export { addToDraft } from './draft/add-to-draft.ts'
export { applyBeside, optionsFor } from './draft/apply-beside.ts'
export { applyEdits } from './draft/apply-edits.ts'
export { requestReporting } from './report/request.ts'
export { findReserved } from './store.ts'

/** A draft changed (`uid`: only its author is notified), or a running set made a step. */
export const changeUpdated = defineEvent<{ id: number; uid: number; scene_ids: number[] }>('change.updated', {
  live: ({ id, uid, scene_ids }) => [
    { topic: 'change', scene_id: 0, uid, ids: [id] },
    ...scene_ids.map((scene_id) => ({ topic: 'change', scene_id, ids: [id] })),
  ],
})

/** A set started: a worker takes it over immediately. */
export const changeStarted = defineEvent<{ id: number }>('change.started')
