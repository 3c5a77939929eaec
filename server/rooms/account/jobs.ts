import type { System } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import { sweep } from './store.ts'

/** Removes ended sessions, forgotten failures and unanswered puzzles. */
export const sweepSessions = defineJob({
  name: 'account.sweep',
  every: '*/10 * * * *',
  run: (_: unknown, system: System) => sweep(system, system.now()),
})
