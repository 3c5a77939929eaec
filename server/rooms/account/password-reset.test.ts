import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { openVault } from '../../base/keys/vault.ts'

let server: TestServer
let admin = ''
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  await server.call(admin, 'POST user/member', { account: 'lilei', role: 2, password: 'Lilei-2026' })
  await run(sql`update account set phone = '+8613900000001', email = 'lilei@example.com' where account = 'lilei'`)
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [sql`delete from sent_code`, sql`delete from message`, sql`delete from sign_in_guard`])
    await run(table)
})

const run = (query: ReturnType<typeof sql>) => server.system.db.run(query)

type RecoveryContact = { phone: string } | { email: string }

async function send(way: RecoveryContact, purpose: string): Promise<Envelope<any>> {
  const { data } = await server.call<{ captcha_id: string }>('', 'GET captcha')
  const row = await server.system.db.one<{ gap: number }>(sql`select gap from captcha where id = ${data.captcha_id}`)
  const answer = { captcha_id: data.captcha_id, captcha_x: row.gap, captcha_trail: [0, 1, 2] }
  return server.call('', 'phone' in way ? 'POST send/sms' : 'POST send/email', { ...way, purpose, ...answer })
}

async function lastText(): Promise<{ text: string; template: { values: { code?: string } } }> {
  const request = sql`select body from message where body is not null order by id desc limit 1`
  const vault = await openVault(server.system.config.data)
  return JSON.parse(vault.open((await server.system.db.one<{ body: string }>(request)).body, 'message'))
}

async function codeFor(way: RecoveryContact, purpose: string): Promise<string> {
  expect((await send(way, purpose)).code).toBe(0)
  return (await lastText()).template.values.code ?? ''
}

test('a code signs in once', async () => {
  const code = await codeFor({ phone: '13900000001' }, 'login')
  const first = await server.call('', 'POST user/sms/login', { phone: '+86 13900000001', code })
  expect(first).toMatchObject({ code: 0, data: { account: 'lilei' } })
  expect((await server.call(first.data.token, 'GET user/profile')).data.account).toBe('lilei')
  expect((await server.call('', 'POST user/sms/login', { phone: '13900000001', code })).code).toBe(
    errors.codeWrong.code,
  )
})

test('a code is the first step where there is a second one', async () => {
  await run(sql`
    insert into account_otp (uid, secret, confirmed_at, created_at) select id, '', 1, 1 from account where account = 'lilei'`)
  try {
    const code = await codeFor({ phone: '13900000001' }, 'login')
    const request = await server.call('', 'POST user/sms/login', { phone: '13900000001', code })
    expect(request).toMatchObject({ code: errors.verifyNeeded.code, data: { verify: 1, methods: ['otp'] } })
    expect(request.data.ticket).toMatch(/.{20}/)
    expect(request.data.token).toBeUndefined()
  } finally {
    await run(sql`delete from account_otp`)
  }
})

test('a number without an account is refused like a wrong code', async () => {
  await send({ phone: '13900000002' }, 'login')
  const unknown = await server.call('', 'POST user/sms/login', { phone: '13900000002', code: '123456' })
  await send({ phone: '13900000001' }, 'login')
  const wrong = await server.call('', 'POST user/sms/login', { phone: '13900000001', code: '123456' })
  expect(unknown.code).toBe(errors.codeWrong.code)
  expect(unknown).toEqual(wrong)
})

test('a verified address can sign in with the password, and cannot be used as a name', async () => {
  await server.call(admin, 'POST user/member', { account: 'Lilei@example.com', role: 3, password: 'Other-2026' })
  for (const account of ['lilei', 'LILEI@example.com', '139 0000 0001'])
    expect((await server.call('', 'POST user/login', { account, password: 'Lilei-2026' })).data).toMatchObject({
      account: 'lilei',
    })
})

test('a forgotten password is reset with a code; former sessions and lock-outs end', async () => {
  const token = await server.signIn('lilei', 'Lilei-2026')
  const code = await codeFor({ email: 'Lilei@example.com' }, 'forget')
  for (let at = 0; at < 5; at++) await server.call('', 'POST user/login', { account: 'lilei', password: 'Wrong-2026' })
  const weak = await server.call('', 'POST user/forget', { email: 'lilei@example.com', code, password: 'short' })
  expect(weak.code).toBe(errors.weakPassword.code)
  const input = { email: 'lilei@example.com', code, password: 'Fresh-2026' }
  expect((await server.call('', 'POST user/forget', input)).code).toBe(0)
  expect((await server.call(token, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await server.call('', 'POST user/forget', input)).code).toBe(errors.codeWrong.code)
  await run(sql`delete from sign_in_guard`)
  expect(await server.signIn('lilei', 'Fresh-2026')).toBeTruthy()
})

test('a sign-in code cannot set a password', async () => {
  const code = await codeFor({ phone: '13900000001' }, 'login')
  const answer = await server.call('', 'POST user/forget', { phone: '13900000001', code, password: 'Fresh-2027' })
  expect(answer.code).toBe(errors.codeWrong.code)
})

test('a registration creates a new team, isolated from all others', async () => {
  const code = await codeFor({ phone: '13900000009' }, 'register')
  const input = { phone: '13900000009', code, password: 'Fresh-2026', team: ' 新店 ', lang: 'en' }
  const { code: result, data } = await server.call('', 'POST user/register', input)
  expect(result).toBe(0)
  expect(data).toMatchObject({
    account: '8613900000009',
    role: 0,
    is_admin: 0,
    team: '新店',
    language: 'en',
    scene_id: 0,
  })
  const members = await server.call(data.token, 'GET user/member')
  expect(members.data.list.map(({ account }: { account: string }) => account)).toEqual(['8613900000009'])
  expect((await server.call('', 'POST user/register', input)).code).toBe(errors.codeWrong.code)
  const operations = await server.call(data.token, 'GET log/sys')
  expect(operations.data.total).toBeGreaterThan(0)
})

test('registering a known address fails, and only its owner learns why', async () => {
  const taken = await send({ email: 'lilei@example.com' }, 'register')
  const fresh = await send({ email: 'new@example.com' }, 'register')
  expect(taken).toEqual(fresh)
  const rows = await server.system.db.rows<{ body: string }>(sql`select body from message order by id`)
  const vault = await openVault(server.system.config.data)
  const [told, sent] = rows.map(({ body }) => vault.open(body, 'message'))
  expect(told).not.toMatch(/\d{6}/)
  expect(sent).toMatch(/\d{6}/)
})

test('two concurrent registrations with one address create one team', async () => {
  const code = await codeFor({ email: 'pair@example.com' }, 'register')
  const input = { email: 'pair@example.com', code, password: 'Fresh-2026', team: 'Pair' }
  const answers = await Promise.all([1, 2, 3].map(() => server.call('', 'POST user/register', input)))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === errors.codeWrong.code)).toHaveLength(2)
  const { n } = await server.system.db.one<{ n: number }>(sql`select count(*) as n from team where name = 'Pair'`)
  expect(n).toBe(1)
})

test('closed registration refuses everyone, and the page displays that', async () => {
  const closed = await startTestServer(['--registration', 'closed'])
  try {
    expect((await server.call('', 'GET user/register')).data).toEqual({ open: 1 })
    expect((await closed.call('', 'GET user/register')).data).toEqual({ open: 0 })
    const request = await closed.call('', 'POST send/sms', { phone: '13900000009', purpose: 'register' })
    expect(request.code).toBe(errors.registrationClosed.code)
    const input = { phone: '13900000009', code: '123456', password: 'Fresh-2026', team: 'x' }
    expect((await closed.call('', 'POST user/register', input)).code).toBe(errors.registrationClosed.code)
  } finally {
    await closed.close()
  }
})
