import type { Log } from './log.ts'
import { counter } from './metrics.ts'

const count = counter('uncaught_total', 'Errors nobody caught, since start; each is a defect to report', ['kind'])

/** A promise nobody waited for failed: its work is over, and nothing else is touched. */
export function logRejections(log: Log): void {
  process.on('unhandledRejection', (error) => tell(log, 'unhandled', error))
}

/**
 * An exception that reached the event loop ends the callback it came from; the thread goes on. Whoever feeds a connection has a
 * guard of its own that ends that connection (`guardSocket`, `onUpgrade`, `Connection.broke`, the tunnel's), so what comes here
 * belongs to no connection that is known: a defect of ours, which must not become everybody's outage.
 *
 * Why going on is safe: what must last is in PostgreSQL, where a transaction commits whole or not at all; transactions, locks and
 * leases are held by async functions, whose exceptions are rejections and let go of them in `finally`; and the protocol clients
 * of the store and the bus never call ours out of their own parsers. What may be wrong is memory of the one object whose callback
 * broke off. Where Node itself says that its inside is broken nothing is safe any more, also not whose bytes are whose: the
 * thread ends. So does what fails before the start is over, because half a server is worse than none: call this when all is up.
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
    // a log that cannot be written must not make it fatal after all
  }
}
