import pg from 'pg'

/*
 * Errors are recognised by class and code, never by their words: words change with the next release of a library, differ by
 * language, and hold what a stranger wrote. Where a library tells nothing but words, its error is given a class of ours at the
 * place where the library is called: PostgreSQL's client in `db.ts`. `npm run check` refuses the rest.
 */

/** The store cannot be reached, or its connection broke off. What was asked may be asked again. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** The server that this pool belonged to has stopped: nobody asks it again. */
export class StoreClosed extends StoreAway {
  override name = 'StoreClosed'
}

/** Errors of ours, or of how we called. */
const mistakes = [TypeError, RangeError, ReferenceError, SyntaxError]

/**
 * What PostgreSQL's client threw, as one of two kinds: what PostgreSQL itself refused keeps its class and SQLSTATE; everything
 * else is about the connection, which the client tells in plain errors, of the system's sockets or in words of its own.
 */
export function storeErrorOf(error: unknown, closed: boolean): unknown {
  if (error instanceof pg.DatabaseError || error instanceof StoreAway) return error
  if (mistakes.some((kind) => error instanceof kind)) return error
  const Kind = closed ? StoreClosed : StoreAway
  return new Kind(String((error as Error).message), { cause: error })
}

const sqlState = (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')

/** Connection trouble, shutdown and exhaustion of PostgreSQL, a transaction that waited too long for its process; as against a refusal of these very rows. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreAway || /^(08|53|57P|25P03)/.test(sqlState(error))

/** The transaction and another one waited for each other, and this one was ended. */
export const isDeadlock = (error: unknown): boolean => sqlState(error) === '40P01'

/** A unique index refused the change. */
export const isTaken = (error: unknown): boolean => sqlState(error) === '23505'

const gone = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/** Who was spoken with has hung up, in the middle of what it said or was told. */
export const isPeerGone = (error: unknown): boolean =>
  gone.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')
