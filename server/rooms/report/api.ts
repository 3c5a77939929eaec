import { defineEvent } from '../../kernel/event.ts'

/** A report made progress, or the settings of reports changed. */
export const reportUpdated = defineEvent<{ scene_id: number }>('report.updated', {
  live: ({ scene_id }) => ({ topic: 'report', scene_id }),
})
