import { defineEvent } from '../../kernel/event.ts'

/** A scene was patrolled, or what is ignored of it changed. */
export const patrolled = defineEvent<{ scene_id: number }>('diagnosis.patrolled', {
  live: ({ scene_id }) => ({ topic: 'patrol', scene_id }),
})

/** A report took a step, or how they are made changed. */
export const reportUpdated = defineEvent<{ scene_id: number }>('diagnosis.report-updated', {
  live: ({ scene_id }) => ({ topic: 'report', scene_id }),
})

/** Radios of a scene listened, or a plan of them was made or measured. */
export const radioUpdated = defineEvent<{ scene_id: number }>('diagnosis.radio-updated', {
  live: ({ scene_id }) => ({ topic: 'radio', scene_id }),
})
