import { defineEvent } from '../../../kernel/event.ts'

/** A device was asked for, or it was decided on: those hear of it who ask, and who decide. */
export const claimMoved = defineEvent<{ scene_id: number }>('device.claim-moved', {
  live: ({ scene_id }) => [
    { topic: 'claim', scene_id },
    { topic: 'claim', scene_id: 0 },
  ],
})
