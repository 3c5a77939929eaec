import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Sql } from 'sql-template-tag'
import type { Access } from './access.ts'
import { storeErrorOf } from './database/recognise-error.ts'

// bigint counters and sums arrive as numbers: exact below 2^53, which is 9 PB of traffic or 90 trillion yuan
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
// nearly all text arrays are unquoted between commas; the library examines each character
const readTexts = pg.types.getTypeParser(1009 as never) as (text: string) => (string | null)[]
const isPlain = (text: string) => /^\{[^"{\\]+\}$/.test(text) && !text.includes('NULL')
pg.types.setTypeParser(1009 as never, (text: string) =>
  isPlain(text) ? text.slice(1, -1).split(',') : readTexts(text),
)

/** The interface of stores: the pool, or one transaction. */
export interface Db {
  /** All rows. */
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row or undefined. */
  find<Row>(query: Sql): Promise<Row | undefined>
  /** The one row; throws when there is none. */
  one<Row>(query: Sql): Promise<Row>
  /** Number of rows changed. */
  run(query: Sql): Promise<number>
}

/** One transaction on its own connection. */
export interface Transaction extends Db {
  /** Runs a `copy … from stdin` with the given content; number of rows. */
  copy(statement: string, data: Buffer): Promise<number>
}

/** The first parameter of every store function: the connection and the rights. */
export interface QueryContext {
  readonly db: Db
  readonly access: Access
}

/** Statement names by text, so that PostgreSQL plans each shape once per connection. Bounded: shapes are written by hand. */
const names = new Map<string, string>()
const MAX_NAMED = 2000

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_NAMED) return known
  const name = `q${names.size}`
  names.set(text, name)
  return name
}

const plannedAnew = new WeakSet<Sql>()

/**
 * A statement that is planned with its values each time it runs, which costs some tenths of a millisecond: for statements over a period or
 * a set of scenes, whose best plan depends on the amount of data.
 */
export function withItsValues(query: Sql): Sql {
  plannedAnew.add(query)
  return query
}

type Client = Pick<pg.Pool, 'query'> | pg.PoolClient

/** Converts the client's errors to recognisable ones. */
const rethrown = (pool: pg.Pool) => (error: unknown) => {
  throw storeErrorOf(error, pool.ending)
}

/** Wraps anything of the pool that can run a pg query. */
function dbOf(pool: pg.Pool, client: Client | (() => Promise<Client>)): Db {
  const rethrow = rethrown(pool)
  const ask = async (query: Sql) => {
    const to = typeof client === 'function' ? await client() : client
    const name = plannedAnew.has(query) ? undefined : nameOf(query.text)
    return to.query({ name, text: query.text, values: query.values } as pg.QueryConfig).catch(rethrow)
  }
  return {
    rows: async <Row>(query: Sql) => (await ask(query)).rows as Row[],
    find: async <Row>(query: Sql) => (await ask(query)).rows[0] as Row | undefined,
    one: async <Row>(query: Sql) => {
      const row = (await ask(query)).rows[0] as Row | undefined
      if (!row) throw new Error(`expected one row: ${query.text.slice(0, 200)}`)
      return row
    },
    run: async (query: Sql) => (await ask(query)).rowCount ?? 0,
  }
}

export interface Database extends Db {
  readonly pool: pg.Pool
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (db: Transaction, client: pg.PoolClient) => Promise<T>): Promise<T>
  /** A transaction that begins with its first query; `commit` or `rollback` ends it; both have no effect if none began. */
  lazyTransaction(): LazyTransaction
  close(): Promise<void>
}

export interface LazyTransaction {
  readonly db: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

const ignore = () => {}

/**
 * ms that a transaction may be idle. PostgreSQL then ends it: locks of a stopped or disconnected process would block all others.
 */
const IDLE_IN_TRANSACTION = 20_000

/**
 * Opens the pool. `url` as pg understands it; `max` connections. `pipeline`: concurrent queries are sent at once, and no `copy` runs there.
 */
export function openDatabase(
  url: string,
  max = 20,
  { pipeline = false, idleInTransaction = IDLE_IN_TRANSACTION } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 15_000,
    idle_in_transaction_session_timeout: idleInTransaction,
    pipeline,
  })
  // a connection that dies (PostgreSQL restarted) is replaced on next use, or fails the transaction that holds it with its
  // next query; without a listener, on the pool for idle ones and on those lent out, it would end the process
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return {
    ...dbOf(pool, pool),
    pool,
    transaction: (work) => inTransaction(pool, work),
    lazyTransaction: () => lazyTransaction(pool),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (db: Transaction, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const rethrow = rethrown(pool)
  const client = await pool.connect().catch(rethrow)
  let broken: Error | undefined
  try {
    const begun = client.query('begin')
    // in a pipeline it is sent with the first query; if it fails, so does that query
    if (pool.options.pipeline) begun.catch(ignore)
    else await begun.catch(rethrow)
    const result = await work(
      { ...dbOf(pool, client), copy: (statement, data) => copyInto(client, statement, data).catch(rethrow) },
      client,
    )
    await client.query('commit').catch(rethrow)
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

async function copyInto(client: pg.PoolClient, statement: string, data: Buffer): Promise<number> {
  const into = client.query(copyFrom(statement))
  await pipeline(Readable.from([data]), into)
  return into.rowCount
}

function lazyTransaction(pool: pg.Pool): LazyTransaction {
  let begun: Promise<pg.PoolClient> | undefined
  const begin = async () => {
    const client = await pool.connect().catch(rethrown(pool))
    // begin and the first query take one round trip: pg queues them on the same connection
    client.query('begin').catch(() => {})
    return client
  }
  const end = async (options: 'commit' | 'rollback') => {
    if (!begun) return
    const client = await begun.catch(() => undefined)
    begun = undefined
    if (!client) return
    const done = await client.query(options).catch((error: Error) => error)
    client.release(done instanceof Error ? done : undefined)
    if (options === 'rollback') return
    if (done instanceof Error) throw storeErrorOf(done, pool.ending)
    // the commit of a transaction that had failed answers ROLLBACK without an error
    if (done.command !== 'COMMIT') throw new Error('the transaction had failed')
  }
  return {
    db: dbOf(pool, () => (begun ??= begin())),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}
