import { defineEvent } from '../../kernel/event.ts'

/** A device connected, disconnected, or its links changed. */
export const topologyChanged = defineEvent<{ scene_ids: number[] }>('topology.changed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'topology', scene_id })),
})
