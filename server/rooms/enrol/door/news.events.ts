import { defineEvent } from '../../../kernel/event.ts'

/** Devices were refused, or records of it were removed: for administrators, and for the scenes of these devices. */
export const doorUpdated = defineEvent<{ scene_ids: number[] }>('device.door-updated', {
  live: ({ scene_ids }) => [0, ...scene_ids].map((scene_id) => ({ topic: 'door', scene_id })),
})
