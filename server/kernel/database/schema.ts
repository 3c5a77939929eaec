import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { dropViews, installViews, listViews } from './views.ts'

const kernel = join(import.meta.dirname, '../tables.sql')
const rooms = join(import.meta.dirname, '../../rooms')
const migrations = join(import.meta.dirname, '../../migrations')

/** An arbitrary constant: the advisory lock under which one process at a time changes the schema. */
const LOCK = 6_214_001

interface RoomTables {
  room: string
  needs: string[]
  text: string
}

/** The kernel's tables.sql and every room's, those it needs (first line `-- needs: account, scene`) before it. */
export async function freshSchema(): Promise<string> {
  const found: RoomTables[] = []
  for (const room of (await readdir(rooms)).sort()) {
    const text = await readFile(join(rooms, room, 'tables.sql'), 'utf8').catch(() => '')
    if (text) found.push({ room, needs: /^-- needs: (.*)$/m.exec(text)?.[1]?.split(/,\s*/) ?? [], text })
  }
  const done: RoomTables[] = []
  while (done.length < found.length) {
    const ready = found.filter(
      (one) => !done.includes(one) && one.needs.every((need) => done.some(({ room }) => room === need)),
    )
    if (ready.length === 0)
      throw new Error('tables.sql of rooms need each other in a circle, or a room that is not there')
    done.push(...ready)
  }
  return [await readFile(kernel, 'utf8'), ...done.map(({ room, text }) => `-- ${room}\n${text}`)].join('\n')
}

export async function listMigrations(): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(migrations).catch(() => [])).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(migrations, name), 'utf8') })))
}

/**
 * An empty database gets the present tables; an existing one gets the missing migrations, each in its own transaction. `npm run check`
 * proves that both result in the same schema. Views are created last and dropped before a migration, so that no migration depends on them.
 */
export async function installSchema(pool: pg.Pool): Promise<'fresh' | 'migrated' | 'current'> {
  const [all, views] = await Promise.all([listMigrations(), listViews()])
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const done = await installTables(client, all)
    await installViews(client, views)
    return done
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    client.release()
  }
}

async function installTables(
  client: pg.PoolClient,
  all: { name: string; text: string }[],
): Promise<'fresh' | 'migrated' | 'current'> {
  const fresh = (await client.query(`select to_regclass('migration') as found`)).rows[0].found === null
  if (!fresh) return (await migrate(client, all)) > 0 ? 'migrated' : 'current'
  await installFresh(
    client,
    all.map(({ name }) => name),
  )
  return 'fresh'
}

const bookkeeping = 'create table migration (name text primary key, at timestamptz not null default now())'

async function installFresh(client: pg.PoolClient, names: string[]): Promise<void> {
  const text = await freshSchema()
  await whole(client, async () => {
    await client.query(bookkeeping)
    await client.query(text)
    await client.query('insert into migration (name) select unnest($1::text[])', [names])
  })
}

/** Runs the missing migrations; exported for the check that starts from an empty database. */
export async function migrate(client: pg.ClientBase, all: { name: string; text: string }[]): Promise<number> {
  await client.query(bookkeeping.replace('create table', 'create table if not exists'))
  const known = new Set((await client.query('select name from migration')).rows.map(({ name }) => name as string))
  const missing = all.filter(({ name }) => !known.has(name))
  for (const { name, text } of missing) {
    await whole(client, async () => {
      await dropViews(client)
      await client.query(text)
      await client.query('insert into migration (name) values ($1)', [name])
    })
  }
  return missing.length
}

async function whole(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
