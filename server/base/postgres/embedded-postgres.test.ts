import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isAlive, until } from './postmaster.ts'

const silent = { info() {}, warn() {}, error() {} }
const root = process.getuid?.() === 0
const program = join(import.meta.dirname, 'embedded-postgres.ts')

/** How long it takes is a figure of `npm run bench`; here it comes back at all. */
const BACK_MS = 60_000

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function folder(name = 'postgres'): string {
  const base = mkdtempSync(join(tmpdir(), 'belvedere-pg-'))
  cleanUps.push(() => rmSync(base, { recursive: true, force: true }))
  return join(base, name)
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent })
  cleanUps.push(() => postgres.stop())
  return postgres
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A process of its own that starts PostgreSQL, tells its url and pid in one line, and goes on until it is killed. */
async function startElsewhere(
  dataDir: string,
  by: string[] = [],
  env = process.env,
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const code = `const { startEmbeddedPostgres } = await import(process.argv[1])
    const log = { info() {}, warn() {}, error() {} }
    const { url, pid } = await startEmbeddedPostgres({ dataDir: process.argv[2], log })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => {}, 1000)`
  const [file, ...args] = [...by, process.execPath, '--input-type=module', '-e', code, program, dataDir]
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const errors: string[] = []
  child.stderr.on('data', (text) => errors.push(String(text)))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text)))
    child.once('exit', () => reject(new Error(errors.join(''))))
  })
  const told = JSON.parse(line) as { url: string; pid: number }
  cleanUps.push(async () => {
    child.kill('SIGKILL')
    if (!isAlive(told.pid)) return
    process.kill(told.pid, 'SIGINT')
    await until(async () => !isAlive(told.pid), 60_000)
  })
  return { child, ...told }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('first start makes a cluster, later starts find it', async () => {
  const dir = folder()
  const first = await startEmbeddedPostgres({ dataDir: dir, log: silent })
  const madeAt = () => statSync(join(dir, 'cluster/PG_VERSION')).mtimeMs
  const made = madeAt()
  await ask(first.url, `create table kept as select 'ÄÖ东'::text as word`)
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)

  const second = await start(dir)
  expect(madeAt()).toBe(made)
  expect(await ask(second.url, 'select lower(word) as word from kept')).toEqual([{ word: 'äö东' }])
  expect(await ask(second.url, `show synchronous_commit`)).toEqual([{ synchronous_commit: 'on' }])
  expect(await ask(second.url, `show listen_addresses`)).toEqual([{ listen_addresses: '' }])
  expect(statSync(dir).mode & 0o777).toBe(0o700)
})

test('outlives a killed parent, and the next start takes it over', async () => {
  const dir = folder()
  const before = await startElsewhere(dir)
  await ask(before.url, 'create table kept as select 7 as n')
  await kill(before.child)
  expect(isAlive(before.pid)).toBe(true)

  const after = await start(dir)
  expect(after.pid).toBe(before.pid)
  expect(await ask(after.url, 'select n from kept')).toEqual([{ n: 7 }])
  await after.stop()
  expect(isAlive(before.pid)).toBe(false)
})

test(
  'killed itself, it comes back with everything that was committed',
  async () => {
    const postgres = await start(folder())
    await ask(postgres.url, 'create table kept (n int)')
    const { pid } = postgres
    for (let n = 0; n < 50; n++) await ask(postgres.url, `insert into kept values (${n})`)
    process.kill(pid, 'SIGKILL')
    const back = () =>
      ask(postgres.url, 'select count(*)::int as n from kept').then(
        ([row]) => row?.['n'],
        () => undefined,
      )
    expect(await until(async () => (await back()) === 50, BACK_MS)).toBe(true)
    // it may answer a moment before its starter has seen it
    expect(await until(async () => postgres.pid !== pid, BACK_MS)).toBe(true)
  },
  3 * BACK_MS,
)

test('left-over lock files that name somebody else are no obstacle', async () => {
  const dir = folder()
  const first = await startEmbeddedPostgres({ dataDir: dir, log: silent })
  await first.stop()
  writeFileSync(
    join(dir, 'cluster/postmaster.pid'),
    `${process.ppid}\n${dir}/cluster\n0\n5432\n${dir}/run\n\n1 1\nready   \n`,
  )
  writeFileSync(join(dir, 'run/.s.PGSQL.5432.lock'), `${process.ppid}\n${dir}/cluster\n0\n5432\n${dir}/run\n`)
  const second = await start(dir)
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('who shares it with a living process leaves it running', async () => {
  const dir = folder()
  const owner = await startElsewhere(dir)
  const guest = await startEmbeddedPostgres({ dataDir: dir, log: silent })
  expect(guest.pid).toBe(owner.pid)
  await guest.stop()
  expect(await ask(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a path too long for a socket address gets a short folder elsewhere', async () => {
  const dir = folder('x'.repeat(100))
  const postgres = await start(dir)
  expect(postgres.url.length).toBeLessThan(140)
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketDir = new URL(postgres.url).searchParams.get('host') ?? ''
  cleanUps.unshift(() => rmSync(socketDir, { recursive: true, force: true }))
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
})

/** Root runs these; an ordinary user's own case is every other test of this file. */
const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const nobodyCanRead = () => {
  try {
    execFileSync(nobody[0] ?? '', [...nobody.slice(1), 'cat', program, process.execPath], {
      stdio: 'ignore',
      maxBuffer: Infinity,
    })
    return true
  } catch {
    return false
  }
}

test.skipIf(!root)('an ordinary user needs nothing of root', async ({ skip }) => {
  skip(!nobodyCanRead(), 'this checkout cannot be read by other users')
  const dir = folder()
  chownSync(join(dir, '..'), 65534, 65534)
  const { url } = await startElsewhere(dir, nobody, { ...process.env, HOME: '/nonexistent' })
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(join(dir, 'cluster')).uid).toBe(65534)
})

/** A PATH without `unshare` stands for a container that allows no user namespaces. */
const withoutNamespaces = { ...process.env, PATH: '/nonexistent' }

test.skipIf(!root)(
  'root without user namespaces runs it as nobody, and later starts stay with that',
  async ({ skip }) => {
    skip(!nobodyCanRead(), 'this checkout cannot be read by other users')
    const dir = folder()
    const first = await startElsewhere(dir, [], withoutNamespaces)
    expect(statSync(join(dir, 'cluster')).uid).toBe(65534)
    await kill(first.child)
    process.kill(first.pid, 'SIGINT')
    await until(async () => !isAlive(first.pid), 60_000)
    const second = await start(dir)
    expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.skipIf(!root)('where nobody cannot go either, it says what to do', async () => {
  const closed = folder('closed')
  mkdirSync(join(closed, 'data'), { recursive: true })
  chmodSync(closed, 0o700)
  await expect(startElsewhere(join(closed, 'data/postgres'), [], withoutNamespaces)).rejects.toThrow(/DATABASE_URL/)
})
