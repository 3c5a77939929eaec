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
 * A device is online while a gateway that is heard of holds its session: connecting, saying goodbye and losing a gateway are
 * written down as they happen, and this is how gateways find what was lost, late or out of order. Runs where the gateway runs.
 */
export function serveSessions(system: System, run: number): void {
  system.bus.serve(sessionsSubject, (ask: SessionsRequest) => compareSessions(system.db, ask, run))
  system.bus.serve(resumeSubject, async (list: ResumedSession[]) => {
    const resumed = await resumeSessions(system.db, list, run)
    // another gateway may have had them meanwhile
    for (const id of resumed) invalidateReports(id)
    return resumed
  })
}
