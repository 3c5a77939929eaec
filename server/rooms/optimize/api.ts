import { defineEvent } from '../../kernel/event.ts'

/** Radios of a scene scanned, or a plan of them was created or measured. */
export const radioUpdated = defineEvent<{ scene_id: number }>('optimize.radio-updated', {
  live: ({ scene_id }) => ({ topic: 'radio', scene_id }),
})
