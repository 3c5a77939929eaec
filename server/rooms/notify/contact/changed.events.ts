import { defineEvent } from '../../../kernel/event.ts'

/** A contact or robot was changed, or a message to it was sent. */
export const contactChanged = defineEvent<{ team_id: number }>('alarm.user-changed', {
  live: () => ({ topic: 'alarm-user', scene_id: 0 }),
})
