import {
  type ResumedSession,
  resumeSubject,
  type SessionsRequest,
  sessionsSubject,
} from '../../../devices/device-link.ts'
import type { System } from '../../../kernel/implement.ts'
import { invalidateReports } from '../../../devices/ingest/ingest.ts'
import { compareSessions, resumeSessions } from './store.ts'

/**
 * A device is online while a live gateway holds its session. Connections, disconnections and lost gateways are recorded
 * as they happen; this comparison corrects records that were lost, late or out of order. Runs where the gateway runs.
 */
export function serveSessions(system: System, run: number): void {
  system.bus.serve(sessionsSubject, (ask: SessionsRequest) => compareSessions(system.db, ask, run))
  system.bus.serve(resumeSubject, async (list: ResumedSession[]) => {
    const resumed = await resumeSessions(system.db, list, run)
    // another gateway may have held them meanwhile
    for (const id of resumed) invalidateReports(id)
    return resumed
  })
}
