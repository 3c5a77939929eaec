import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { openVault } from '../../base/keys/vault.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [sql`sent_code`, sql`message`, sql`sign_in_guard`, sql`sign_in_ticket`])
    await server.system.db.run(sql`delete from ${table}`)
  await server.system.db.run(sql`update account set phone = null, email = null, second_sms = 0, second_email = 0`)
  token = await server.signIn()
  await server.call(token, 'POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD })
})

type Call = Parameters<TestServer['call']>[1]
const call = (at: Call, payload = {}) => server.call(token, at, payload)

/** The code of the newest message. */
async function codeSent(): Promise<string> {
  const vault = await openVault(server.system.config.data)
  const request = sql`select body from message where body is not null order by id desc limit 1`
  const { body } = await server.system.db.one<{ body: string }>(request)
  return JSON.parse(vault.open(body, 'message')).template.values.code
}
async function bindPhone(phone = '13900000011'): Promise<void> {
  expect((await call('POST send/sms', { phone, purpose: 'bind' })).code).toBe(0)
  expect((await call('POST user/contact/bind', { phone, code: await codeSent() })).code).toBe(0)
}
const signIn = () => server.call('', 'POST user/login', { account: 'admin', password: ADMIN_PASSWORD })

test('a number is bound by its code, displayed masked, and can be used for signing in', async () => {
  await bindPhone('139 0000 0011')
  expect((await call('GET user/contact')).data).toEqual({
    phone: '+86 139****0011',
    email: '',
    second_sms: 0,
    second_email: 0,
  })
  expect((await server.call('', 'POST user/login', { account: '13900000011', password: ADMIN_PASSWORD })).code).toBe(0)
  const log = await call('GET log/sys', { limit: 5 })
  expect(JSON.stringify(log.data)).not.toContain('13900000011')
})

test('a mail address is bound by its own code only, not by that of another purpose or address', async () => {
  await call('POST send/email', { email: 'Ann@Example.com', purpose: 'bind' })
  const code = await codeSent()
  const wrong = code === '000000' ? '000001' : '000000'
  const bind = (email: string, typed: string) => call('POST user/contact/bind', { email, code: typed })
  expect((await bind('ann@example.com', wrong)).code).toBe(errors.codeWrong.code)
  expect((await bind('ben@example.com', code)).code).toBe(errors.codeWrong.code)
  expect((await bind('no address', code)).code).toBe(deliveryErrors.badEmail.code)
  expect((await bind('ann@example.com', code)).code).toBe(0)
  expect((await bind('ann@example.com', code)).code).toBe(errors.codeWrong.code)
  expect((await call('GET user/contact')).data.email).toBe('an***@example.com')
})

test('binding and unbinding require proof, and an address has one owner', async () => {
  await call('POST user/member', { account: 'con-ann', role: 2, password: 'Annes-pass-2026' })
  await server.system.db.run(sql`update account set phone = '+8613900000011' where account = 'con-ann'`)
  await call('POST send/sms', { phone: '13900000011', purpose: 'bind' })
  const code = await codeSent()
  await server.age(600)
  const bind = () => call('POST user/contact/bind', { phone: '13900000011', code })
  expect((await bind()).code).toBe(errors.proofNeeded.code)
  expect((await call('POST user/contact/unbind', { channel: 'sms' })).code).toBe(errors.proofNeeded.code)
  await call('POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD })
  expect((await bind()).code).toBe(errors.contactTaken.code)
  expect((await call('POST user/contact/unbind', { channel: 'sms' })).code).toBe(errors.wayNotBound.code)
})

test('a bound number serves as second step on request, and its code is accepted once', async () => {
  await bindPhone()
  expect((await signIn()).code).toBe(0)
  expect((await call('POST user/contact/second', { channel: 'email', on: 1 })).code).toBe(errors.wayNotBound.code)
  expect((await call('POST user/contact/second', { channel: 'sms', on: 1 })).code).toBe(0)
  const { code, data } = await signIn()
  expect(code).toBe(errors.verifyNeeded.code)
  expect(data).toMatchObject({ verify: 1, methods: ['sms'], mask: '+86 139****0011' })
  const { ticket } = data
  expect((await server.call('', 'POST user/otp/send', { ticket, method: 'email' })).code).toBe(errors.wayNotBound.code)
  expect((await server.call('', 'POST user/otp/send', { ticket: 'x'.repeat(43), method: 'sms' })).code).toBe(
    errors.ticketOver.code,
  )
  const sent = await server.call('', 'POST user/otp/send', { ticket, method: 'sms' })
  expect(sent.data.resend_in).toBe(60)
  const typed = await codeSent()
  const done = await server.call('', 'POST user/otp/verify', { ticket, method: 'sms', code: typed })
  expect(done.data).toMatchObject({ account: 'admin', token: expect.any(String) })
  const again = await server.call('', 'POST user/otp/verify', {
    ticket: (await signIn()).data.ticket,
    method: 'sms',
    code: typed,
  })
  expect(again.code).toBe(errors.codeWrong.code)
})

test('with a second step by SMS an SMS sign-in still requires the password', async () => {
  await bindPhone()
  await call('POST user/contact/second', { channel: 'sms', on: 1 })
  const { data: puzzle } = await server.call('', 'GET captcha')
  const { gap } = await server.system.db.one<{ gap: number }>(
    sql`select gap from captcha where id = ${puzzle.captcha_id}`,
  )
  const answer = { captcha_id: puzzle.captcha_id, captcha_x: gap, captcha_trail: [0, 1, 2] }
  await server.call('', 'POST send/sms', { phone: '13900000011', purpose: 'login', ...answer })
  const first = await server.call('', 'POST user/sms/login', { phone: '13900000011', code: await codeSent() })
  expect(first).toMatchObject({ code: errors.verifyNeeded.code, data: { methods: ['password'] } })
  const { ticket } = first.data
  const wrong = await server.call('', 'POST user/otp/verify', { ticket, method: 'password', code: 'Wrong-2026' })
  expect(wrong.code).toBe(errors.wrongOldPassword.code)
  const done = await server.call('', 'POST user/otp/verify', { ticket, method: 'password', code: ADMIN_PASSWORD })
  expect(done.data.account).toBe('admin')
})

test('unbinding removes the second step that used the address', async () => {
  await bindPhone()
  await call('POST user/contact/second', { channel: 'sms', on: 1 })
  await call('POST user/otp/send', { method: 'sms' })
  await server.age(600)
  const proof = await call('POST user/contact/unbind', { channel: 'sms' })
  expect(proof).toMatchObject({ code: errors.proofNeeded.code, data: { methods: ['sms'], mask: '+86 139****0011' } })
  expect((await call('POST user/otp/verify', { method: 'sms', code: await codeSent() })).code).toBe(0)
  expect((await call('POST user/contact/unbind', { channel: 'sms' })).code).toBe(0)
  expect((await call('GET user/contact')).data).toMatchObject({ phone: '', second_sms: 0 })
  expect((await signIn()).code).toBe(0)
})
