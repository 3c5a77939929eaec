import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServer } from '../../start-server.ts'
import { readConfig } from '../../base/settings/config.ts'
import { openLog } from '../../base/process/log.ts'
import { type TestDatabase, testDatabase } from '../../kernel/database/test-database.ts'
import { callOver } from '../../kernel/test-server.ts'

let database: TestDatabase
let data: string
beforeEach(async () => {
  database = await testDatabase()
  data = await mkdtemp(join(tmpdir(), 'belvedere-test-'))
  vi.stubEnv('BELVEDERE_ADMIN_PASSWORD', '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.drop()
  await rm(data, { recursive: true, force: true })
})

function start(dir = data, ...more: string[]) {
  const ports = ['--port', '0', '--device-port', '0', '--enrol-port', '0', '--file-port', '0', '--shell-port', '0']
  const flags = ['--data', dir, '--database-url', database.url, '--no-demo', '--log-level', 'fatal', ...ports, ...more]
  const config = readConfig(flags, {})
  return startServer(config, openLog(config['log-level']))
}

type StartedServer = Awaited<ReturnType<typeof start>>
const toldBy = ({ lines }: StartedServer) =>
  lines.map(({ en }) => /First sign-in: account admin, password (\S+)$/.exec(en)?.[1]).find(Boolean)
const signIn = ({ url }: StartedServer, password: string) =>
  callOver(url, '', 'POST user/login', { account: 'admin', password })

test('the first password is generated and printed until it is used', async () => {
  const first = await start()
  const password = toldBy(first) ?? ''
  expect(passwordLevel(password)).toBe(3)
  await first.stop()

  // stopped, or killed before the line was read: the same password is printed again
  const second = await start()
  expect(toldBy(second)).toBe(password)
  const file = join(data, 'first-password')
  expect((await readFile(file, 'utf8')).trim()).toBe(password)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await signIn(second, password)).code).toBe(0)
  await expect(stat(file)).rejects.toThrow('ENOENT')
  await second.stop()

  const third = await start()
  expect(toldBy(third)).toBeUndefined()
  expect((await signIn(third, password)).code).toBe(0)
  await third.stop()
})

test('with another data directory an unused password is replaced', async () => {
  const first = await start()
  const password = toldBy(first) ?? ''
  await first.stop()
  const elsewhere = await mkdtemp(join(tmpdir(), 'belvedere-test-'))
  const second = await start(elsewhere, '--adopt-keys')
  const fresh = toldBy(second) ?? ''
  expect(fresh).not.toBe(password)
  const { data: me } = await signIn(second, fresh)
  const { data: log } = await callOver(second.url, me.token, 'GET log/sys', { way: 'system' })
  expect(log.list).toMatchObject([
    { after: { password: 'generated' } },
    { after: { owner: 'admin', password: 'generated' } },
  ])
  expect(JSON.stringify(log)).not.toContain(fresh)
  expect((await signIn(second, password)).code).not.toBe(0)
  await second.stop()
  await rm(elsewhere, { recursive: true })
})

test('a given password is not printed, and must be strong', async () => {
  vi.stubEnv('BELVEDERE_ADMIN_PASSWORD', 'weak')
  await expect(start()).rejects.toThrow('BELVEDERE_ADMIN_PASSWORD')
  vi.stubEnv('BELVEDERE_ADMIN_PASSWORD', 'Given-2026')
  const server = await start()
  expect(toldBy(server)).toBeUndefined()
  expect((await signIn(server, 'Given-2026')).code).toBe(0)
  await server.stop()
})

test('a person who may start the server may set a new password for an account', async () => {
  vi.stubEnv('BELVEDERE_ADMIN_PASSWORD', 'Given-2026')
  const first = await start()
  const { token, uid } = (await signIn(first, 'Given-2026')).data
  expect((await callOver(first.url, token, 'GET user/profile', { uid })).code).toBe(0)
  await first.stop()

  const second = await start(data, '--rescue', 'Admin')
  const told = second.lines.map(({ en }) => /^Account admin: new password (\S+) /.exec(en)?.[1]).find(Boolean) ?? ''
  expect(passwordLevel(told)).toBe(3)
  expect((await callOver(second.url, token, 'GET user/profile', { uid })).code).toBe(10021)
  const { data: back } = await signIn(second, told)
  const { data: log } = await callOver(second.url, back.token, 'GET log/sys', { uid, way: 'system' })
  expect(log.list).toMatchObject([
    { account: 'admin', after: { rescue: true, password: true, second_step: 0 } },
    { account: 'admin', call: 'POST user/register', after: { owner: 'admin', password: 'given' } },
  ])
  expect((await signIn(second, 'Given-2026')).code).not.toBe(0)
  await second.stop()

  await expect(start(data, '--rescue', 'nobody')).rejects.toThrow('there is no account nobody')
})
