import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, withItsValues } from './db.ts'
import { isStoreAway } from './database/recognise-error.ts'
import { testDatabase } from './database/test-database.ts'

let database: Database
let url: string
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await testDatabase()
  drop = made.drop
  url = made.url
  database = openDatabase(made.url, 4)
  await database.run(sql`create table thing (n bigint primary key)`)
})
afterAll(async () => {
  await database?.close()
  await drop?.()
})

const things = () => database.rows<{ n: number }>(sql`select n from thing order by n`)

test('a lazy transaction keeps what was committed and nothing else', async () => {
  const kept = database.lazyTransaction()
  await kept.db.run(sql`insert into thing values (1)`)
  await kept.commit()
  const lost = database.lazyTransaction()
  await lost.db.run(sql`insert into thing values (2)`)
  await lost.rollback()
  expect(await things()).toEqual([{ n: 1 }])
})

test('a transaction without a query takes no connection', async () => {
  const before = database.pool.totalCount - database.pool.idleCount
  const idle = database.lazyTransaction()
  expect(database.pool.totalCount - database.pool.idleCount).toBe(before)
  await idle.commit()
  await idle.rollback()
})

test('committing a failed transaction throws', async () => {
  const failed = database.lazyTransaction()
  await failed.db.run(sql`insert into thing values (1)`).catch(() => {})
  await expect(failed.commit()).rejects.toThrow('failed')
  expect(await things()).toEqual([{ n: 1 }])
})

test('a transaction that is idle for too long is ended and blocks no others', async () => {
  const stopped = openDatabase(url, 1, { idleInTransaction: 200 })
  try {
    const held = stopped.lazyTransaction()
    await held.db.run(sql`update thing set n = n where n = 1`)
    // the process is idle
    await database.run(sql`update thing set n = n where n = 1`)
    await expect(held.commit()).rejects.toSatisfy(isStoreAway)
  } finally {
    await stopped.close()
  }
})

test('counters beyond 32 bits and lists of them come as numbers', async () => {
  const row = await database.one<{ big: number; list: number[] }>(
    sql`select 9007199254740991::bigint as big, '{1,5000000000}'::bigint[] as list`,
  )
  expect(row).toEqual({ big: 9_007_199_254_740_991, list: [1, 5_000_000_000] })
})

test('a statement is kept planned, but not one that is planned with its values', async () => {
  await database.transaction(async (db) => {
    const inHere = () =>
      db.rows(sql`select name from pg_prepared_statements where statement like 'select % as told_here'`)
    await db.rows(withItsValues(sql`select ${1}::int as told_here`))
    expect(await inHere()).toEqual([])
    await db.rows(sql`select ${1}::int as told_here`)
    expect(await inHere()).toHaveLength(1)
  })
})

test('a connection that breaks within a transaction fails only that transaction', async () => {
  await expect(
    database.transaction(async (db, client) => {
      const { pid } = await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const cut = new Promise((resolve) => client.once('end', resolve))
      await database.run(sql`select pg_terminate_backend(${pid})`)
      // no query is running: the error arrives as an event of the connection
      await cut
      await db.run(sql`insert into thing values (3)`)
    }),
  ).rejects.toThrow()
  expect(await things()).toEqual([{ n: 1 }])
})

test('a pipeline keeps the order of queries, and a failed query fails the transaction', async () => {
  const pipeline = openDatabase(url, 1, { pipeline: true })
  const insert = (n: number) => sql`insert into thing values (${n})`
  const both = (...list: number[]) =>
    pipeline.transaction((db) => Promise.all(list.map(async (n) => db.run(insert(n)))))
  expect(await both(11, 12)).toEqual([1, 1])
  await expect(both(13, 12, 14)).rejects.toMatchObject({ code: '23505' })
  expect(await both(15)).toEqual([1])
  const kept = await pipeline.rows(sql`select n from thing where n > 10 order by n`)
  await pipeline.close()
  expect(kept).toEqual([{ n: 11 }, { n: 12 }, { n: 15 }])
})
