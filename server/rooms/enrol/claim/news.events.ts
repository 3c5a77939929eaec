import { defineEvent } from '../../../kernel/event.ts'

/** A device was asked for, or it was decided on: those hear of it who ask, and who decide. */
export const claimUpdated = defineEvent<{ scene_id: number }>('device.claim-updated', {
  live: ({ scene_id }) => [
    { topic: 'claim', scene_id },
    { topic: 'claim', scene_id: 0 },
  ],
})
