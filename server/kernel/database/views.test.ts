import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installSchema, migrate } from './schema.ts'
import { testDatabase, type TestDatabase } from './test-database.ts'
import { installViews, listViews } from './views.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    'create table widget (id int primary key, kind smallint not null); insert into widget values (1, 0), (2, 5)',
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const views = async () => {
  const { rows } = await client.query<{ name: string; oid: number }>(
    `select relname as name, oid::int from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`,
  )
  return new Map(rows.map(({ name, oid }) => [name, oid]))
}

test('a database has the views of the rooms, and a start that changes nothing leaves them as they are', async () => {
  const before = await views()
  expect([...before.keys()]).toContain('scene_view')
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  expect(await installSchema(pool)).toBe('current')
  await pool.end()
  expect(await views()).toEqual(before)
  expect(await installViews(client, await listViews())).toBe(false)
})

test('a changed text replaces the views, drops removed ones, and keeps views of other programs', async () => {
  const rooms = await listViews()
  await client.query('create view theirs as select id from widget')
  const first = `${rooms}\ncreate view widget_view as select id, kind, kind in (0, 3, 4) as is_gateway from widget;\ncreate view small_view as select id from widget;`
  expect(await installViews(client, first)).toBe(true)
  expect((await client.query('select is_gateway from widget_view order by id')).rows).toEqual([
    { is_gateway: true },
    { is_gateway: false },
  ])
  expect(await installViews(client, `${rooms}\ncreate view widget_view as select id from widget;`)).toBe(true)
  await expect(client.query('select kind from widget_view')).rejects.toThrow(/does not exist/)
  const left = [...(await views()).keys()]
  expect(left).toContain('widget_view')
  expect(left).toContain('theirs')
  expect(left).not.toContain('small_view')
  await client.query('drop view theirs')
})

test('a text with a mistake changes nothing', async () => {
  const before = await views()
  await expect(installViews(client, 'create view widget_view as select nothing from widget;')).rejects.toThrow(
    /nothing/,
  )
  expect(await views()).toEqual(before)
})

test('a migration alters a column that a view reads; one that fails leaves the views', async () => {
  await installViews(client, `${await listViews()}\ncreate view widget_view as select id, kind from widget;`)
  const alter = 'alter table widget alter kind type int'
  await expect(migrate(client, [{ name: '9000-fails.sql', text: `${alter}; select nothing` }])).rejects.toThrow()
  expect([...(await views()).keys()]).toContain('widget_view')
  expect(await migrate(client, [{ name: '9001-widget.sql', text: alter }])).toBe(1)
  expect(
    await installViews(client, `${await listViews()}\ncreate view widget_view as select id, kind from widget;`),
  ).toBe(true)
  expect((await client.query('select pg_typeof(kind)::text as type from widget_view')).rows[0]).toEqual({
    type: 'integer',
  })
})

test('several processes that start at once create the views once', async () => {
  await client.query('drop view widget_view, scene_view')
  const pools = [1, 2, 3].map(() => new pg.Pool({ connectionString: database.url, max: 1 }))
  await Promise.all(pools.map((pool) => installSchema(pool)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect([...(await views()).keys()]).toContain('scene_view')
})

test('a role without superuser creates and replaces them', async () => {
  const name = `plain_${process.pid}`
  await client.query(
    `create role ${name} login; grant all on schema public to ${name}; create schema ${name} authorization ${name}`,
  )
  await client.query(`set role ${name}; set search_path to ${name}; create table widget (id int)`)
  expect(await installViews(client, 'create view widget_view as select id from widget;')).toBe(true)
  expect(await installViews(client, 'create view widget_view as select id + 1 as id from widget;')).toBe(true)
  expect(await installViews(client, 'create view widget_view as select id + 1 as id from widget;')).toBe(false)
  await client.query(`reset role; reset search_path; drop owned by ${name}; drop role ${name}`)
})

test('the text is that of every room in turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belvedere-test-'))
  for (const room of ['b', 'a', 'c']) await mkdir(join(folder, room))
  await writeFile(join(folder, 'b/views.sql'), 'create view b_view as select 1 as id;')
  await writeFile(join(folder, 'a/views.sql'), 'create view a_view as select 1 as id;')
  expect(await listViews(folder)).toBe('create view a_view as select 1 as id;\ncreate view b_view as select 1 as id;')
  await rm(folder, { recursive: true })
})
