import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db.ts'
import { isDeadlock, isPeerGone, isStoreAway, isTaken, StoreAway, StoreClosed } from './recognise-error.ts'
import { testDatabase } from './test-database.ts'

const { url, drop } = await testDatabase()
const database = openDatabase(url, 4)
afterAll(async () => {
  await database.close()
  await drop()
})

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** All kinds of queries of the product. */
const ways: readonly [string, (database: Database, text: string) => Promise<unknown>][] = [
  ['a query', (db, text) => db.rows(sql([text]))],
  ['a transaction', (db, text) => db.transaction(async (at) => at.rows(sql([text])))],
  [
    'a lazy transaction',
    async (db, text) => {
      const lazy = db.lazyTransaction()
      try {
        await lazy.db.rows(sql([text]))
        await lazy.commit()
      } finally {
        await lazy.rollback()
      }
    },
  ],
]

test.each(ways)('%s of a closed pool, of no server, and on a connection that is cut', async (_, ask) => {
  const closed = openDatabase(url, 1)
  await closed.close()
  expect(await failure(ask(closed, 'select 1'))).toBeInstanceOf(StoreClosed)

  for (const away of [
    'postgres://x@127.0.0.1:1/x',
    'postgres://x@localhost/x?host=/nowhere',
    'postgres://x@name.invalid/x',
  ]) {
    const nobody = openDatabase(away, 1)
    const error = await failure(ask(nobody, 'select 1'))
    expect(error).toBeInstanceOf(StoreAway)
    expect(error).not.toBeInstanceOf(StoreClosed)
    await nobody.close()
  }

  const cut = openDatabase(url, 1)
  expect(isStoreAway(await failure(ask(cut, 'select pg_terminate_backend(pg_backend_pid())')))).toBe(true)
  expect(await failure(ask(cut, 'select 1')), 'the next has a new connection').toBeUndefined()
  await cut.close()
})

test.each(ways)('%s that PostgreSQL refuses is not taken for a store that is away', async (_, ask) => {
  await database.run(sql`create table if not exists once_only (id int primary key)`)
  await database.run(sql`insert into once_only values (1) on conflict do nothing`)
  for (const text of ['select 1/0', 'select nothing', "select 'x'::int", "select 'terminated, timeout, closed'::int"]) {
    const error = await failure(ask(database, text))
    expect(error).toBeInstanceOf(Error)
    expect(isStoreAway(error), text).toBe(false)
  }
  const taken = await failure(ask(database, 'insert into once_only values (1)'))
  expect([isTaken(taken), isStoreAway(taken), isDeadlock(taken)]).toEqual([true, false, false])
})

test('messages of errors are ignored', () => {
  for (const words of ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly', 'closed'])
    expect(isStoreAway(new Error(words))).toBe(false)
  expect(isStoreAway(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), 'of another connection').toBe(
    false,
  )
  expect(isPeerGone(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(true)
  expect(isPeerGone(new Error('ECONNRESET'))).toBe(false)
  expect(isPeerGone(undefined)).toBe(false)
})
