import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../../start-server.ts'
import { readConfig } from '../settings/config.ts'
import { openLog } from '../process/log.ts'
import { whyNotStarted } from '../process/start-trouble.ts'
import { type TestDatabase, testDatabase } from '../../kernel/database/test-database.ts'

let dir: string
let database: TestDatabase
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'belvedere-keys-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Starts a node over the common database and stops it again; returns its output. */
async function startOn(data: string, ...flags: string[]): Promise<string> {
  const ports = ['port', 'device-port', 'enrol-port', 'file-port', 'shell-port'].flatMap((name) => [`--${name}`, '0'])
  const where = ['--data', join(dir, data), '--database-url', database.url, '--log-level', 'fatal', '--no-demo']
  const config = readConfig([...where, ...ports, ...flags], {})
  return startServer(config, openLog('fatal')).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => whyNotStarted(error).replaceAll(dir, 'DIR'),
  )
}

test('a node with other keys does not start, until it has those of the installation', async () => {
  expect(await startOn('first')).toBe('it started')
  expect(await startOn('first'), 'a restart').toBe('it started')
  const refused = await startOn('second')
  expect(refused).toContain('DIR/second')
  expect(refused).toMatch(/设备 CA[^]*保险库密钥/)
  for (const name of ['pki/ca.key', 'pki/device-ca.key', 'pki/signing.key', 'vault-key'])
    expect(refused).toContain(name)
  expect(refused).not.toMatch(/\n\s+at /)

  // only the CA matches: the error names only the differing keys
  await rm(join(dir, 'second/pki'), { recursive: true })
  await cp(join(dir, 'first/pki'), join(dir, 'second/pki'), { recursive: true })
  const half = await startOn('second')
  expect(half).toContain('vault-key (vault key)')
  expect(half).not.toContain('device-ca')

  // a separate folder: a process opens the vault of a folder once
  await cp(join(dir, 'first'), join(dir, 'third'), { recursive: true })
  expect(await startOn('third')).toBe('it started')
})

test('keys that are meant to replace those of the installation are adopted once, and the former are refused', async () => {
  expect(await startOn('first')).toBe('it started')
  expect(await startOn('other', '--adopt-keys')).toBe('it started')
  expect(await startOn('other')).toBe('it started')
  expect(await startOn('first')).toContain('--adopt-keys')
})

test('of two concurrent starts over an empty database one sets the keys', async () => {
  const fresh = await testDatabase()
  const before = database
  database = fresh
  try {
    const said = await Promise.all([startOn('left'), startOn('right')])
    expect(said.filter((one) => one === 'it started')).toHaveLength(1)
    expect(said.find((one) => one !== 'it started')).toContain('vault-key')
  } finally {
    database = before
    await fresh.drop()
  }
})
