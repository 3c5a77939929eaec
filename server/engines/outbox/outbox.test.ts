import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../kernel/db.ts'
import { testDatabase } from '../../kernel/database/test-database.ts'
import { outboxOf } from './outbox-store.ts'
import { type Pace, plainLine, waitAfter } from './pace-rules.ts'

const pace: Pace = { tries: 3, first: 5, factor: 2, longest: 30, furthest: 3600 }
const outbox = outboxOf<3>({ table: 'mail', pace })
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await testDatabase()
  drop = made.drop
  db = openDatabase(made.url, 2)
  await db.run(sql`
    create table mail (id int primary key, state int not null default 0, attempts int not null default 0, next_at bigint not null,
      done_at bigint, channel text, answer text, body text default 'secret')`)
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})
beforeEach(() => db.run(sql`truncate mail`).then(() => db.run(sql`insert into mail (id, next_at) values (1, 100)`)))

const take = (now: number) =>
  db.find<{ id: number; attempts: number }>(sql`
    update mail set ${outbox.taken(20, now)} where state = 0 and ${outbox.isDue(now)} returning id, attempts`)
const row = () => db.one(sql`select state, next_at, done_at, channel, answer, body from mail`)
const busy = { ok: false, again: true, answer: 'busy\n try later ' } as const

test('a message is taken once; after a crash it is free when the lease ends', async () => {
  expect(await take(99)).toBeUndefined()
  expect(await take(100)).toEqual({ id: 1, attempts: 1 })
  expect(await take(119)).toBeUndefined()
  expect(await take(120)).toEqual({ id: 1, attempts: 2 })
})

test('temporary failures are retried with growing delays, and fail after the last attempt', async () => {
  for (const [attempts, next_at] of [
    [1, 1005],
    [2, 1010],
  ]) {
    const noted = await outbox.note(db, { id: 1, attempts: attempts as number }, 'mail', busy, 1000)
    expect(noted).toEqual({ again: true, answer: 'busy try later' })
    expect(await row()).toMatchObject({ state: 0, next_at, answer: 'busy try later', done_at: null })
  }
  expect(await outbox.note(db, { id: 1, attempts: 3 }, 'mail', busy, 1000)).toMatchObject({ again: false })
  expect(await row()).toMatchObject({ state: 2, done_at: 1000 })
})

test('a delay stated by the provider is respected within bounds', async () => {
  await outbox.note(db, { id: 1, attempts: 1 }, 'mail', { ...busy, after: 90 }, 1000)
  expect(await row()).toMatchObject({ next_at: 1090 })
  expect(waitAfter(pace, 1, 90_000)).toBe(3600)
  expect([1, 2, 3, 4, 9].map((attempts) => waitAfter(pace, attempts))).toEqual([5, 10, 20, 30, 30])
})

test('a finished message stays finished, and further columns can be set with the end', async () => {
  await outbox.note(db, { id: 1, attempts: 1 }, 'mail', { ok: true, answer: 'taken' }, 1000, sql`, body = null`)
  expect(await row()).toEqual({ state: 1, next_at: 100, done_at: 1000, channel: 'mail', answer: 'taken', body: null })
  await outbox.end(db, 1, { state: 3, channel: '', answer: '' }, 2000)
  expect(await row()).toMatchObject({ state: 1, done_at: 1000 })
  expect(await take(5000)).toBeUndefined()
})

test('a message postponed by a clock years ahead is due', async () => {
  await db.run(sql`update mail set next_at = 999999999`)
  expect(await take(1000)).toMatchObject({ id: 1 })
})

test('an answer is one line and short', () => {
  expect(plainLine(` a\r\n\tb ${'x'.repeat(600)}`)).toHaveLength(500)
})
