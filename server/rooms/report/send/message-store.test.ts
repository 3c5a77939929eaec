import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../kernel/db.ts'
import { testDatabase } from '../../../kernel/database/test-database.ts'
import { addMessages, listDue, outbox, takeMessage } from './message-store.ts'

const migration = join(import.meta.dirname, '../../../migrations/0408-report-messages.sql')
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await testDatabase()
  drop = made.drop
  db = openDatabase(made.url, 1)
  await db.pool.query(`
    -- of the one connection: as a database is before the migration
    create schema former;
    set search_path to former;
    create table report (id int primary key);
    insert into report values (7);
    create schema boss;
    create table boss.job (name text, state text, data jsonb);
    insert into boss.job values
      ('diagnosis.send-report', 'retry', '{"id": 7, "target": "a@example.com", "text": "t", "name": "n"}'),
      ('diagnosis.send-report', 'completed', '{"id": 7, "target": "b@example.com", "text": "t", "name": "n"}'),
      ('diagnosis.send-report', 'created', '{"id": 8, "target": "c@example.com", "text": "t", "name": "n"}'),
      ('other', 'created', '{}')`)
  await db.pool.query(await readFile(migration, 'utf8'))
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

test('mails from the former job queue are in the table', async () => {
  expect(await db.rows(sql`select report_id, target, text, name, state from report_message`)).toEqual([
    { report_id: 7, target: 'a@example.com', text: 't', name: 'n', state: 0 },
  ])
  expect(await db.rows(sql`select name from boss.job`)).toEqual([{ name: 'other' }])
})

test('a message is locked once, is due again when its process died, and has a limited number of attempts', async () => {
  await db.run(sql`delete from report_message`)
  const [id = 0] = await addMessages(db, 7, ['a@example.com'], { text: 't', name: 'n' }, 1000)
  expect(await takeMessage(db, id, 1000)).toMatchObject({ id, report_id: 7, attempts: 1 })
  expect([await takeMessage(db, id, 1001), await listDue(db, 1001, 9)]).toEqual([undefined, []])
  expect(await listDue(db, 1090, 9)).toEqual([id])
  const busy = { ok: false, again: true, answer: 'busy' } as const
  expect(await outbox.note(db, { id, attempts: 12 }, 'email', busy, 2000)).toMatchObject({ again: true })
  expect(await outbox.note(db, { id, attempts: 13 }, 'email', busy, 9000)).toMatchObject({ again: false })
  expect(await listDue(db, 99_999, 9)).toEqual([])
})
