import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from './api.ts'
import { closeAccounts } from './cancel/close-accounts.job.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from sign_in_guard`)
})

const password = 'Annes-pass-2026'
let count = 0

/** A separate customer with one owner, signed in with proof of identity. */
async function customer(): Promise<{ account: string; token: string; uid: number; team_id: number }> {
  const account = `cancel-${++count}`
  const made = await foundTeam(server.system, { team: account, account, password, now: server.system.now() })
  return { account, token: await enter(account), ...made }
}
async function enter(account: string): Promise<string> {
  const token = await server.signIn(account, password)
  await server.call(token, 'POST user/otp/verify', { method: 'password', code: password })
  return token
}
const close = (token: string) => server.call(token, 'POST user/cancel', { password })
async function timePasses(): Promise<void> {
  await server.system.db.run(sql`update account set cancel_at = ${server.system.now()} where cancel_at is not null`)
  await closeAccounts.run({}, server.system)
}
const exists = async (uid: number) =>
  (await server.system.db.rows(sql`select id from account where id = ${uid}`)).length === 1

test('the effects of closing are reported before', async () => {
  const { token } = await customer()
  const { data: scene } = await server.call(token, 'POST scene', { name: 'HQ' })
  await server.call(token, 'POST device/add', { scene_id: scene.id, sns: ['0c1111aa0001'] })
  await server.call(token, 'POST user/token', { name: 'ci', role: 3, days: 1 })
  const { data } = await server.call(token, 'GET user/cancel')
  expect(data).toMatchObject({ team_goes: 1, scenes: 1, sessions: 1, tokens: 1, hand_over: 0, last_admin: 0 })
  expect(data.removed_at - server.system.now()).toBeGreaterThan(7 * 86_400 - 60)
})

test('closing requires proof and the password, and ends every session and token', async () => {
  const { account, token, uid } = await customer()
  const api = (await server.call(token, 'POST user/token', { name: 'ci', role: 3, days: 1 })).data.token
  const other = await server.signIn(account, password)
  await server.age(600)
  expect((await close(other)).code).toBe(errors.proofNeeded.code)
  await server.call(token, 'POST user/otp/verify', { method: 'password', code: password })
  const wrong = await server.call(token, 'POST user/cancel', { password: 'Wrong-2026' })
  expect(wrong.code).toBe(errors.wrongOldPassword.code)
  const closed = await close(token)
  expect(closed.data.removed_at - server.system.now()).toBeGreaterThan(7 * 86_400 - 60)
  for (const one of [token, other, api])
    expect((await server.call(one, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  await closeAccounts.run({}, server.system)
  expect(await exists(uid)).toBe(true)
})

test('signing in before the deadline restores the account', async () => {
  const { account, token, uid } = await customer()
  await close(token)
  const back = await server.call('', 'POST user/login', { account, password })
  expect(back.data.restored).toBe(1)
  expect((await server.call(back.data.token, 'GET user/profile')).code).toBe(0)
  expect((await server.call('', 'POST user/login', { account, password })).data).not.toHaveProperty('restored')
  await timePasses()
  expect(await exists(uid)).toBe(true)
})

test('after the deadline the last member is removed with team, scenes and devices', async () => {
  const { account, token, uid, team_id } = await customer()
  const { data: scene } = await server.call(token, 'POST scene', { name: 'HQ' })
  await server.system.db.run(
    sql`insert into device (serial, scene_id, type, name, claimed_at) values ('0c1111aa0002', ${scene.id}, 0, 'gone', 0)`,
  )
  await server.system.db.run(
    sql`insert into device_state (device_id) select id from device where serial = '0c1111aa0002' on conflict do nothing`,
  )
  await close(token)
  await timePasses()
  expect(await exists(uid)).toBe(false)
  const left = await server.system.db.rows(sql`select 'team' as it from team where id = ${team_id}
    union all select 'scene' from scene where id = ${scene.id} union all select 'device' from device where serial = '0c1111aa0002'`)
  expect(left).toEqual([])
  expect((await server.call('', 'POST user/login', { account, password })).code).toBe(errors.wrongPassword.code)
})

test('a member is removed alone; the last owner hands over first', async () => {
  const { token, uid, team_id } = await customer()
  const account = `member-${uid}`
  const { data } = await server.call(token, 'POST user/member', { account, role: 2, password })
  expect((await server.call(token, 'GET user/cancel')).data).toMatchObject({ team_goes: 0, hand_over: 1, scenes: 0 })
  expect((await close(token)).code).toBe(errors.handOver.code)
  const member = await enter(account)
  expect((await server.call(member, 'GET user/cancel')).data).toMatchObject({ team_goes: 0, hand_over: 0 })
  expect((await close(member)).code).toBe(0)
  await timePasses()
  expect([await exists(data.id), await exists(uid)]).toEqual([false, true])
  expect(await server.system.db.rows(sql`select id from team where id = ${team_id}`)).toHaveLength(1)
})

test('a team whose two owners both closed keeps an owner', async () => {
  const { token, uid } = await customer()
  const names = [`owner-${uid}`, `viewer-${uid}`] as const
  for (const [at, account] of names.entries())
    await server.call(token, 'POST user/member', { account, role: at === 0 ? 0 : 3, password })
  expect((await close(token)).code).toBe(0)
  expect((await close(await enter(names[0]))).code).toBe(0)
  await timePasses()
  const left = await server.system.db.rows(
    sql`select account, role from account where account = any(${[...names]}::text[])`,
  )
  expect(left).toEqual([{ account: names[1], role: 0 }])
})

test('the last administrator of the installation stays', async () => {
  await server.call(admin, 'POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD })
  expect((await server.call(admin, 'GET user/cancel')).data.last_admin).toBe(1)
  const refused = await server.call(admin, 'POST user/cancel', { password: ADMIN_PASSWORD })
  expect(refused.code).toBe(errors.lastAdmin.code)
  await server.system.db.run(sql`update account set cancel_at = ${server.system.now()} where account = 'admin'`)
  await closeAccounts.run({}, server.system)
  expect(await exists(1)).toBe(true)
  expect((await server.call(admin, 'GET user/profile')).code).toBe(0)
})
