import { defineEvent } from '../event.ts'

/** What of the installation is away, as every window's header names it; `node`: a process whose work others of its kind do. */
export const missingParts = ['database', 'bus', 'gateway', 'worker', 'node'] as const
export type MissingPart = (typeof missingParts)[number]

/** Something was lost or is back: `outage` rows say what. */
export const outageChanged = defineEvent<Record<string, never>>('node.outage-changed', {
  live: () => ({ topic: 'node', scene_id: 0 }),
})
