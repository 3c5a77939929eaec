import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../kernel/db.ts'
import { storeSeconds } from '../../kernel/database/store-clock.ts'
import { testDatabase } from '../../kernel/database/test-database.ts'
import { leasesOf } from './lease-store.ts'

let db: Database
let drop: () => Promise<void>
const leases = leasesOf({ table: 'work', holder: 'driver', open: sql`not done` })

beforeAll(async () => {
  const made = await testDatabase()
  drop = made.drop
  db = openDatabase(made.url, 2)
  await db.run(
    sql`create table work (id int primary key, driver text, lease_until bigint not null default 0, done boolean not null)`,
  )
  await db.run(sql`insert into work (id, done) values (1, false), (2, false), (3, true)`)
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

const left = async () =>
  (await db.one<{ s: number }>(sql`select lease_until - ${storeSeconds} as s from work where id = 1`)).s

test('one holder drives a row at a time while it renews the lease; finished rows have none', async () => {
  expect(await leases.undriven(db)).toEqual([1, 2])
  expect(await leases.take(db, 1, 'a', 60)).toBe(true)
  expect(await leases.take(db, 1, 'b', 60)).toBe(false)
  expect(await leases.take(db, 1, 'a', 600)).toBe(true)
  expect(await leases.take(db, 3, 'a', 60)).toBe(false)
  expect(await leases.undriven(db)).toEqual([2])
  await leases.release(db, 1, 'b')
  expect(await leases.take(db, 1, 'b', 60)).toBe(false)
  await leases.release(db, 1, 'a')
  expect(await leases.take(db, 1, 'b', 60)).toBe(true)
})

test('a lease without renewal ends', async () => {
  await leases.take(db, 1, 'b', -1)
  expect(await leases.undriven(db)).toEqual([1, 2])
  expect(await leases.take(db, 1, 'c', 60)).toBe(true)
})

test('a lease taken with a fast clock ends as if it were taken now', async () => {
  await leases.take(db, 1, 'c', 86_400)
  await leases.shorten(db, 20)
  expect(await left()).toBeLessThanOrEqual(20)
  await leases.shorten(db, 600)
  expect(await left()).toBeLessThanOrEqual(20)
})
