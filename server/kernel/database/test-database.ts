import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../base/postgres/embedded-postgres.ts'
import { isAlive, readPostmaster } from '../../base/postgres/postmaster.ts'
import { freshSchema, installSchema, listMigrations } from './schema.ts'
import { listViews } from './views.ts'

/** A separate database with the present tables. */
export interface TestDatabase {
  readonly url: string
  /** Removes it, even with open connections. */
  drop(): Promise<void>
}

/** Tests ask this PostgreSQL; `vitest` sets it for its workers. An operator may name another one. */
export const URL_VARIABLE = 'BELVEDERE_TEST_DATABASE'

/** Any fixed number: the advisory lock under which one process makes the template. */
const LOCK = 6_214_003

const place = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 8)
const dataDir = join(tmpdir(), `belvedere-tests-${process.getuid?.() ?? 0}-${place}`)

/** After processes that could not stop it: it ends unless another run uses it. */
export async function endTestPostgres(): Promise<void> {
  const found = await readPostmaster(join(dataDir, 'cluster'))
  if (found && isAlive(found.pid)) await (await startTestPostgres()).stop()
}

/** One PostgreSQL for every test of this checkout; kept between runs, without flushing to disk. */
export async function startTestPostgres(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { info() {}, warn() {}, error: (about: unknown, text?: string) => console.error(text ?? '', about) },
    shared: true,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  await withClient(postgres.url, dropAbandoned)
  return postgres
}

/** Clones the template; creates it first when the tables have changed. Outside of vitest it starts PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const running = process.env[URL_VARIABLE]
  const own = running ? undefined : await startTestPostgres()
  const server = running ?? own?.url ?? ''
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(server, async (client) => {
    const template = await makeTemplate(client, server)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    url: urlOf(server, name),
    async drop() {
      await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
      await own?.stop()
    },
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function makeTemplate(client: pg.Client, server: string): Promise<string> {
  const names = (await listMigrations()).map(({ name }) => name)
  const text = [await freshSchema(), await listViews(), ...names].join('\n')
  const name = `template_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  const isThere = async () =>
    (await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])).rowCount
  if (await isThere()) return name
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    if (!(await isThere())) await fillTemplate(client, server, name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK])
  }
  return name
}

/** It becomes a template only when it is complete. */
async function fillTemplate(client: pg.Client, server: string, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  const pool = new pg.Pool({ connectionString: urlOf(server, name), max: 1 })
  await installSchema(pool).finally(() => pool.end())
  await client.query(`alter database ${name} is_template true`)
}

/** Databases of killed processes, and templates of former tables. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string; used: boolean }>(
    `select datname, exists (select from pg_stat_activity a where a.datname = d.datname) as used from pg_database d where datname ~ '^(test|template)_[0-9a-f]'`,
  )
  for (const { datname, used } of rows) {
    const maker = Number(/^test_(\d+)_/.exec(datname)?.[1])
    if (!maker ? rows.length > 20 && !used : !isThere(maker)) await dropOne(client, datname)
  }
}

async function dropOne(client: pg.Client, name: string): Promise<void> {
  if (name.startsWith('template_')) await client.query(`alter database ${name} is_template false`)
  await client.query(`drop database if exists ${name} with (force)`)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
