import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { sweepSessions } from './account.job.ts'
import { codeAt } from './otp/totp.ts'

let server: TestServer
let phone: string
beforeAll(async () => {
  server = await startTestServer()
  phone = await server.signIn()
  await server.call(phone, 'POST user/member', { account: 'qr-ann', role: 2, password: 'Annes-pass-2026' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from qr_sign_in`)
})

async function begin(): Promise<{ key: string; qr: string }> {
  const { data } = await server.call('', 'GET user/qrcode/login')
  expect(data.expire_at - server.system.now()).toBeGreaterThan(115)
  return { key: data.key, qr: data.url.replace('/mid?qr=', '') }
}
const scan = (key: string, known?: string) => server.call('', 'GET user/qrcode/scan', { key, ...(known && { known }) })
const look = (qr: string, token = phone) => server.call(token, 'POST user/qrcode/look', { qr })
const answer = (qr: string, accept: 0 | 1, token = phone) =>
  server.call(token, 'POST user/qrcode/confirm', { qr, accept })

test('a signed-in phone admits the browser, once', async () => {
  const { key, qr } = await begin()
  expect((await scan(key)).data).toEqual({ state: 'wait' })
  const seen = await look(qr)
  expect(seen.data).toMatchObject({ ip: '127.0.0.1', same_address: 1 })
  expect((await scan(key)).data).toEqual({ state: 'scanned' })
  expect((await answer(qr, 1)).code).toBe(0)
  const { data } = await scan(key)
  expect(data).toMatchObject({ state: 'confirmed', account: 'admin', permissions: expect.any(Array) })
  expect(data.token).not.toBe(phone)
  expect((await server.call(data.token, 'GET user/profile')).code).toBe(0)
  expect((await scan(key)).data).toEqual({ state: 'expired' })
})

test('of concurrent browsers only one gets the session', async () => {
  const { key, qr } = await begin()
  await look(qr)
  await answer(qr, 1)
  const answers = await Promise.all(Array.from({ length: 5 }, () => scan(key)))
  expect(answers.filter(({ data }) => data.token)).toHaveLength(1)
})

test('a waiting request is answered by the scan and by the confirmation, not by time', async () => {
  const { key, qr } = await begin()
  const scanned = scan(key, 'wait')
  await look(qr)
  expect((await scanned).data.state).toBe('scanned')
  const confirmed = scan(key, 'scanned')
  await answer(qr, 1)
  expect((await confirmed).data.state).toBe('confirmed')
  expect((await scan('x'.repeat(43), 'wait')).data.state).toBe('expired')
})

test('the picture does not give access to the session, and the key confirms nothing', async () => {
  const { key, qr } = await begin()
  await look(qr)
  expect((await look(key)).code).toBe(errors.qrOver.code)
  expect((await answer(key, 1)).code).toBe(errors.qrOver.code)
  await answer(qr, 1)
  expect((await scan(qr)).data).toEqual({ state: 'expired' })
  expect((await scan(key)).data.state).toBe('confirmed')
})

test('confirming requires a session, a scan before, and the same user', async () => {
  const { key, qr } = await begin()
  expect((await look(qr, '')).code).toBe(commonErrors.authFailed.code)
  expect((await answer(qr, 1, '')).code).toBe(commonErrors.authFailed.code)
  expect((await answer(qr, 1)).code).toBe(errors.qrOver.code)
  await look(qr)
  const ann = await server.signIn('qr-ann', 'Annes-pass-2026')
  expect((await look(qr, ann)).code).toBe(errors.qrOver.code)
  expect((await answer(qr, 1, ann)).code).toBe(errors.qrOver.code)
  expect((await scan(key)).data.state).toBe('scanned')
})

test('a refusal is reported to the browser and stays', async () => {
  const { key, qr } = await begin()
  await look(qr)
  await answer(qr, 0)
  expect((await scan(key)).data).toEqual({ state: 'refused' })
  expect((await answer(qr, 1)).code).toBe(errors.qrOver.code)
  expect((await look(qr)).code).toBe(errors.qrOver.code)
})

test('after two minutes it expires, and is removed', async () => {
  const { key, qr } = await begin()
  await look(qr)
  await answer(qr, 1)
  await server.system.db.run(sql`update qr_sign_in set expires_at = ${server.system.now()}`)
  expect((await scan(key)).data).toEqual({ state: 'expired' })
  const late = await begin()
  await server.system.db.run(sql`update qr_sign_in set expires_at = ${server.system.now()}`)
  expect((await look(late.qr)).code).toBe(errors.qrOver.code)
  await sweepSessions.run({}, server.system)
  expect(await server.system.db.rows(sql`select state from qr_sign_in`)).toEqual([])
})

test('an address has a limited number of open ones; the oldest are removed', async () => {
  const first = await begin()
  await server.system.db.run(sql`insert into qr_sign_in (key_hash, qr_hash, ip, place, agent, created_at, expires_at)
    select sha256(n::text::bytea), sha256(n::text::bytea), '127.0.0.1', '127.0.0.1', '', 0, ${server.system.now() + 130}
    from generate_series(1, 49) n`)
  expect((await scan(first.key)).data.state).toBe('wait')
  await server.system.db.run(sql`update qr_sign_in set expires_at = expires_at - 20 where agent <> ''`)
  await begin()
  expect((await scan(first.key)).data.state).toBe('expired')
})

test('a session by QR code is as fresh as the one that confirmed it', async () => {
  await server.age(600)
  const { key, qr } = await begin()
  await look(qr)
  expect((await answer(qr, 1)).code).toBe(0)
  const { token } = (await scan(key)).data
  const { code } = await server.call(token, 'POST user/token', { name: 'mine', role: 3, days: 1 })
  expect(code).toBe(errors.proofNeeded.code)
})

function codeOf(secret: string, off = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return codeAt(Buffer.from(bytes), Math.floor(server.system.now() / 30) + off)
}

test('with a second step, confirming requires it; refusing does not', async () => {
  const ann = await server.signIn('qr-ann', 'Annes-pass-2026')
  const { secret } = (await server.call(ann, 'POST user/otp/bind')).data
  await server.call(ann, 'POST user/otp/bind', { code: codeOf(secret) })
  await server.age(600)
  const { key, qr } = await begin()
  await look(qr, ann)
  expect(await answer(qr, 1, ann)).toMatchObject({
    code: errors.proofNeeded.code,
    data: { methods: ['otp', 'recovery'] },
  })
  expect((await scan(key)).data.state).toBe('scanned')
  expect((await server.call(ann, 'POST user/otp/verify', { method: 'otp', code: codeOf(secret, 1) })).code).toBe(0)
  expect((await answer(qr, 1, ann)).code).toBe(0)
  expect((await scan(key)).data.state).toBe('confirmed')
  const other = await begin()
  await server.age(600)
  await look(other.qr, ann)
  expect((await answer(other.qr, 0, ann)).code).toBe(0)
})
