import { defineEvent } from '../../kernel/event.ts'

/** Intents changed, a device was sent another configuration, or its state of sync is another one. */
export const intentChanged = defineEvent<{ scene_id: number; ids?: number[] }>('intent.changed', {
  live: ({ scene_id, ids }) => [
    { topic: 'intent', scene_id, ...(ids ? { ids } : {}) },
    // lists of devices show their state of sync
    ...(ids ? [{ topic: 'device', scene_id, ids }] : []),
  ],
})

/** Devices were found to run something else than they were sent. */
export const devicesStrayed = defineEvent<{ ids: number[] }>('intent.strayed')
