import { request } from 'node:http'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { addCaptcha } from '../captcha/store.ts'

/** Failed attempts with another user's name lock out only their origin. */
let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  await server.call(token, 'POST user/member', { account: 'anne', role: 2, password: 'Annes-pass-2026' })
  await server.system.db.run(sql`update account set phone = '+8613900000001' where account = 'anne'`)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of ['sign_in_guard', 'known_device', 'known_place', 'sent_code', 'captcha'])
    await server.system.database.pool.query(`delete from ${table}`)
})

function from(localAddress: string, path: string, payload: object): Promise<Envelope<any>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asking = request(
      `${server.url}/api/v1/${path}`,
      { method: 'POST', localAddress, headers },
      async (answer) => {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) text += part
        resolve(JSON.parse(text))
      },
    )
    asking.on('error', reject).end(JSON.stringify(payload))
  })
}

let puzzles = 0

/** Stores a captcha with a known answer: requests for captchas are limited by address. */
async function solved() {
  const captcha_id = `solved ${++puzzles}`
  const row = { id: captcha_id, gap: 100, expires_at: server.system.now() + 60, place: '127.0.5.5' }
  await addCaptcha(server.system, row, 5000)
  return { captcha_id, captcha_x: 100, captcha_trail: [0, 1, 1, 2, 1] }
}
const signIn = (address: string, password = 'Annes-pass-2026', more: object = {}) =>
  from(address, 'user/login', { account: 'anne', password, ...more })

/** Fails from this number of addresses, as often as each may. */
async function attack(addresses: number): Promise<void> {
  for (let n = 1; n <= addresses; n++) {
    for (let tries = 0; tries < 6; tries++) await signIn(`127.0.9.${n}`, 'Wrong-2026', await solved())
  }
}

test('a known browser can sign in while others fail with its name, also from their address', async () => {
  const first = await signIn('127.0.1.1', undefined, { known_device: '' })
  const { known_device } = first.data
  expect(known_device).toMatch(/^[\w-]{43}$/)
  await attack(5)
  // the attackers are locked out, each separately
  expect((await signIn('127.0.9.1', undefined, await solved())).code).toBe(errors.locked.code)
  // from another place, and even from the attackers' places
  for (const address of ['127.0.2.2', '127.0.9.1'])
    expect((await signIn(address, undefined, { known_device })).code).toBe(0)
  // the secret stays the same, so that browsers do not accumulate secrets
  expect((await signIn('127.0.2.2', undefined, { known_device })).data.known_device).toBe(known_device)
})

test('a known place can sign in; a new one needs a captcha and is not locked', async () => {
  expect((await signIn('127.0.1.1')).code).toBe(0)
  await attack(5)
  expect((await signIn('127.0.1.1')).code).toBe(0)
  expect(await signIn('127.0.3.3')).toMatchObject({ code: captchaErrors.captchaNeeded.code, data: { captcha: 1 } })
  expect((await signIn('127.0.3.3', undefined, await solved())).code).toBe(0)
})

test('a known browser with failures needs a captcha, then is locked', async () => {
  const { known_device } = (await signIn('127.0.1.1', undefined, { known_device: '' })).data
  expect((await signIn('127.0.1.1', 'Wrong-2026', { known_device })).code).toBe(errors.wrongPassword.code)
  expect((await signIn('127.0.1.1', undefined, { known_device })).code).toBe(captchaErrors.captchaNeeded.code)
  for (let n = 0; n < 4; n++) await signIn('127.0.1.1', 'Wrong-2026', { known_device, ...(await solved()) })
  expect((await signIn('127.0.1.1', undefined, { known_device })).code).toBe(errors.locked.code)
})

test('a secret is valid for its account only, expires with the password, and cannot be planted', async () => {
  const { known_device } = (await signIn('127.0.1.1', undefined, { known_device: '' })).data
  const planted = 'x'.repeat(43)
  expect((await signIn('127.0.1.1', undefined, { known_device: planted })).data.known_device).not.toBe(planted)
  expect((await signIn('127.0.1.1')).data).not.toHaveProperty('known_device')
  for (let n = 0; n < 2; n++) await from('127.0.9.9', 'user/login', { account: 'admin', password: 'Wrong-2026' })
  const other = await from('127.0.4.4', 'user/login', { account: 'admin', password: ADMIN_PASSWORD, known_device })
  expect(other.code).toBe(captchaErrors.captchaNeeded.code)
  const kept = await server.system.db.rows<{ hash: Buffer }>(sql`select hash from known_device`)
  expect(JSON.stringify(kept)).not.toContain(known_device)

  await attack(1)
  const { list } = (await server.call(token, 'GET user/member')).data
  const { id, rev } = list.find(({ account }: { account: string }) => account === 'anne')
  await server.call(token, 'PUT user/member', { id, rev, password: 'Annes-pass-2026' })
  await attack(1)
  expect((await signIn('127.0.4.4', undefined, { known_device })).code).toBe(captchaErrors.captchaNeeded.code)
})

test('an address that fails with many names is locked for all of them, even with solved captchas', async () => {
  for (let n = 0; n < 30; n++)
    await from('127.0.9.1', 'user/login', { account: `name${n}`, password: 'Wrong-2026', ...(await solved()) })
  const next = await from('127.0.9.1', 'user/login', { account: 'new', password: 'Wrong-2026', ...(await solved()) })
  expect(next.code).toBe(errors.locked.code)
})

test('twenty browsers are kept of an account', async () => {
  for (let n = 0; n < 22; n++) await signIn('127.0.1.1', undefined, { known_device: '' })
  expect(await server.system.db.rows(sql`select from known_device`)).toHaveLength(20)
})

// codes

const send = async (address: string, purpose = 'login') =>
  from(address, 'send/sms', { phone: '13900000001', purpose, ...(await solved()) })
const useCode = (address: string, code: string) => from(address, 'user/sms/login', { phone: '13900000001', code })

/** Without a configured channel codes are in the administrators' outbox. */
async function lastCode(): Promise<string> {
  for (;;) {
    const { list } = (await server.call(token, 'GET send/outbox', { limit: 1, orderby: 'id desc' })).data
    const code = /\d{6}/.exec(list[0]?.text ?? '')?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const other = (code: string) => (code === '111111' ? '222222' : '111111')

test('wrong attempts and requests from elsewhere do not use up a code', async () => {
  expect((await send('127.0.1.1')).code).toBe(0)
  const code = await lastCode()
  for (let n = 1; n <= 4; n++) for (let tries = 0; tries < 4; tries++) await useCode(`127.0.9.${n}`, other(code))
  // a code requested from another place neither ends it, nor delays its owner
  expect((await send('127.0.9.1')).code).toBe(0)
  expect((await useCode('127.0.9.2', code)).code).toBe(errors.codeWrong.code)
  expect((await useCode('127.0.1.1', code)).code).toBe(0)
  // using one invalidates all
  expect((await useCode('127.0.9.1', await lastCode())).code).toBe(errors.codeWrong.code)
})

test('a code requested from elsewhere has five attempts in total from other places', async () => {
  await send('127.0.1.1')
  const code = await lastCode()
  expect((await useCode('127.0.2.2', code)).code).toBe(0)
  await server.system.db.run(sql`delete from sent_code`)
  await send('127.0.1.1')
  const next = await lastCode()
  for (let n = 1; n <= 5; n++) await useCode(`127.0.9.${n}`, other(next))
  expect((await useCode('127.0.2.2', next)).code).toBe(errors.codeWrong.code)
  expect((await useCode('127.0.1.1', next)).code).toBe(0)
})

test('requests for another user’s codes use only the allowance of strangers', async () => {
  await signIn('127.0.1.1')
  for (let n = 1; n <= 6; n++) expect((await send(`127.0.9.${n}`, n % 2 ? 'login' : 'forget')).code).toBe(0)
  expect((await send('127.0.9.7')).code).toBe(errors.codeTooMany.code)
  expect((await send('127.0.1.1')).code).toBe(0)
})

test('a requester of many captchas or QR codes loses its own oldest ones only', async () => {
  const mine = await solved()
  const { key } = (await server.call('', 'GET user/qrcode/login')).data
  const { database } = server.system
  const late = server.system.now() + 300
  await database.pool.query(
    `insert into captcha (id, gap, expires_at, place) select 'flood ' || n, 1, ${late}, '127.0.9.' || n % 200 from generate_series(1, 6000) n`,
  )
  await database.pool.query(`insert into qr_sign_in (key_hash, qr_hash, ip, place, agent, created_at, expires_at)
    select sha256(n::text::bytea), sha256(n::text::bytea), '', '127.0.9.' || n % 200, '', 0, ${late} from generate_series(1, 6000) n`)
  await server.call('', 'GET captcha')
  await server.call('', 'GET user/qrcode/login')
  expect(await server.system.db.rows(sql`select from captcha`)).toHaveLength(5000)
  expect(await server.system.db.rows(sql`select from qr_sign_in`)).toHaveLength(5000)
  expect((await server.call('', 'GET user/qrcode/scan', { key })).data.state).toBe('wait')
  await from('127.0.9.1', 'user/login', { account: 'anne', password: 'Wrong-2026' })
  expect((await signIn('127.0.5.5', undefined, mine)).code).toBe(0)
})
