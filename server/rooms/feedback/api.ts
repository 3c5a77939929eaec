import { defineEvent } from '../../kernel/event.ts'

/** Feedback was sent, answered or decided: notifies its author, and the administrators of the installation. */
export const feedbackChanged = defineEvent<{ id: number; uid: number }>('feedback.changed', {
  live: ({ id, uid }) => [
    { topic: 'feedback', scene_id: 0, ids: [id] },
    { topic: 'feedback', scene_id: 0, ids: [id], uid },
  ],
})
