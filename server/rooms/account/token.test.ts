import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../../kernel/session.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from './api.ts'
import { sweepSessions } from './account.job.ts'

let server: TestServer
let owner: string
let ann: string
let annId: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await proved(await server.signIn(), ADMIN_PASSWORD)
  const { data } = await server.call(owner, 'POST user/member', {
    account: 'tok-ann',
    role: 2,
    password: 'Annes-pass-2026',
  })
  annId = data.id
  ann = await proved(await server.signIn('tok-ann', 'Annes-pass-2026'), 'Annes-pass-2026')
})
afterAll(() => server?.close())

async function proved(token: string, code: string): Promise<string> {
  expect((await server.call(token, 'POST user/otp/verify', { method: 'password', code })).code).toBe(0)
  return token
}
const add = (session: string, name: string, role: number, days = 30) =>
  server.call(session, 'POST user/token', { name, role, days })
const codeOf = async (token: string, at: `${string} ${string}`, payload: Record<string, unknown> = {}) =>
  (await server.call(token, at, payload)).code

test('creating a token requires proof and returns it once', async () => {
  const stale = await server.signIn()
  await server.age(600)
  expect((await add(stale, 'ci', 0)).code).toBe(errors.proofNeeded.code)
  await server.age(-600)
  const { data } = await add(await proved(owner, ADMIN_PASSWORD), ' ci ', 0, 7)
  expect(data.token).toMatch(/^bvd_[\w-]{43}$/)
  expect(data.expires_at - server.system.now()).toBeGreaterThan(6.9 * 86_400)
  const { list } = (await server.call(owner, 'GET user/token')).data
  expect(list).toMatchObject([{ id: data.id, name: 'ci', role: 0, last_used: 0 }])
  expect(JSON.stringify(list)).not.toContain(data.token)
  const rows = await server.system.db.rows<{ token_hash: Buffer }>(sql`select * from session where channel = 'api'`)
  expect(rows[0]?.token_hash.equals(hashToken(data.token))).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(data.token)
  expect((await add(owner, 'CI', 0)).code).toBe(errors.tokenName.code)
})

test('a token has the rights of its role, with or without uid, and its use is recorded', async () => {
  const { token, id } = (await add(owner, 'reader', 3)).data
  const { uid } = (await server.call(owner, 'GET user/profile')).data
  expect(await codeOf(token, 'GET scene')).toBe(0)
  expect(await codeOf(token, 'GET scene', { uid })).toBe(0)
  expect(await codeOf(token, 'GET scene', { uid: annId })).toBe(commonErrors.authFailed.code)
  expect(await codeOf(token, 'POST scene', { name: 'x' })).toBe(commonErrors.noPermission.code)
  expect(await codeOf(token, 'GET user/member')).toBe(commonErrors.noPermission.code)
  const told = (await server.call(token, 'GET user/profile')).data
  expect(told).toMatchObject({ account: 'admin', is_admin: 0 })
  expect(told.permissions).toContain('scene.read')
  expect(told.permissions).not.toContain('scene.write')
  const row = (await server.call(owner, 'GET user/token')).data.list.find((one: { id: number }) => one.id === id)
  expect(row.last_used).toBeGreaterThan(server.system.now() - 60)
  expect((await server.call(owner, 'GET log/sys', { limit: 5 })).code).toBe(0)
})

test('a read-only token reads what is shared with its owner, for any share', async () => {
  const start = { team: 'sharers', account: 'sharer', password: 'Sharers-2026', now: server.system.now() }
  await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  const sharer = await server.signIn('sharer', 'Sharers-2026')
  const scene_id = (await server.call(sharer, 'POST scene', { name: 'Shared' })).data.id
  await server.call(sharer, 'POST scene/share/account', { scene_id, account: 'admin', permission: 1 })
  expect((await server.call(owner, 'POST scene/share/handle', { share_id: scene_id, status: 1 })).code).toBe(0)
  const reader = (await add(owner, 'reads shared', 3)).data.token
  const writer = (await add(owner, 'writes shared', 2)).data.token
  const city = { id: scene_id, rev: 1, city: 'Ulm' }
  expect(await codeOf(reader, 'GET scene/base', { scene_id })).toBe(0)
  expect(await codeOf(reader, 'GET alarm/config', { scene_id })).toBe(0)
  expect(await codeOf(reader, 'PUT scene', city)).toBe(commonErrors.noPermission.code)
  expect(await codeOf(reader, 'POST scene/score/run', { scene_id })).toBe(commonErrors.noPermission.code)
  expect(await codeOf(writer, 'PUT scene', city)).toBe(0)
})

test('operations of a token are marked in the operation log', async () => {
  const { token } = (await add(owner, 'writer', 0)).data
  await server.call(token, 'POST scene', { name: 'by token' })
  const log = await server.call(owner, 'GET log/sys', { limit: 5 })
  expect(log.data.list.find(({ call }: { call: string }) => call === 'POST scene')).toMatchObject({
    way: 'api',
    account: 'admin',
  })
})

test('a token never has more rights than its owner, and loses them with the owner', async () => {
  expect((await add(ann, 'wish', 0)).code).toBe(errors.tokenRole.code)
  const { token } = (await add(ann, 'mine', 2)).data
  expect(await codeOf(token, 'POST scene', { name: 'by ann' })).toBe(0)
  const member = (await server.call(owner, 'GET user/member')).data.list.find(({ id }: { id: number }) => id === annId)
  await server.call(owner, 'PUT user/member', { id: annId, rev: member.rev, role: 3 })
  expect(await codeOf(token, 'POST scene', { name: 'again' })).toBe(commonErrors.noPermission.code)
  expect(await codeOf(token, 'GET scene')).toBe(0)
})

test('membership of the team is changed by people only', async () => {
  const { token } = (await add(owner, 'root', 0)).data
  const admit = { account: 'tok-root', role: 2, password: 'Roots-pass-2026', is_admin: 1 }
  expect(await codeOf(token, 'POST user/member', admit)).toBe(errors.consoleOnly.code)
  expect(await codeOf(owner, 'POST user/member', admit)).toBe(0)
})

test('a token changes nothing about the account itself', async () => {
  const { token } = (await add(owner, 'tame', 0)).data
  const dangerous: [`${string} ${string}`, Record<string, unknown>][] = [
    ['POST user/token', { name: 'child', role: 0, days: 1 }],
    ['DELETE user/token', { id: 1 }],
    ['POST user/otp/bind', {}],
    ['POST user/otp/unbind', { method: 'password', code: ADMIN_PASSWORD }],
    ['POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD }],
    ['POST user/otp/recovery', {}],
    ['POST user/cancel', { password: ADMIN_PASSWORD }],
    ['POST user/qrcode/look', { qr: 'x'.repeat(43) }],
    ['POST user/qrcode/confirm', { qr: 'x'.repeat(43), accept: 1 }],
    ['POST user/profile', { password: 'Another-2026', old_password: ADMIN_PASSWORD }],
  ]
  for (const [at, payload] of dangerous)
    expect([at, await codeOf(token, at, payload)]).toEqual([at, errors.consoleOnly.code])
})

test('a revoked token is invalid immediately, and a foreign one cannot be revoked', async () => {
  const { token, id } = (await add(owner, 'short', 0)).data
  expect(await codeOf(token, 'GET scene')).toBe(0)
  expect(await codeOf(ann, 'DELETE user/token', { id })).toBe(commonErrors.notFound.code)
  expect(await codeOf(owner, 'DELETE user/token', { id })).toBe(0)
  expect(await codeOf(token, 'GET scene')).toBe(commonErrors.authFailed.code)
})

test('a token expires, is listed for a while and then removed; disuse does not end it', async () => {
  const { token, id } = (await add(owner, 'old', 0)).data
  const other = (await add(owner, 'idle', 0)).data
  await server.system.db.run(sql`update session set last_used = last_used - 90000 where id = ${other.id}`)
  await server.system.db.run(sql`update session set expires_at = ${server.system.now()} where id = ${id}`)
  expect(await codeOf(token, 'GET scene')).toBe(commonErrors.authFailed.code)
  expect(await codeOf(other.token, 'GET scene')).toBe(0)
  await sweepSessions.run({}, server.system)
  const ids = async () => (await server.call(owner, 'GET user/token')).data.list.map((one: { id: number }) => one.id)
  expect(await ids()).toEqual(expect.arrayContaining([id, other.id]))
  await server.system.db.run(sql`update session set expires_at = expires_at - ${31 * 86_400} where id = ${id}`)
  await sweepSessions.run({}, server.system)
  expect(await ids()).not.toContain(id)
})

test('tokens end with the password unless they are kept, and with any reset', async () => {
  const { token } = (await add(ann, 'kept', 3)).data
  const other = (await add(owner, 'of somebody else', 3)).data.token
  const first = { password: 'Annes-next-2026', old_password: 'Annes-pass-2026', keep_tokens: 1 }
  expect(await codeOf(ann, 'POST user/profile', first)).toBe(0)
  expect(await codeOf(token, 'GET scene')).toBe(0)
  const next = { password: 'Annes-other-2026', old_password: 'Annes-next-2026' }
  expect(await codeOf(ann, 'POST user/profile', { ...next, old_password: 'Wrong-2026' })).not.toBe(0)
  expect(await codeOf(token, 'GET scene')).toBe(0)
  expect(await codeOf(ann, 'POST user/profile', next)).toBe(0)
  expect(await codeOf(token, 'GET scene')).toBe(commonErrors.authFailed.code)
  expect(await codeOf(other, 'GET scene')).toBe(0)
  const member = (await server.call(owner, 'GET user/member')).data.list.find(({ id }: { id: number }) => id === annId)
  const last = (await add(ann, 'last', 3)).data.token
  expect(await codeOf(last, 'GET scene')).toBe(0)
  await server.call(owner, 'PUT user/member', { id: annId, rev: member.rev, password: 'Annes-third-2026' })
  expect(await codeOf(last, 'GET scene')).toBe(commonErrors.authFailed.code)
})

test('an account has a limited number of tokens', async () => {
  await server.system.db.run(sql`insert into session (token_hash, uid, channel, name, role, ip, agent, created_at, last_used, expires_at)
    select sha256(n::text::bytea), 1, 'api', 'many ' || n, 3, '', '', 0, 0, ${server.system.now() + 60} from generate_series(1, 60) n`)
  expect((await add(owner, 'one more', 3)).code).toBe(errors.tooManyTokens.code)
})
