import sql from 'sql-template-tag'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import { sceneErrors as errors } from '@belvedere/contract/rooms/scene/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { invalidateSessions, foundTeam } from '../account/api.ts'
import { expireShares, purgeShares } from './share/expire-shares.job.ts'

let server: TestServer
let admin: string
let guest: { token: string; uid: number }
let other: { token: string; uid: number }
let scene_id: number
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn()
  const found = []
  for (const account of ['guest', 'other']) {
    const start = { team: account, account, password: 'Member-2026', now: server.system.now() }
    const { uid } = await server.system.database.transaction((db) =>
      foundTeam({ db, access: server.system.access }, start),
    )
    found.push({ token: await server.signIn(account, 'Member-2026'), uid })
  }
  ;[guest, other] = found as [typeof guest, typeof other]
})
afterAll(() => server?.close())

let n = 0
beforeEach(async () => {
  scene_id = (await server.call(admin, 'POST scene', { name: `S${++n}` })).data.id
})

const offer = (more = {}) =>
  server.call(admin, 'POST scene/share/account', { scene_id, account: 'guest', permission: 2, ...more })
const handle = (status: 1 | 4, { token } = guest) =>
  server.call(token, 'POST scene/share/handle', { share_id: scene_id, status })
const sees = async ({ token } = guest) =>
  (await server.call(token, 'GET scene', { ids: [scene_id] })).data.list.map(({ mode }: { mode: number }) => mode)
const statusOf = async (id: number) =>
  (await server.call(admin, 'GET scene/share/send', { scene_id })).data.list.find(
    (one: { id: number }) => one.id === id,
  )?.status
const makeUrl = async (more = {}) =>
  (await server.call(admin, 'POST scene/share/url', { scene_id, permission: 1, ...more })).data
const bind = (code: string, { token } = guest) => server.call(token, 'POST scene/share/bind', { code })

test('a delegate of a scene commands its devices and configures nothing', async () => {
  const { id } = (await server.call(admin, 'POST device/add', { sn: '0c88dd000001', scene_id, name: 'Core' })).data
  expect((await offer({ permission: 3 })).code).toBe(0)
  expect((await handle(1)).code).toBe(0)
  expect(await sees()).toEqual([2])
  const { code, data } = await server.call(guest.token, 'POST device/command/reboot', { ids: [id] })
  expect({ code, err_cnt: data.err_cnt }).toEqual({ code: 0, err_cnt: 0 })
  const refusals = [
    commonErrors.noPermission,
    commonErrors.ownerOnly,
    commonErrors.notFound,
    intentErrors.badTarget,
  ].map(({ code }) => code)
  const edits = [{ level: 1, target_id: scene_id, kind: 'system', key: '', set: { timezone: 'Europe/Berlin' } }]
  for (const [at, payload] of [
    ['POST change/edit', { edits }],
    ['PUT device', { id, name: 'Mine' }],
    ['PUT scene', { id: scene_id, rev: 1, city: 'A' }],
    ['POST scene/share/account', { scene_id, account: 'other', permission: 2 }],
  ] as const)
    expect(refusals, at).toContain((await server.call(guest.token, at, payload)).code)
  expect((await server.call(admin, 'GET device/detail', { id })).data.device.name).toBe('Core')
})

test('offered to an account, accepted, and stopped: rights are effective immediately', async () => {
  const { code, msg, data } = await offer({ note: 'please look' })
  expect(code, msg).toBe(0)
  expect((await server.call(guest.token, 'GET scene/share/check')).data.list).toMatchObject([
    { scene_id, scene_name: `S${n}`, share_name: 'admin', share_mobile: '', expire_at: null, note: 'please look' },
  ])
  expect((await server.call(other.token, 'GET scene/share/check')).data.list).toEqual([])
  expect(await sees()).toEqual([])
  expect(await handle(1, other)).toMatchObject({ code: errors.shareOver.code })

  expect((await handle(1)).code).toBe(0)
  expect(await sees()).toEqual([3])
  expect((await server.call(guest.token, 'GET scene/share/check')).data.list).toEqual([])
  const rename = { id: scene_id, rev: 1, name: 'mine' }
  expect(await server.call(guest.token, 'PUT scene', rename)).toMatchObject({ code: commonErrors.sceneReadOnly.code })
  expect(await offer()).toMatchObject({ code: errors.alreadyShared.code })

  expect((await server.call(admin, 'PUT scene/share', { id: data.id, permission: 1 })).code).toBe(0)
  expect(await sees()).toEqual([1])
  expect((await server.call(admin, 'POST scene/share/unbind', { ids: [data.id] })).data.err_cnt).toBe(0)
  expect(await sees()).toEqual([])
  expect(await statusOf(data.id)).toBe(2)
})

test('refused, revoked before it is received, and left', async () => {
  const first = (await offer()).data.id
  await handle(4)
  expect([await statusOf(first), await sees()]).toEqual([4, []])

  const second = (await offer()).data.id
  await server.call(admin, 'POST scene/share/unbind', { ids: [second] })
  expect(await statusOf(second)).toBe(-2)
  expect(await handle(1)).toMatchObject({ code: errors.shareOver.code })

  const third = (await offer()).data.id
  await handle(1)
  expect((await server.call(other.token, 'POST scene/share/unbind', { ids: [third] })).data).toMatchObject({
    err_cnt: 1,
    rejected: [{ name: String(third) }],
  })
  expect((await server.call(guest.token, 'POST scene/share/unbind', { ids: [third] })).data.err_cnt).toBe(0)
  expect([await statusOf(third), await sees()]).toEqual([3, []])
  const received = (await server.call(guest.token, 'GET scene/share/receive', { limit: 100 })).data.list
  expect(received.find((one: { id: number }) => one.id === third)).toMatchObject({
    status: 3,
    owner: expect.any(String),
  })
})

test('rights to share', async () => {
  expect(await offer({ account: 'admin' })).toMatchObject({ code: errors.sameTeam.code })
  expect(
    await server.call(other.token, 'POST scene/share/account', { scene_id, account: 'guest', permission: 1 }),
  ).toMatchObject({ code: commonErrors.foreignScene.code })
  await offer({ permission: 1 })
  await handle(1)
  expect(
    await server.call(guest.token, 'POST scene/share/account', { scene_id, account: 'other', permission: 2 }),
    'a guest does not hand it on',
  ).toMatchObject({ code: commonErrors.ownerOnly.code })
  expect(await server.call(guest.token, 'GET scene/share/send', { scene_id })).toMatchObject({
    code: commonErrors.noPermission.code,
  })
  expect((await server.call(guest.token, 'GET scene/share/send')).data.total).toBe(0)
  await server.call(admin, 'POST user/member', { account: `op${n}`, role: 2, password: 'Member-2026' })
  const operator = await server.signIn(`op${n}`, 'Member-2026')
  expect(await server.call(operator, 'GET scene/share/send')).toMatchObject({ code: commonErrors.noPermission.code })
})

test('an invitation does not reveal whether an account exists', async () => {
  const seen = async () =>
    (await server.call(admin, 'GET scene/share/send', { scene_id })).data.list.map(
      ({ receiver, receiver_mobile, status }: Record<string, unknown>) => ({ receiver, receiver_mobile, status }),
    )
  const answers = []
  await server.system.database.run(sql`
    update account set email = 'guest@example.com', phone = '+8613800138000', nick_name = 'Known' where id = ${guest.uid}`)
  for (const account of ['guest', 'nobody', 'guest@example.com', 'nobody@example.com', ' Guest ', ' Nobody ']) {
    const { code, data } = await offer({ account })
    answers.push({ code, of: Object.keys(data).join() })
  }
  const [invited, again] = [answers[0], answers[4]]
  expect(invited).toEqual({ code: 0, of: 'id,expire_at' })
  expect(answers).toEqual([invited, invited, invited, invited, again, again])
  expect(again?.code).toBe(errors.alreadyShared.code)
  const list = ['nobody@example.com', 'guest@example.com', 'nobody', 'guest']
  expect(await seen()).toEqual(list.map((receiver) => ({ receiver, receiver_mobile: '', status: 0 })))
  for (const search of ['Known', '13800138000'])
    expect((await server.call(admin, 'GET scene/share/send', { scene_id, search })).data.total).toBe(0)
  const log = await server.call(admin, 'GET log/sys', { scene_id, limit: 4 })
  expect(log.data.list.map(({ name }: { name: string }) => name)).toEqual(list)
  expect(JSON.stringify(log.data.list)).not.toContain(`"uid":${guest.uid},"account":"guest"`)

  expect((await server.call(guest.token, 'GET scene/share/check')).data.list).toMatchObject([{ scene_id }])
  await handle(1)
  expect((await seen()).at(-1), 'who answers is known').toMatchObject({ receiver: 'Known', status: 1 })
  await server.system.database.run(sql`update account set email = null, phone = null where id = ${guest.uid}`)
})

test('a link can be received by a limited number of accounts, and its code is not stored', async () => {
  const { id, code, url } = await makeUrl()
  expect(url).toBe(`/share/${code}`)
  const rows = await server.system.db.rows(sql`select * from scene_share where id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(code)

  expect((await server.call(guest.token, 'GET scene/share/look', { code })).data).toMatchObject({
    scene_name: `S${n}`,
    share_name: 'admin',
    permission: 1,
    known: 0,
  })
  expect(await bind(code, { token: admin, uid: 0 })).toMatchObject({ code: errors.sameTeam.code })
  const [one, two] = await Promise.all([bind(code), bind(code, other)])
  expect([one.code, two.code].sort((a, b) => a - b)).toEqual([0, errors.shareOver.code])
  expect([...(await sees()), ...(await sees(other))]).toEqual([1])
  expect(await statusOf(id)).toBe(1)
  expect(await server.call(guest.token, 'GET scene/share/look', { code })).toMatchObject({
    code: errors.shareOver.code,
  })

  const more = await makeUrl({ max_uses: 2, permission: 2 })
  await bind(more.code)
  await bind(more.code, other)
  expect([await sees(), await sees(other)].flat().sort((a, b) => a - b)).toEqual([1, 3])
})

test('a revoked link grants nothing; existing receivers stay until stopped', async () => {
  const { id, code } = await makeUrl({ max_uses: 5 })
  await bind(code)
  expect(await bind(code)).toMatchObject({ code: errors.alreadyShared.code })
  await server.call(admin, 'POST scene/share/unbind', { ids: [id] })
  expect(await bind(code, other)).toMatchObject({ code: errors.shareOver.code })
  expect([await sees(), await sees(other)]).toEqual([[1], []])
})

test('a share expires: rights immediately, and the job marks it', async () => {
  const { id } = (await offer({ expires_in: 60 })).data
  await handle(1)
  expect(await sees()).toEqual([3])
  const late = server.system.now() - 1
  await server.system.database.run(sql`update scene_share set expire_at = ${late} where id = ${id}`)
  await server.system.database.run(sql`update scene_guest set expires_at = ${late} where scene_id = ${scene_id}`)
  invalidateSessions(server.system, [guest.uid])
  expect(await sees(), 'before any job ran').toEqual([])
  expect(await statusOf(id)).toBe(1)
  await expireShares.run(undefined, server.system)
  expect(await statusOf(id)).toBe(-1)
  const pending = (await offer({ expires_in: 60 })).data.id
  await server.system.database.run(sql`update scene_share set expire_at = ${late} where id = ${pending}`)
  expect((await server.call(guest.token, 'GET scene/share/check')).data.list).toEqual([])
  expect(await handle(1)).toMatchObject({ code: errors.shareOver.code })
  expect((await offer()).code, 'over, though no job wrote it down: it can be shared again').toBe(0)
})

test('removed from a list it leaves that list only, and ends when it was live', async () => {
  const { id } = (await offer()).data
  await handle(1)
  expect((await server.call(admin, 'POST scene/share/delete', { ids: [id, 999_999] })).data).toMatchObject({
    total_cnt: 2,
    err_cnt: 1,
  })
  expect([await statusOf(id), await sees()]).toEqual([undefined, []])
  const received = async () =>
    (await server.call(guest.token, 'GET scene/share/receive', { limit: 100 })).data.list.filter(
      (one: { scene_id: number }) => one.scene_id === scene_id,
    )
  expect(await received()).toMatchObject([{ id, status: 2 }])
  await server.call(guest.token, 'POST scene/share/delete', { ids: [id] })
  expect(await received()).toEqual([])
  expect(await server.system.db.rows(sql`select from scene_share where id = ${id}`)).toEqual([])
})

test('old ended shares are removed, live ones are not', async () => {
  const ended = (await offer()).data.id
  await handle(4)
  const lasting = (await offer()).data.id
  await server.system.database.run(sql`update scene_share set updated_at = 0 where scene_id = ${scene_id}`)
  await purgeShares.run(undefined, server.system)
  expect([await statusOf(ended), await statusOf(lasting)]).toEqual([undefined, 0])
})
