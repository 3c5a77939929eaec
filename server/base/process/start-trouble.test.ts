import { createServer } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../start-server.ts'
import { readConfig } from '../settings/config.ts'
import { openLog } from './log.ts'
import { whyNotStarted } from './start-trouble.ts'
import { type TestDatabase, testDatabase } from '../../kernel/database/test-database.ts'

let dir: string
let database: TestDatabase
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'belvedere-trouble-'))
  database = await testDatabase()
  await writeFile(join(dir, 'file'), 'neither a folder nor a certificate')
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const ports = [
  '--port',
  '0',
  '--device-port',
  '0',
  '--enrol-port',
  '0',
  '--file-port',
  '0',
  '--shell-port',
  '0',
  '--no-demo',
]

/** The terminal output with these settings. */
async function told(...flags: string[]): Promise<string> {
  const known = ['--data', join(dir, 'data'), '--database-url', database.url, '--log-level', 'fatal']
  const config = readConfig([...known, ...ports, ...flags], {})
  return startServer(config, openLog('fatal')).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => whyNotStarted(error),
  )
}

test.each([
  [
    'a database that is not there',
    ['--database-url', 'postgres://u:hunter2@127.0.0.1:9/d'],
    /cannot be reached[^]*ECONNREFUSED/,
  ],
  [
    'a database of another name',
    ['--database-url', 'postgres://u:hunter2@no-such-host.invalid/d'],
    /cannot be reached/,
  ],
  ['a bus that is not there', ['--nats-url', 'nats://127.0.0.1:9'], /NATS_URL cannot be reached/],
  ['an address of another machine', ['--host', '192.0.2.1'], /--host is an address of this machine/],
  ['a name nobody knows', ['--host', 'no-such-host.invalid'], /--host is an address of this machine/],
  ['a data folder that is a file', ['--data', 'DIR/file'], /DIR\/file is a file/],
  [
    'a certificate that is not there',
    ['--device-cert', 'DIR/none.pem', '--device-key', 'DIR/none.key'],
    /There is no DIR\/none/,
  ],
  ['a certificate that is none', ['--device-cert', 'DIR/file', '--device-key', 'DIR/file'], /belong together/],
  ['authorities that are none', ['--device-ca', 'DIR/file'], /no PEM certificate in DIR\/file/],
])('%s is told in words, without a call stack or a password', async (_, flags, words) => {
  const text = await told(...flags.map((flag) => flag.replace('DIR', dir)))
  expect(text.replaceAll(dir, 'DIR')).toMatch(words)
  expect(text).toMatch(/[\u4e00-\u9fff]/)
  expect(text).not.toMatch(/\n\s+at |hunter2/)
})

test('a port in use is named', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  for (const flag of ['--port', '--device-port', '--enrol-port', '--file-port'])
    expect(await told(flag, String(port))).toBe(`端口 ${port} 已被占用\nPort ${port} is in use`)
  other.close()
})

test('an unexpected error keeps its call stack', () => {
  expect(whyNotStarted(new Error('surprise'))).toMatch(/surprise\n\s+at /)
})
