import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../kernel/db.ts'
import { testDatabase } from '../../kernel/database/test-database.ts'

const migration = join(import.meta.dirname, '../../migrations/0404-jobs-of-patrols.sql')

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
    create table radio_timer (scene_id int primary key, next_at bigint);
    insert into radio_timer values (1, 5000), (2, 5000), (3, null);
    create table radio_listening (scene_id int primary key, started_at bigint not null, ended_at bigint);
    insert into radio_listening values (1, 100, null), (2, 100, null);
    create schema boss;
    create table boss.job (name text, state text, data jsonb);
    insert into boss.job values
      ('diagnosis.optimize-scene', 'created', '{"scene_id": 1}'),
      ('diagnosis.optimize-scene', 'completed', '{"scene_id": 2}'),
      ('diagnosis.optimize-scene', 'created', '{"scene_id": 3}'),
      ('diagnosis.listen', 'active', '{"scene_id": 2, "ids": [4]}'),
      ('other', 'created', '{}')`)
  await db.pool.query(await readFile(migration, 'utf8'))
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

test('an optimization that waited under its former name is due at once, unless its timer was switched off', async () => {
  expect(await db.rows(sql`select scene_id, next_at from radio_timer order by scene_id`)).toEqual([
    { scene_id: 1, next_at: 0 },
    { scene_id: 2, next_at: 5000 },
    { scene_id: 3, next_at: null },
  ])
})

test('a scan that waited is over, and the jobs of former names are gone', async () => {
  expect(await db.rows(sql`select scene_id, ended_at from radio_listening order by scene_id`)).toEqual([
    { scene_id: 1, ended_at: null },
    { scene_id: 2, ended_at: 100 },
  ])
  expect(await db.rows(sql`select name from boss.job`)).toEqual([{ name: 'other' }])
})
