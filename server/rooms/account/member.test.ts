import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from './api.ts'

const { owner, administrator, operator, viewer } = accountRole.id
const password = 'Member-2026'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
})
afterAll(() => server?.close())

const add = (token: string, account: string, role: number, more = {}) =>
  server.call(token, 'POST user/member', { account, role, password, ...more })
const change = (token: string, id: number, rev: number, input: object) =>
  server.call(token, 'PUT user/member', { id, rev, ...input })
const remove = (token: string, id: number) => server.call(token, 'DELETE user/member', { id })

async function member(account: string, role: number): Promise<{ id: number; token: string }> {
  const { data } = await add(admin, account, role)
  return { id: data.id, token: await server.signIn(account, password) }
}

/** The row of one member. */
async function listed(account: string): Promise<{ id: number; rev: number }> {
  const { data } = await server.call<{ list: { account: string; id: number; rev: number }[] }>(
    admin,
    'GET user/member',
    { search: account },
  )
  const found = data.list.find((one) => one.account === account)
  if (!found) throw new Error(`no member ${account}`)
  return found
}

test('an added member signs in with the permissions of the role', async () => {
  expect(await add(admin, 'ann', viewer, { nickName: '安' })).toMatchObject({
    code: 0,
    data: { id: expect.any(Number) },
  })
  const { data } = await server.call('', 'POST user/login', { account: 'ANN', password })
  expect(data).toMatchObject({ account: 'ann', nickName: '安', role: viewer, is_admin: 0, team: 'admin' })
  expect(data.permissions).toContain('scene.read')
  expect(data.permissions.filter((name: string) => !name.endsWith('.read'))).toEqual([])
  const list = await server.call(admin, 'GET user/member', { search: '安' })
  expect(list.data).toMatchObject({ total: 1, list: [{ account: 'ann', role: viewer, rev: 1, locked_until: 0 }] })
  expect(list.data.list[0].last_used).toBeGreaterThan(0)
  expect(JSON.stringify(list.data)).not.toContain('argon2')
})

test.each([
  ['a name somebody has', { account: 'Admin' }, errors.accountTaken],
  ['a weak password', { password: 'onlyletters' }, errors.weakPassword],
  ['a name with a blank', { account: 'a b' }, commonErrors.badInput],
  ['a role there is not', { role: 4 }, commonErrors.badInput],
])('%s is refused', async (_, wrong, error) => {
  expect((await add(admin, 'free', viewer, wrong)).code).toBe(error.code)
})

test.each([operator, viewer])('role %i manages no member', async (role) => {
  const { token } = await member(`none${role}`, role)
  expect((await server.call(token, 'GET user/member')).code).toBe(commonErrors.noPermission.code)
  expect((await add(token, 'more', viewer)).code).toBe(commonErrors.noPermission.code)
})

test('an administrator manages no higher role', async () => {
  const boss = await member('boss', owner)
  const { token, id } = await member('manager', administrator)
  expect((await add(token, 'second', owner)).code).toBe(errors.roleAbove.code)
  expect((await change(token, boss.id, 1, { nickName: 'x' })).code).toBe(errors.roleAbove.code)
  expect((await change(token, id, 1, { role: owner })).code).toBe(errors.roleAbove.code)
  expect((await remove(token, boss.id)).code).toBe(errors.roleAbove.code)
  expect((await add(token, 'third', administrator, { is_admin: 1 })).code).toBe(errors.adminOnly.code)
  expect((await change(token, id, 1, { is_admin: 1 })).code).toBe(errors.adminOnly.code)
  expect((await add(token, 'fourth', administrator)).code).toBe(0)
})

test('no account becomes administrator of the installation through its password', async () => {
  // an owner of the team who is not an administrator of the installation
  const { token } = await member('plainowner', owner)
  const { data } = await server.call(admin, 'GET user/profile')
  const { rev } = await listed('admin')
  expect((await change(token, data.uid, rev, { password: 'Stolen-2026' })).code).toBe(errors.adminOnly.code)
  expect((await remove(token, data.uid)).code).toBe(errors.adminOnly.code)
})

test('a new role applies from the next call on', async () => {
  const { id, token } = await member('rising', viewer)
  expect((await server.call(token, 'POST scene', { name: 'no' })).code).toBe(commonErrors.noPermission.code)
  expect(await change(admin, id, 1, { role: operator })).toMatchObject({ code: 0, data: { rev: 2 } })
  expect((await server.call(token, 'POST scene', { name: 'yes' })).code).toBe(0)
})

test('a stale rev is refused with the current row', async () => {
  const { id } = await member('twice', viewer)
  await change(admin, id, 1, { nickName: 'first' })
  const stale = await change(admin, id, 1, { nickName: 'second' })
  expect(stale).toMatchObject({
    code: commonErrors.changedMeanwhile.code,
    data: { current: { rev: 2, nickName: 'first' } },
  })
  expect(stale.msg).toContain('admin')
})

test('a reset password ends the sessions and the lock-out; one’s own is changed elsewhere', async () => {
  const { id, token } = await member('forgetful', viewer)
  await server.call('', 'POST user/login', { account: 'forgetful', password: 'Wrong-2026' })
  expect((await change(admin, id, 1, { password: 'Fresh-2026' })).code).toBe(0)
  expect((await server.call(token, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await server.call('', 'POST user/login', { account: 'forgetful', password: 'Fresh-2026' })).code).toBe(0)
  const me = (await server.call(admin, 'GET user/member', { search: 'admin' })).data.list.find(
    (one: any) => one.account === 'admin',
  )
  expect((await change(admin, me.id, me.rev, { password: 'Fresh-2026' })).code).toBe(errors.notYourself.code)
})

test('a removed member loses all sessions', async () => {
  const { id, token } = await member('leaving', viewer)
  expect((await remove(admin, id)).code).toBe(0)
  expect((await server.call(token, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  expect((await server.call('', 'POST user/login', { account: 'leaving', password })).code).toBe(
    errors.wrongPassword.code,
  )
  expect((await remove(admin, id)).code).toBe(commonErrors.notFound.code)
})

test('a team keeps an owner, the installation an administrator', async () => {
  const start = { team: 'small', account: 'solo', password, now: server.system.now() }
  await server.system.database.transaction((db) => foundTeam({ db, access: server.system.access }, start))
  const solo = await server.signIn('solo', password)
  const { uid } = (await server.call(solo, 'GET user/profile')).data
  expect((await change(solo, uid, 1, { role: viewer })).code).toBe(errors.lastOwner.code)
  expect((await remove(solo, uid)).code).toBe(errors.notYourself.code)
  const me = (await server.call(admin, 'GET user/profile')).data.uid
  const { rev } = (await server.call(admin, 'GET user/member', { search: 'admin' })).data.list.find(
    (one: any) => one.id === me,
  )
  expect((await change(admin, me, rev, { is_admin: 0 })).code).toBe(errors.lastAdmin.code)
})

test('members of another team do not exist', async () => {
  const solo = await server.signIn('solo', password)
  const { id } = await member('ours', viewer)
  const list = await server.call(solo, 'GET user/member', { limit: 500 })
  expect(list.data.list.map(({ account }: { account: string }) => account)).toEqual(['solo'])
  expect((await change(solo, id, 1, { role: operator })).code).toBe(commonErrors.notFound.code)
  expect((await remove(solo, id)).code).toBe(commonErrors.notFound.code)
})
