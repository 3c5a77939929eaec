import { defineEvent } from '../event.ts'

/** An outage of the installation, as shown in the header of every window; `node`: a process whose work others of its kind do. */
export const missingParts = ['database', 'bus', 'gateway', 'worker', 'node'] as const
export type MissingPart = (typeof missingParts)[number]

/** An outage began or ended; see the rows of `outage`. */
export const outageChanged = defineEvent<Record<string, never>>('node.outage-changed', {
  live: () => ({ topic: 'node', scene_id: 0 }),
})
