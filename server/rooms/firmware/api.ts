import { defineEvent } from '../../kernel/event.ts'

export { newerOf } from './newer-of.ts'

/** An image came, went or was described again, or a key. Everybody of a team sees its first scene, and so hears of it. */
export const libraryChanged = defineEvent<{ scene_id: number; uid: number }>('firmware.library-changed', {
  live: ({ scene_id, uid }) => [
    { topic: 'firmware', scene_id },
    { topic: 'firmware', scene_id: 0, uid },
  ],
})

/** A campaign or one of its devices took a step. */
export const campaignUpdated = defineEvent<{ id: number; scene_ids: number[] }>('firmware.campaign-updated', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'campaign', scene_id })),
})
