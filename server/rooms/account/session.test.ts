import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { sweepSessions } from './account.job.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  await server.call(admin, 'POST user/member', { account: 'ses-ann', role: 2, password: 'Annes-pass-2026' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from sign_in_guard`)
})

const listOf = async (token: string) => (await server.call(token, 'GET user/session')).data.list
const alive = async (token: string) => (await server.call(token, 'GET user/profile')).code === 0

test('the sessions of an account are listed, the current one first', async () => {
  const [one, other] = [
    await server.signIn('ses-ann', 'Annes-pass-2026'),
    await server.signIn('ses-ann', 'Annes-pass-2026'),
  ]
  const list = await listOf(one)
  expect(list).toHaveLength(2)
  expect(list.map(({ current }: { current: number }) => current)).toEqual([1, 0])
  expect(list[0]).toMatchObject({ ip: '127.0.0.1', browser: 'node', system: '' })
  expect(JSON.stringify(list)).not.toContain(other)
  expect((await listOf(other))[0].id).toBe(list[1].id)
})

test('one session is ended immediately, and a foreign one cannot be ended', async () => {
  const [mine, lost] = [await server.signIn(), await server.signIn()]
  expect(await alive(lost)).toBe(true)
  const { id } = (await listOf(lost))[0]
  const ann = await server.signIn('ses-ann', 'Annes-pass-2026')
  expect((await server.call(ann, 'DELETE user/session', { id })).code).toBe(commonErrors.notFound.code)
  expect(await alive(lost)).toBe(true)
  expect((await server.call(mine, 'DELETE user/session', { id })).code).toBe(0)
  expect(await alive(lost)).toBe(false)
  expect(await alive(mine)).toBe(true)
  expect((await server.call(mine, 'DELETE user/session', { id })).code).toBe(commonErrors.notFound.code)
})

test('all others are ended together, for this account only', async () => {
  const ann = await server.signIn('ses-ann', 'Annes-pass-2026')
  const [mine, one, two] = [await server.signIn(), await server.signIn(), await server.signIn()]
  const { data } = await server.call(mine, 'POST user/session/others')
  expect(data.count).toBeGreaterThanOrEqual(2)
  expect([await alive(one), await alive(two), await alive(mine), await alive(ann)]).toEqual([false, false, true, true])
  admin = mine
})

test('successful and failed sign-ins are recorded for the account only', async () => {
  await server.call('', 'POST user/login', { account: 'ses-ann', password: 'Wrong-2026' })
  await server.system.db.run(sql`delete from sign_in_guard`)
  const ann = await server.signIn('ses-ann', 'Annes-pass-2026')
  const { data } = await server.call(ann, 'GET user/session/log', { limit: 2 })
  expect(data.list).toMatchObject([
    { ok: 1, way: 'password', ip: '127.0.0.1', browser: 'node' },
    { ok: 0, way: 'password' },
  ])
  const failed = await server.call(ann, 'GET user/session/log', { ok: 0 })
  expect(failed.data.total).toBe(1)
  await server.system.db.run(sql`update sign_in_log set at = at - ${90 * 86_400} where ok = 0`)
  await sweepSessions.run({}, server.system)
  expect((await server.call(ann, 'GET user/session/log', { ok: 0 })).data.total).toBe(0)
  expect((await server.call(ann, 'GET user/session/log')).data.total).toBeGreaterThan(0)
})

test('an API token may list the sessions, not end them', async () => {
  const token = await apiToken()
  expect((await server.call(token, 'GET user/session')).code).toBe(0)
  for (const at of ['DELETE user/session', 'POST user/session/others'] as const)
    expect((await server.call(token, at, { id: 1 })).code).toBe(errors.consoleOnly.code)
})

async function apiToken(): Promise<string> {
  await server.call(admin, 'POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD })
  const { data } = await server.call(admin, 'POST user/token', { name: 'looker', role: 0, days: 1 })
  return data.token
}
