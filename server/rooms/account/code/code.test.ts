import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { deliveryErrors } from '@belvedere/contract/rooms/delivery/errors.ts'
import { captchaErrors } from '@belvedere/contract/rooms/captcha/errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { openVault } from '../../../base/keys/vault.ts'

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  await server.system.db.run(
    sql`update account set phone = '+8613900000001', email = 'admin@example.com' where account = 'admin'`,
  )
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from sent_code`)
  await server.system.db.run(sql`delete from message`)
  await server.system.db.run(sql`delete from sign_in_guard`)
})

async function solved(): Promise<object> {
  const { data } = await server.call<{ captcha_id: string }>('', 'GET captcha')
  const row = await server.system.db.one<{ gap: number }>(sql`select gap from captcha where id = ${data.captcha_id}`)
  return { captcha_id: data.captcha_id, captcha_x: row.gap, captcha_trail: [0, 1, 2] }
}

const send = async (phone: string, purpose: string): Promise<Envelope<any>> =>
  server.call('', 'POST send/sms', { phone, purpose, ...(await solved()) })
const check = (phone: string, purpose: string, code: string) =>
  server.call('', 'POST user/check', { phone, purpose, code })

/** The code in the administrators' outbox. */
async function lastCode(): Promise<string> {
  const row = await server.system.db.one<{ body: string }>(
    sql`select body from message where body is not null order by id desc limit 1`,
  )
  const vault = await openVault(server.system.config.data)
  return (JSON.parse(vault.open(row.body, 'message')) as { template: { values: { code: string } } }).template.values
    .code
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('without a session no code is sent without a solved captcha', async () => {
  for (const purpose of ['login', 'register', 'forget']) {
    const bare = await server.call('', 'POST send/sms', { phone: '13900000001', purpose })
    expect(bare).toMatchObject({ code: captchaErrors.captchaNeeded.code, data: { captcha: 1 } })
  }
  for (const purpose of ['bind', 'verify', 'cancel']) {
    const bare = await server.call('', 'POST send/sms', { phone: '13900000001', purpose, ...(await solved()) })
    expect(bare.code).toBe(commonErrors.authFailed.code)
  }
  expect((await server.system.db.one<{ n: number }>(sql`select count(*) as n from message`)).n).toBe(0)
})

test('the answer is the same whether or not an account has the number', async () => {
  const [known, unknown] = [await send('13900000001', 'login'), await send('13900000002', 'login')]
  expect(known).toMatchObject({ code: 0, data: { resend_in: 60, expires_in: 600 } })
  expect(unknown).toEqual(known)
  const states = await server.system.db.rows<{ sealed: boolean }>(
    sql`select body is not null as sealed from message order by id`,
  )
  expect(states.map(({ sealed }) => sealed)).toEqual([true, false])
})

test('the answer takes the same time whether or not an account has the number', async () => {
  const times: Record<string, number[]> = { '13900000001': [], '13900000002': [] }
  const fastest = (list: number[] = []) => Math.min(...list)
  const ratio = () => fastest(times['13900000002']) / fastest(times['13900000001'])
  // concurrent work only slows an answer down: the fastest of each are compared, over enough rounds
  const isLike = () => ratio() > 0.4 && ratio() < 2.5
  for (let round = 0; round < 5 || (round < 50 && !isLike()); round++) {
    for (const [phone, list] of Object.entries(times)) {
      await server.system.db.run(sql`delete from sent_code`)
      const answer = await solved()
      const began = performance.now()
      await server.call('', 'POST send/sms', { phone, purpose: 'login', ...answer })
      list.push(performance.now() - began)
    }
  }
  expect(isLike(), String(ratio())).toBe(true)
})

test('a code is valid for its purpose and its number only', async () => {
  await send('139 0000 0001', 'forget')
  const code = await lastCode()
  expect((await check('13900000001', 'login', code)).code).toBe(errors.codeWrong.code)
  expect((await check('13900000002', 'forget', code)).code).toBe(errors.codeWrong.code)
  expect((await check('+86-13900000001', 'forget', code)).code).toBe(0)
})

test('five wrong attempts invalidate a code, also when they are concurrent', async () => {
  await send('13900000001', 'login')
  const code = await lastCode()
  const answers = await Promise.all(Array.from({ length: 12 }, () => check('13900000001', 'login', other(code))))
  // attempts after ten failures find the address locked
  const refused = [errors.codeWrong.code, errors.locked.code] as number[]
  expect(answers.filter((answer) => !refused.includes(answer.code))).toEqual([])
  await server.system.db.run(sql`delete from sign_in_guard`)
  expect((await check('13900000001', 'login', code)).code).toBe(errors.codeWrong.code)
  const { tries } = await server.system.db.one<{ tries: number }>(sql`select tries from sent_code`)
  expect(tries).toBe(5)
})

test('right answers do not count as attempts, and a code expires after ten minutes', async () => {
  await send('13900000001', 'login')
  const code = await lastCode()
  for (let at = 0; at < 7; at++) expect((await check('13900000001', 'login', ` ${code} `)).code).toBe(0)
  await server.system.db.run(sql`update sent_code set expires_at = expires_at - 600`)
  expect((await check('13900000001', 'login', code)).code).toBe(errors.codeWrong.code)
})

test('another code can be requested after a minute, and invalidates the previous one', async () => {
  await send('13900000001', 'login')
  const first = await lastCode()
  const soon = await send('13900000001', 'login')
  expect(soon.code).toBe(errors.codeTooSoon.code)
  expect((soon.data as { seconds: number }).seconds).toBeGreaterThan(50)
  await server.system.db.run(sql`update sent_code set created_at = created_at - 61`)
  expect((await send('13900000001', 'login')).code).toBe(0)
  const second = await lastCode()
  if (first !== second) expect((await check('13900000001', 'login', first)).code).toBe(errors.codeWrong.code)
  expect((await check('13900000001', 'login', second)).code).toBe(0)
})

test('of many concurrent requests for one number, one is served', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => send('13900000001', 'login')))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
})

test('one number gets six codes an hour, for all purposes together', async () => {
  for (let at = 0; at < 6; at++) {
    expect((await send('13900000003', at % 2 ? 'login' : 'forget')).code).toBe(0)
    await server.system.db.run(sql`update sent_code set created_at = created_at - 61`)
  }
  const refused = await send('13900000003', 'register')
  expect(refused.code).toBe(errors.codeTooMany.code)
  expect(refused.msg).toContain('54')
})

test('verify uses the account’s own address; bind the given one', async () => {
  expect((await server.call(token, 'POST send/email', { purpose: 'verify', email: 'else@example.com' })).code).toBe(0)
  expect((await server.call(token, 'POST send/email', { purpose: 'bind', email: 'New@Example.com' })).code).toBe(0)
  const rows = await server.system.db.rows<{ masked: string }>(sql`select masked from message order by id`)
  expect(rows.map(({ masked }) => masked)).toEqual(['ad***@example.com', 'ne***@example.com'])
})

test.each([
  ['POST send/sms', { phone: '12345' }, deliveryErrors.badPhone, 'phone'],
  ['POST send/email', { email: 'nobody' }, deliveryErrors.badEmail, 'email'],
] as const)('%s refuses %j with its field', async (at, input, error, field) => {
  const answer = await server.call<{ fields: Record<string, string> }>('', at, {
    ...input,
    purpose: 'login',
    lang: 'cn',
  })
  expect(answer.code).toBe(error.code)
  expect(answer.data.fields[field]).toBe(error.zh)
})

test('no stored value reveals a code or an address', async () => {
  await send('13900000001', 'login')
  const code = await lastCode()
  const kept = await server.system.db.rows(sql`
    select row_to_json(s)::text as text from sent_code s union all select row_to_json(m)::text from message m`)
  const text = JSON.stringify(kept)
  expect(text).not.toContain('13900000001')
  expect(new RegExp(`"${code}|${code}"`).test(text)).toBe(false)
})
