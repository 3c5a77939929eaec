import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventSubject } from '../../../kernel/event.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { demoIsThere, demoRemoved } from '../api.ts'
import { makeDemo } from './make-demo.startup.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  const { system } = server
  await makeDemo.run({ ...system, config: { ...system.config, 'no-demo': false } })
  token = await server.signIn()
})
afterAll(() => server?.close())

const mark = (scene: number, zh: string) => ({ capabilities: { 'x-simulated': { scene, name: { zh, en: 'x' } } } })

test('an empty database gets two scenes, and simulated devices join them; another database gets none', async () => {
  expect((await server.call(token, 'GET device/demo')).data).toMatchObject({ demo: 1, scene_ids: [1, 2] })
  expect(await demoIsThere(server.system)).toBe(true)
  const lobby = await introduce(server.system, '0c5555aa0001', { simulated: true, identity: mark(1, '大堂') })
  const gate = await introduce(server.system, '0c5555aa0002', { simulated: true, identity: mark(2, '大门') })
  expect([lobby.scene_id, gate.scene_id]).toEqual([1, 2])
  expect((await server.call(token, 'GET device/all', { orderby: 'id asc' })).data.list).toMatchObject([
    { name: '大堂 x', simulated: 1, scene_id: 1 },
    { name: '大门 x', simulated: 1, scene_id: 2 },
  ])
  const { system } = server
  expect(await makeDemo.run({ ...system, config: { ...system.config, 'no-demo': false } })).toBeUndefined()
})

test('a real device that claims to be simulated is not believed', async () => {
  expect((await introduce(server.system, '0c5555aa0003', { identity: mark(1, '大堂') })).scene_id).toBe(0)
})

test('a simulated device that was removed returns unclaimed, and undo restores it to its scene', async () => {
  const again = () => introduce(server.system, '0c5555aa0002', { simulated: true, identity: mark(2, '大门') })
  const { list } = (await server.call(token, 'GET device/all', { search: '0c5555aa0002' })).data
  expect((await server.call(token, 'DELETE device', { ids: [list[0].id] })).code).toBe(0)
  expect((await again()).scene_id).toBe(0)
  const [entry] = (await server.call(token, 'GET log/sys', { limit: 1 })).data.list
  const undone = await server.call(token, 'POST log/undo', { id: entry.id })
  expect(undone.code, undone.msg).toBe(0)
  expect(await again()).toMatchObject({ device_id: list[0].id, scene_id: 2 })
})

test('removed with one call, scenes and simulated devices are removed and the simulator is notified', async () => {
  const real = await server.call(token, 'POST scene', { name: 'Mine' })
  await server.call(token, 'POST device/add', { sn: '0c5555aa0003', scene_id: real.data.id })
  const reported: unknown[] = []
  server.system.bus.subscribe(eventSubject(demoRemoved.name), (payload) => reported.push(payload))
  expect((await server.call(token, 'DELETE device/demo')).data).toEqual({ total_cnt: 2, err_cnt: 0 })
  expect(reported).toEqual([{ scene_ids: [1, 2] }])
  expect((await server.call(token, 'GET device/demo')).data).toEqual({ demo: 0, scene_ids: [] })
  expect((await server.call(token, 'GET device/all')).data.list).toMatchObject([{ sn: '0c5555aa0003' }])
  expect((await server.call(token, 'GET scene')).data.list).toMatchObject([{ name: 'Mine' }])
  expect(
    (await introduce(server.system, '0c5555aa0001', { simulated: true, identity: mark(1, '大堂') })).scene_id,
  ).toBe(0)
})
