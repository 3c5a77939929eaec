import { defineEvent } from '../../kernel/event.ts'

/** Alarms of a scene came, went or were dealt with. */
export const alarmChanged = defineEvent<{ scene_ids: number[] }>('alarm.changed', {
  live: ({ scene_ids }) => scene_ids.map((scene_id) => ({ topic: 'alarm', scene_id })),
})
