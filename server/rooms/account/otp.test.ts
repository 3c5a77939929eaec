import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { sweepSessions } from './account.job.ts'
import { savePlace } from './known/store.ts'
import { codeAt } from './otp/totp.ts'
import { guardKey } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  for (const table of [sql`sign_in_guard`, sql`account_otp`, sql`recovery_code`, sql`sign_in_ticket`])
    await server.system.db.run(sql`delete from ${table}`)
})

const ADMIN = { account: 'admin', password: ADMIN_PASSWORD }
const signIn = () => server.call('', 'POST user/login', ADMIN)
const verify = (payload: Record<string, unknown>, token = '') => server.call(token, 'POST user/otp/verify', payload)
const prove = (token: string, code = ADMIN_PASSWORD) => verify({ method: 'password', code }, token)

/** The code of an authenticator app, `off` steps from now. */
function codeOf(secret: string, off = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))
  return codeAt(Buffer.from(bytes), Math.floor(server.system.now() / 30) + off)
}
/** A code that is invalid for all current steps. */
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => ![-1, 0, 1].some((off) => codeOf(secret, off) === code)) ?? ''

/** Binds with the code of the previous step, so that those of this step and the next are unused. */
async function bind(): Promise<{ token: string; secret: string; recovery: string[] }> {
  const token = await server.signIn()
  await prove(token)
  const { data } = await server.call(token, 'POST user/otp/bind')
  const bound = await server.call(token, 'POST user/otp/bind', { code: codeOf(data.secret, -1) })
  expect(bound.code).toBe(0)
  return { token, secret: data.secret, recovery: bound.data.recovery }
}

test('binding requires proof, then a code, and returns recovery codes once', async () => {
  const token = await server.signIn()
  await server.age(600)
  const refused = await server.call(token, 'POST user/otp/bind')
  expect(refused).toMatchObject({ code: errors.proofNeeded.code, data: { verify: 1, methods: ['password'] } })
  expect((await prove(token, 'Wrong-2026')).code).toBe(errors.wrongOldPassword.code)
  const proved = await prove(token)
  expect(proved.data.proved_until).toBeGreaterThan(server.system.now() + 550)

  const begun = await server.call(token, 'POST user/otp/bind', { lang: 'en' })
  expect(begun.data.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.data.uri).toBe(`otpauth://totp/Belvedere:admin?secret=${begun.data.secret}&issuer=Belvedere`)
  const { secret } = begun.data
  const wrong = await server.call(token, 'POST user/otp/bind', { code: wrongCode(secret) })
  expect(wrong).toMatchObject({ code: errors.codeWrong.code, data: { fields: { code: expect.any(String) } } })
  expect((await server.call(token, 'GET user/otp')).data).toMatchObject({ bound_at: 0, methods: ['password'] })

  const { data } = await server.call(token, 'POST user/otp/bind', { code: codeOf(secret) })
  expect(data.recovery).toHaveLength(10)
  expect(new Set(data.recovery).size).toBe(10)
  expect(data).not.toHaveProperty('secret')
  const state = (await server.call(token, 'GET user/otp')).data
  expect(state).toMatchObject({ recovery_left: 10, methods: ['otp', 'recovery'] })
  expect(state.bound_at).toBeGreaterThan(0)
  expect((await server.call(token, 'POST user/otp/bind')).code).toBe(errors.otpBound.code)
  expect((await server.call(token, 'POST user/otp/bind', { code: codeOf(secret) })).code).toBe(errors.otpBound.code)
})

test('an expired binding begins again, and is removed', async () => {
  const token = await server.signIn()
  expect((await server.call(token, 'POST user/otp/bind', { code: '123456' })).code).toBe(errors.otpBeginAgain.code)
  await prove(token)
  const { data } = await server.call(token, 'POST user/otp/bind')
  await server.system.db.run(sql`update account_otp set created_at = created_at - 600`)
  const late = await server.call(token, 'POST user/otp/bind', { code: codeOf(data.secret) })
  expect(late.code).toBe(errors.otpBeginAgain.code)
  await sweepSessions.run({}, server.system)
  expect(await server.system.db.rows(sql`select uid from account_otp`)).toEqual([])
})

test('neither the secret nor a recovery code is readable in the database', async () => {
  const { secret, recovery } = await bind()
  const rows = JSON.stringify([
    await server.system.db.rows(sql`select * from account_otp`),
    await server.system.db.rows(sql`select encode(hash, 'escape') as hash from recovery_code`),
  ])
  for (const told of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
    expect(rows).not.toContain(told)
})

test('signing in requires the second step, which returns the session', async () => {
  const { secret } = await bind()
  const first = await signIn()
  expect(first).toMatchObject({
    code: errors.verifyNeeded.code,
    data: { verify: 1, methods: ['otp', 'recovery'], mask: '', ticket: expect.any(String) },
  })
  expect(first.data).not.toHaveProperty('token')
  const { ticket } = first.data
  expect((await server.call(ticket, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  const second = await verify({ ticket, method: 'otp', code: codeOf(secret) })
  expect(second.data).toMatchObject({ account: 'admin', is_admin: 1, permissions: expect.any(Array) })
  expect((await server.call(second.data.token, 'GET user/profile')).code).toBe(0)
})

test('a new password ends pending sign-ins', async () => {
  const { token, recovery } = await bind()
  const { ticket } = (await signIn()).data
  const change = { password: 'Another-2026', old_password: ADMIN_PASSWORD }
  expect((await server.call(token, 'POST user/profile', change)).code).toBe(0)
  expect((await verify({ ticket, method: 'recovery', code: recovery[0] })).code).toBe(errors.ticketOver.code)
  const back = { password: ADMIN_PASSWORD, old_password: 'Another-2026' }
  expect((await server.call(token, 'POST user/profile', back)).code).toBe(0)
})

test('a code is accepted once over all sign-ins', async () => {
  const { secret } = await bind()
  const code = codeOf(secret)
  const [one, other] = [(await signIn()).data.ticket, (await signIn()).data.ticket]
  const answers = await Promise.all([one, other].map((ticket) => verify({ ticket, method: 'otp', code })))
  expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([0, errors.codeWrong.code]))
  const again = await verify({ ticket: (await signIn()).data.ticket, method: 'otp', code })
  expect(again.code).toBe(errors.codeWrong.code)
  const next = await verify({ ticket: (await signIn()).data.ticket, method: 'otp', code: codeOf(secret, 1) })
  expect(next.code).toBe(0)
})

test('a ticket is valid for one session, a few minutes and a few attempts', async () => {
  const { secret, recovery } = await bind()
  const spent = (await signIn()).data.ticket
  expect((await verify({ ticket: spent, method: 'recovery', code: recovery[0] })).code).toBe(0)
  expect((await verify({ ticket: spent, method: 'recovery', code: recovery[1] })).code).toBe(errors.ticketOver.code)
  expect((await verify({ ticket: 'x'.repeat(43), method: 'otp', code: '1' })).code).toBe(errors.ticketOver.code)

  const late = (await signIn()).data.ticket
  await server.system.db.run(sql`update sign_in_ticket set expires_at = ${server.system.now()}`)
  expect((await verify({ ticket: late, method: 'otp', code: codeOf(secret) })).code).toBe(errors.ticketOver.code)

  const tried = (await signIn()).data.ticket
  for (let at = 0; at < 5; at++) {
    await verify({ ticket: tried, method: 'otp', code: wrongCode(secret) })
    await server.system.db.run(sql`delete from sign_in_guard`)
  }
  expect((await verify({ ticket: tried, method: 'otp', code: codeOf(secret) })).code).toBe(errors.ticketOver.code)
})

test('guessing codes locks the second step for every ticket; open sessions continue', async () => {
  const { token, secret } = await bind()
  // strangers share one count
  await server.system.db.run(sql`delete from known_place`)
  const guess = async () => {
    const { data } = await signIn()
    return (await verify({ ticket: data.ticket, method: 'otp', code: wrongCode(secret) })).code
  }
  for (let at = 0; at < 5; at++) expect(await guess()).toBe(errors.codeWrong.code)
  expect(await guess()).toBe(errors.locked.code)
  const rows = await server.system.db.rows(sql`select key from sign_in_guard where key = ${guardKey('second', 1)}`)
  expect(rows).toHaveLength(1)
  // a place that the account signed in from, and a session, have their own counters
  await savePlace(server.system, 1, '127.0.0.1', server.system.now())
  expect(await guess()).toBe(errors.codeWrong.code)
  for (let at = 0; at < 5; at++) await verify({ method: 'otp', code: wrongCode(secret) }, token)
  expect((await verify({ method: 'otp', code: codeOf(secret) }, token)).code).toBe(errors.locked.code)
  const { data } = await signIn()
  expect((await verify({ ticket: data.ticket, method: 'otp', code: codeOf(secret) })).code).toBe(0)
})

test('a recovery code is accepted once, in any spelling', async () => {
  const { token, recovery } = await bind()
  const enter = async (code = '') => verify({ ticket: (await signIn()).data.ticket, method: 'recovery', code })
  expect((await enter(recovery[0]?.toLowerCase().replaceAll('-', ' '))).code).toBe(0)
  expect((await enter(recovery[0])).code).toBe(errors.codeWrong.code)
  expect((await server.call(token, 'GET user/otp')).data.recovery_left).toBe(9)

  await server.age(600)
  expect((await server.call(token, 'POST user/otp/recovery')).code).toBe(errors.proofNeeded.code)
  expect((await verify({ method: 'recovery', code: recovery[1] }, token)).code).toBe(0)
  const fresh = await server.call(token, 'POST user/otp/recovery')
  expect(fresh.data.recovery).toHaveLength(10)
  expect((await enter(recovery[2])).code).toBe(errors.codeWrong.code)
  expect((await enter(fresh.data.recovery[0])).code).toBe(0)
})

test('with a second factor the password is no proof, and no ticket accepts it', async () => {
  const { token, secret } = await bind()
  await server.age(600)
  expect((await prove(token)).code).toBe(errors.codeWrong.code)
  const { ticket } = (await signIn()).data
  expect((await verify({ ticket, method: 'password', code: ADMIN_PASSWORD })).code).toBe(errors.codeWrong.code)
  expect((await verify({ method: 'otp', code: codeOf(secret) }, token)).code).toBe(0)
  expect((await verify({ method: 'otp', code: codeOf(secret) })).code).toBe(commonErrors.authFailed.code)
})

test('a proof is valid for one session and ten minutes', async () => {
  const [one, other] = [await server.signIn(), await server.signIn()]
  await server.age(600)
  await prove(one)
  expect((await server.call(other, 'POST user/otp/bind')).code).toBe(errors.proofNeeded.code)
  expect((await server.call(one, 'POST user/otp/bind')).code).toBe(0)
  await server.age(600)
  expect((await server.call(one, 'POST user/otp/bind')).code).toBe(errors.proofNeeded.code)
})

test('unbinding requires password or code, and removes the second step with its recovery codes', async () => {
  const { token, secret } = await bind()
  const unbind = (method: string, code: string) => server.call(token, 'POST user/otp/unbind', { method, code })
  expect((await unbind('otp', wrongCode(secret))).code).toBe(errors.codeWrong.code)
  expect((await unbind('password', 'Wrong-2026')).code).toBe(errors.wrongOldPassword.code)
  expect((await unbind('otp', codeOf(secret))).code).toBe(0)
  expect((await unbind('password', ADMIN_PASSWORD)).code).toBe(errors.otpNotBound.code)
  expect((await signIn()).code).toBe(0)
  expect(await server.system.db.rows(sql`select uid from recovery_code`)).toEqual([])
  const log = await server.call(token, 'GET log/sys', { limit: 10 })
  expect(log.data.list.map(({ call }: { call: string }) => call)).toContain('POST user/otp/unbind')
})

test('another account neither sees nor uses the binding', async () => {
  const { secret, recovery } = await bind()
  const admin = (await verify({ ticket: (await signIn()).data.ticket, method: 'otp', code: codeOf(secret) })).data.token
  await server.call(admin, 'POST user/member', { account: 'otp-ann', role: 2, password: 'Annes-pass-2026' })
  const ann = await server.signIn('otp-ann', 'Annes-pass-2026')
  expect((await server.call(ann, 'GET user/otp')).data).toMatchObject({ bound_at: 0, recovery_left: 0 })
  expect((await verify({ method: 'recovery', code: recovery[0] }, ann)).code).toBe(errors.codeWrong.code)
  expect((await server.call(admin, 'GET user/otp')).data.recovery_left).toBe(10)
})

test('an owner of the team removes the second step of a member who lost it', async () => {
  const admin = await server.signIn()
  const { data } = await server.call(admin, 'POST user/member', {
    account: 'otp-ben',
    role: 2,
    password: 'Bens-pass-2026',
  })
  const ben = await server.signIn('otp-ben', 'Bens-pass-2026')
  await prove(ben, 'Bens-pass-2026')
  const { secret } = (await server.call(ben, 'POST user/otp/bind')).data
  await server.call(ben, 'POST user/otp/bind', { code: codeOf(secret) })
  const enter = () => server.call('', 'POST user/login', { account: 'otp-ben', password: 'Bens-pass-2026' })
  expect((await enter()).code).toBe(errors.verifyNeeded.code)
  const row = async () =>
    (await server.call(admin, 'GET user/member', { search: 'otp-ben' })).data.list[0] as {
      rev: number
      second_step: number
    }
  expect(await row()).toMatchObject({ second_step: 1, cancel_at: 0 })
  const take = (id: number, rev: number) => server.call(admin, 'PUT user/member', { id, rev, second_step: 0 })
  expect((await take(data.id, (await row()).rev)).code).toBe(0)
  expect((await server.call(ben, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await enter()).code).toBe(0)
  expect(await row()).toMatchObject({ second_step: 0 })
  const me = (await server.call(admin, 'GET user/member', { search: 'admin' })).data.list[0]
  expect((await take(me.id, me.rev)).code).toBe(errors.notYourself.code)
})
