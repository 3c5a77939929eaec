import { defineEvent } from '../../kernel/event.ts'

/** Something was sent, answered or judged. News of it goes to administrators of the installation; authors ask again. */
export const feedbackChanged = defineEvent<{ id: number }>('feedback.changed', {
  live: ({ id }) => ({ topic: 'feedback', scene_id: 0, ids: [id] }),
})
