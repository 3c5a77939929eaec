import pg from 'pg'

/*
 * Errors are recognised by class and code, never by their message: messages change with releases of a library, differ by language, and
 * contain foreign input. A library's error without a code is wrapped in an own class where the library is called: PostgreSQL's client in
 * `db.ts`. `npm run check` refuses the rest.
 */

/** The database cannot be reached, or its connection broke. The query may be repeated. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** The server of this pool has stopped: no retry. */
export class StoreClosed extends StoreAway {
  override name = 'StoreClosed'
}

/** Programming errors. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError]

/**
 * Divides errors of PostgreSQL's client into two kinds: errors of PostgreSQL keep their class and SQLSTATE; all others concern the
 * connection, for which the client throws plain errors.
 */
export function storeErrorOf(error: unknown, closed: boolean): unknown {
  if (error instanceof pg.DatabaseError || error instanceof StoreAway) return error
  if (mistakes.some((kind) => error instanceof kind)) return error
  const Kind = closed ? StoreClosed : StoreAway
  return new Kind(String((error as Error).message), { cause: error })
}

const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/**
 * Connection trouble, shutdown and exhaustion of PostgreSQL, a transaction that waited too long for its process; in contrast to a refusal
 * of these rows.
 */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreAway || /^(08|53|57P|25P03)/.test(sqlState(error))

/** A deadlock: this transaction was ended. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01'

/** A unique index refused the change. */
export const isTaken = (error: unknown): boolean => sqlState(error) === '23505'

const gone = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/** The peer closed the connection during a request or response. */
export const isPeerGone = (error: unknown): boolean =>
  gone.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')
