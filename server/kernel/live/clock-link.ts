import { defineEvent } from '../event.ts'

/** The clock of the store was set, as a worker saw it: what was written down for a moment may lie far ahead now, or far behind. */
export const clockSet = defineEvent<{ seconds: number }>('clock.set')
