import { defineEvent } from '../../../kernel/event.ts'

/** A contact or robot was changed, or heard something. */
export const contactChanged = defineEvent<{ team_id: number }>('alarm.user-changed', {
  live: () => ({ topic: 'alarm-user', scene_id: 0 }),
})
