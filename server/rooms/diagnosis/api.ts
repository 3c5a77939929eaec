import { defineEvent } from '../../kernel/event.ts'

/** A scene was patrolled, or what is ignored of it changed. */
export const patrolled = defineEvent<{ scene_id: number }>('diagnosis.patrolled', {
  live: ({ scene_id }) => ({ topic: 'patrol', scene_id }),
})
