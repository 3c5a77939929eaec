import { defineEvent } from '../../../kernel/event.ts'

/** A device was requested, or a request was decided: reaches the requesters and those who decide. */
export const claimUpdated = defineEvent<{ scene_id: number }>('device.claim-updated', {
  live: ({ scene_id }) => [
    { topic: 'claim', scene_id },
    { topic: 'claim', scene_id: 0 },
  ],
})
