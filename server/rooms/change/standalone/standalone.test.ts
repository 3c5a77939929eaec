import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { findConfig, setBases } from '../../intent/config-store.ts'
import { saveDocuments } from '../../intent/documents.ts'

let server: TestServer
let token = ''
let scene_id = 0
const ids: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  for (const sn of ['0c1111ac0001', '0c1111ac0002']) {
    const capabilities = { platform: 'ap', wifi: { a: { band: ['2G'], channels: [1, 6, 11] } } }
    const { device_id } = await introduce(server.system, sn, { identity: { capabilities } })
    await server.call(token, 'POST device/add', { sn, scene_id })
    const { system } = server
    const [digest = ''] = await saveDocuments(system, system.db, [{ unit: { name: sn } }], system.now())
    await setBases(system, [{ device_id, digest, uuid: 1 }], system.now())
    ids.push(device_id)
  }
})
afterAll(() => server?.close())

const set = (standalone: 0 | 1, which = ids.slice(0, 1)) =>
  server.call(token, 'POST device/alone', { ids: which, standalone })
const rowOf = async (id?: number) =>
  (await server.call(token, 'GET device/ap', { scene_id, limit: 10 })).data.list.find((one: any) => one.id === id)
const reviewed = async () => {
  const edit = { level: 0, target_id: scene_id, kind: 'system', key: '', set: { leds: 0 } }
  const { data } = await server.call(token, 'POST change/edit', { edits: [edit] })
  const { data: review } = await server.call(token, 'GET change/review', { id: data.id, limit: 10 })
  return review
}
const configOf = (id = 0) => findConfig({ db: server.system.db, access: server.system.access }, id)

test('a standalone device is excluded from changes to its scene, and stays in it', async () => {
  expect((await reviewed()).summary).toMatchObject({ device_cnt: 2, changed_cnt: 2, unconfigurable_cnt: 0 })
  expect(await set(1)).toMatchObject({ code: 0, data: { total_cnt: 1, err_cnt: 0 } })
  expect(await rowOf(ids[0])).toMatchObject({ standalone: 1, online: 1, scene_id })
  expect(await rowOf(ids[1])).toMatchObject({ standalone: 0 })
  const review = await reviewed()
  expect(review.summary).toMatchObject({ changed_cnt: 1, unconfigurable_cnt: 1 })
  const own = review.list.find(({ id }: { id: number }) => id === ids[0])
  expect(own).toMatchObject({
    configurable: 0,
    changed: 0,
    refusals: [{ reason: expect.stringMatching(/standalone|脱离/) }],
  })
  expect((await configOf(ids[0]))?.base, 'what it runs is its own business').toBeNull()
})

test('a reclaimed device is read again', async () => {
  expect(await set(0)).toMatchObject({ code: 0, data: { err_cnt: 0 } })
  expect(await rowOf(ids[0])).toMatchObject({ standalone: 0 })
  expect(await configOf(ids[0])).toMatchObject({ base: null, base_at: 0 })
  expect((await reviewed()).summary).toMatchObject({ changed_cnt: 2, unconfigurable_cnt: 0 })
})

test('a device that cannot be configured cannot be released', async () => {
  const input = { scene_id, name: 'Gate', kind: 'camera', ip: '198.51.100.1', monitor: { type: 'none' } }
  const { data: third } = await server.call(token, 'POST device/third/mod', input)
  const { data } = await set(1, [third.id, 999_999])
  expect(data).toMatchObject({ total_cnt: 2, err_cnt: 2 })
  expect(data.rejected[0]).toMatchObject({ id: third.id, name: 'Gate' })
})
