import { defineEvent } from '../event.ts'

/** A worker noticed that the clock of the database was set: stored times may now be far in the future or past. */
export const clockSet = defineEvent<{ seconds: number }>('clock.set')
