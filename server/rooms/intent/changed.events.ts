import { defineEvent } from '../../kernel/event.ts'

/** Intents changed, a device was sent another configuration, or its sync state changed. */
export const intentChanged = defineEvent<{ scene_id: number; ids?: number[] }>('intent.changed', {
  live: ({ scene_id, ids }) => [
    { topic: 'intent', scene_id, ...(ids ? { ids } : {}) },
    // lists of devices display their sync state
    ...(ids ? [{ topic: 'device', scene_id, ids }] : []),
  ],
})

/** Devices were found to run another configuration than the one sent. */
export const devicesStrayed = defineEvent<{ ids: number[] }>('intent.strayed')
