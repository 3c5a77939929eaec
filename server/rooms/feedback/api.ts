import { defineEvent } from '../../kernel/event.ts'

/** Something was sent, answered or judged: news for its author, and for administrators of the installation. */
export const feedbackChanged = defineEvent<{ id: number; uid: number }>('feedback.changed', {
  live: ({ id, uid }) => [
    { topic: 'feedback', scene_id: 0, ids: [id] },
    { topic: 'feedback', scene_id: 0, ids: [id], uid },
  ],
})
