import type { Log } from './log.ts'
import { counter } from './metrics.ts'

const count = counter('uncaught_total', 'Errors nobody caught, since start; each is a defect to report', ['kind'])

/** An unhandled rejection: its work has ended, and nothing else is affected. */
export function logRejections(log: Log): void {
  process.on('unhandledRejection', (error) => tell(log, 'unhandled', error))
}

/**
 * An exception that reached the event loop ends its callback; the thread continues. Code that handles connections has its own guard that
 * ends the connection (`guardSocket`, `onUpgrade`, `Connection.broke`, the tunnel's), so an error here belongs to no known connection: a
 * defect that must not become an outage for all users.
 *
 * Why continuing is safe: persistent state is in PostgreSQL, where transactions are atomic; transactions, locks and leases are held by
 * async functions, whose exceptions are rejections and release them in `finally`; and the protocol clients of database and bus never call
 * application code from their parsers. Only the memory of the object whose callback failed may be inconsistent. After an internal error of
 * Node nothing is safe, and the thread ends. An error before the end of the start ends the process too, because a partial server is worse
 * than none: call this when everything is running.
 */
export function surviveExceptions(log: Log): void {
  process.on('uncaughtException', (error) => {
    tell(log, 'uncaught', error)
    if ((error as NodeJS.ErrnoException).code === 'ERR_INTERNAL_ASSERTION') process.exit(70)
  })
}

function tell(log: Log, kind: 'uncaught' | 'unhandled', error: unknown): void {
  count.inc({ kind })
  try {
    log.error({ error: String((error as Error)?.stack ?? error) }, kind)
  } catch {
    // a failing log must not end the process
  }
}
