import { createHash } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashToken } from '../../kernel/session.ts'
import { sweepSessions } from './account.job.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from sign_in_guard`)
})

const signIn = (account: string, password: string, more = {}) =>
  server.call('', 'POST user/login', { account, password, ...more })

test('signing in returns the user and the permissions', async () => {
  const { code, data } = await signIn('Admin', ADMIN_PASSWORD)
  expect(code).toBe(0)
  expect(data).toMatchObject({
    account: 'admin',
    nickName: 'admin',
    avatar: '',
    is_admin: 1,
    role: 0,
    theme: 0,
    language: 'cn',
    scene_id: 0,
  })
  expect(data.permissions).toEqual(
    expect.arrayContaining(['scene.read', 'scene.remove', 'account.write', 'device.adopt']),
  )
  expect(data.token).toMatch(/^[\w-]{43}$/)
  expect(data).not.toHaveProperty('verify')
  const profile = await server.call(data.token, 'GET user/profile', { uid: data.uid })
  const { token: _, ...rest } = data
  expect(profile.data).toEqual(rest)
})

test('the token itself is not stored', async () => {
  const token = await server.signIn()
  const rows = await server.system.db.rows<{ token_hash: Buffer }>(sql`select * from session`)
  expect(rows.some(({ token_hash }) => token_hash.equals(hashToken(token)))).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('signing out ends the session on all servers immediately', async () => {
  const [one, other] = [await server.signIn(), await server.signIn()]
  expect((await server.call(one, 'GET user/profile')).code).toBe(0)
  expect((await server.call(one, 'POST user/logout')).code).toBe(0)
  expect((await server.call(one, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await server.call(other, 'GET user/profile')).code).toBe(0)
})

test('a session expires by age and by disuse', async () => {
  const [late, idle] = [await server.signIn(), await server.signIn()]
  await server.system.db.run(
    sql`update session set expires_at = ${server.system.now()} where token_hash = ${hashToken(late)}`,
  )
  await server.system.db.run(
    sql`update session set last_used = last_used - 86401 where token_hash = ${hashToken(idle)}`,
  )
  for (const token of [late, idle, 'x'.repeat(43), 'short']) {
    expect((await server.call(token, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  }
})

test('a token of another account is refused', async () => {
  const token = await server.signIn()
  expect((await server.call(token, 'GET user/profile', { uid: 99 })).code).toBe(commonErrors.authFailed.code)
})

test('theme, language and name are stored', async () => {
  const token = await server.signIn()
  const changed = await server.call(token, 'POST user/profile', {
    theme: 1,
    language: 'en',
    nickName: ' Ann ',
    lang: 'cn',
  })
  expect(changed.data).toMatchObject({ theme: 1, language: 'en', nickName: 'Ann' })
  const { data } = await signIn('admin', ADMIN_PASSWORD)
  expect(data).toMatchObject({ theme: 1, language: 'en', nickName: 'Ann' })
  const wrong = await server.call(token, 'POST user/profile', { theme: 2, lang: 'en' })
  expect(wrong.code).toBe(commonErrors.badInput.code)
})

test('a new password requires the old one and strength, and ends the other sessions', async () => {
  const [mine, other] = [await server.signIn(), await server.signIn()]
  const change = (old_password: string | undefined, password: string) =>
    server.call(mine, 'POST user/profile', { password, ...(old_password && { old_password }) })
  expect((await change(ADMIN_PASSWORD, 'onlyletters')).code).toBe(errors.weakPassword.code)
  expect((await change(undefined, 'Another-2026')).code).toBe(errors.wrongOldPassword.code)
  expect((await change('Wrong-2026', 'Another-2026')).code).toBe(errors.wrongOldPassword.code)
  await server.system.db.run(sql`update account set hash_at = 0`)
  expect((await change(ADMIN_PASSWORD, 'Another-2026')).code).toBe(0)
  const { password_at } = (await server.call(mine, 'GET user/otp')).data
  expect(password_at).toBeGreaterThan(server.system.now() - 60)
  expect((await server.call(mine, 'GET user/profile')).code).toBe(0)
  expect((await server.call(other, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await signIn('admin', 'Another-2026')).code).toBe(0)
  expect((await change('Another-2026', ADMIN_PASSWORD)).code).toBe(0)
})

test('guessing the old password causes a lock-out too', async () => {
  const token = await server.signIn()
  const guess = () => server.call(token, 'POST user/profile', { password: 'Another-2026', old_password: 'Wrong-2026' })
  const codes = []
  for (let at = 0; at < 6; at++) codes.push((await guess()).code)
  expect(codes).toEqual([...Array(5).fill(errors.wrongOldPassword.code), errors.locked.code])
})

test('the top menu is stored in order, with the index entry', async () => {
  const token = await server.signIn()
  const nav = [
    { slug: '/data', title: '数据', sort: 2 },
    { slug: '/scene', title: '场景', sort: 1 },
  ]
  const saved = await server.call(token, 'POST menu/nav', { nav, lang: 'cn' })
  const wanted = [
    { slug: '/index', title: '首页', sort: 1 },
    { slug: '/scene', title: '场景', sort: 2 },
    { slug: '/data', title: '数据', sort: 3 },
  ]
  expect(saved.data.list).toEqual(wanted)
  expect((await server.call(token, 'GET menu/nav')).data).toEqual({ list: wanted, help: '' })
  expect(
    (await server.call(token, 'POST menu/nav', { nav: [{ slug: 'javascript:alert(1)', title: 'x', sort: 1 }] })).code,
  ).toBe(commonErrors.badInput.code)
})

test('expired rows are removed, others stay', async () => {
  const { db } = server.system
  const [over, idle, alive] = [await server.signIn(), await server.signIn(), await server.signIn()]
  const now = server.system.now()
  await db.run(sql`update session set expires_at = ${now} where token_hash = ${hashToken(over)}`)
  await db.run(sql`update session set last_used = ${now - 86_400} where token_hash = ${hashToken(idle)}`)
  await signIn('forgotten', 'Wrong-2026')
  await db.run(sql`update sign_in_guard set last_at = last_at - 901`)
  await signIn('remembered', 'Wrong-2026')
  await server.call('', 'GET captcha')
  await db.run(sql`update captcha set expires_at = ${now}`)
  const { data } = await server.call('', 'GET captcha')
  await sweepSessions.run({}, server.system)
  const hashes = (await db.rows<{ token_hash: Buffer }>(sql`select token_hash from session`)).map(({ token_hash }) =>
    token_hash.toString('hex'),
  )
  const kept = [over, idle, alive].map((token) => hashes.includes(hashToken(token).toString('hex')))
  expect(kept).toEqual([false, false, true])
  expect(await db.rows(sql`select id from captcha`)).toEqual([{ id: data.captcha_id }])
  const keys = await db.rows<{ key: Buffer }>(sql`select key from sign_in_guard`)
  const names = ['account remembered', 'pair place 127.0.0.1 remembered', 'address 127.0.0.1']
  const wanted = names.map((name) => createHash('sha256').update(name).digest())
  expect(keys.map(({ key }) => key.toString('hex'))).toEqual(
    expect.arrayContaining(wanted.map((key) => key.toString('hex'))),
  )
  expect(keys).toHaveLength(3)
})
