import { defineEvent } from '../../kernel/event.ts'

export { newerOf } from './newer-of.ts'

/**
 * An image or key was added, changed or removed. Every member of a team sees its first scene, and so receives the
 * event.
 */
export const libraryChanged = defineEvent<{ scene_id: number; uid: number }>('firmware.library-changed', {
  live: ({ scene_id, uid }) => [
    { topic: 'firmware', scene_id },
    { topic: 'firmware', scene_id: 0, uid },
  ],
})

/** A campaign or one of its devices changed its state. */
export const campaignUpdated = defineEvent<{ id: number; scene_ids: number[] }>('firmware.campaign-updated', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'campaign', scene_id })),
})
