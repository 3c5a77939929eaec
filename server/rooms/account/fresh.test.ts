import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { discoverCalls } from '../../kernel/discovery/discover.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../kernel/test-server.ts'

/** Calls on people, rights, sign-in methods and secrets. `server/refusals.test.ts` tries each with an old session. */
const mustBe = [
  'POST user/member',
  'PUT user/member',
  'DELETE user/member',
  'POST user/token',
  'POST user/cancel',
  'POST user/otp/bind',
  'POST user/otp/unbind',
  'POST user/otp/recovery',
  'POST user/contact/bind',
  'POST user/contact/unbind',
  'POST user/contact/second',
  'POST send/channel',
  'POST send/channel/test',
  'POST scene/share/account',
  'POST scene/share/url',
  'POST scene/share/qrcode',
  'PUT scene/share',
  'POST device/enrol/token',
  'POST device/command/remote',
  'POST device/command/remote/custom',
  'POST alarm/user',
  'PUT alarm/user',
  'POST alarm/user/test',
  'POST device/key/accept',
  'POST device/claim/approve',
  'POST device/third/networks',
  'POST firmware/key',
  'POST user/quota',
  'DELETE user/session',
  'POST user/session/others',
  'DELETE user/token',
]

let server: TestServer
let token = ''
let scene_id = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'HQ' })).data.id
})
afterAll(() => server?.close())
beforeEach(() => server.age(600))

const prove = () => server.call(token, 'POST user/otp/verify', { method: 'password', code: ADMIN_PASSWORD })
const enrol = (by: string) => server.call(by, 'POST device/enrol/token', { scene_id })

test('the contract requires it for all calls on people, rights, sign-in methods and secrets', async () => {
  const stated = (await discoverCalls()).filter(({ spec }) => spec.fresh).map(({ spec }) => spec.at as string)
  expect(mustBe.filter((at) => !stated.includes(at))).toEqual([])
})

test('a session that began or was proved within ten minutes passes', async () => {
  expect((await enrol(token)).code).toBe(errors.proofNeeded.code)
  expect((await enrol(await server.signIn())).code).toBe(0)
  expect((await prove()).code).toBe(0)
  expect((await enrol(token)).code).toBe(0)
  await server.age(590)
  expect((await enrol(token)).code).toBe(0)
  await server.age(15)
  expect((await enrol(token)).code).toBe(errors.proofNeeded.code)
})

test('an API token passes when it was made for it', async () => {
  await prove()
  const make = async (name: string, more: object = {}) =>
    (await server.call(token, 'POST user/token', { name, role: 0, days: 1, ...more })).data.token as string
  const [plain, sensitive] = [await make('plain'), await make('sensitive', { sensitive: 1 })]
  await server.age(600)
  expect((await enrol(plain)).code).toBe(errors.tokenNotSensitive.code)
  expect((await enrol(sensitive)).code).toBe(0)
  const { list } = (await server.call(token, 'GET user/token')).data
  expect(list).toMatchObject([{ sensitive: 1 }, { sensitive: 0 }])
})

test('only a share that may manage requires it', async () => {
  const share = (permission: number) => server.call(token, 'POST scene/share/url', { scene_id, permission })
  expect((await share(1)).code).toBe(errors.proofNeeded.code)
  expect((await share(2)).code).toBe(0)
})

test('an operation that requires a fresh session also requires one for its undo', async () => {
  await prove()
  const added = { account: 'ann', role: 2, password: 'Annes-pass-2026' }
  const { id } = (await server.call(token, 'POST user/member', added)).data
  await server.call(token, 'DELETE user/member', { id })
  const { list } = (await server.call(token, 'GET log/sys', { limit: 1 })).data
  await server.age(600)
  const undo = (more: object = {}) => server.call(token, 'POST log/undo', { id: list[0].id, ...more })
  expect((await undo()).code).toBe(errors.proofNeeded.code)
  expect((await undo({ preview: 1 })).code).toBe(0)
  await prove()
  expect((await undo()).data.list[0]).toMatchObject({ ok: 1 })
})
