import { afterAll, beforeAll, expect, test } from 'vitest'
import { departSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

const rowOf = async (id: number) => {
  const { data } = await server.call(token, 'GET scene/map')
  return data.list.find((row: { id: number }) => row.id === id)
}

test('every scene is on the map with its state, with or without a position', async () => {
  const { id } = (await server.call(token, 'POST scene', { name: 'Nowhere', province: '浙江省' })).data
  const group = (await server.call(token, 'POST scene/group', { name: 'Shops', color: 1 })).data
  await server.call(token, 'POST scene/group/join', { group_id: group.id, scene_ids: [id] })
  expect(await rowOf(id)).toEqual({
    id,
    rev: 1,
    name: 'Nowhere',
    mode: 0,
    province: '浙江省',
    city: '',
    lat: null,
    lng: null,
    group_ids: [group.id],
    state: 0,
    device_total: 0,
    device_online: 0,
    device_unknown: 0,
    critical: 0,
    warning: 0,
    notice: 0,
    bps: 0,
  })
  await introduce(server.system, '0c5555aa0001')
  await server.call(token, 'POST device/add', { sn: '0c5555aa0001', scene_id: id, name: 'AP' })
  expect(await rowOf(id)).toMatchObject({ device_total: 1, state: expect.toBeOneOf([1, 3]) })
})

test('a scene positioned by the coordinates of a map service is at the right place in WGS-84', async () => {
  const { id } = (await server.call(token, 'POST scene', { name: 'Square', lat: 39.916404, lng: 116.410244, crs: 1 }))
    .data
  const where = { lat: expect.closeTo(39.915, 4), lng: expect.closeTo(116.404, 4) }
  expect(await rowOf(id)).toMatchObject(where)
  expect((await server.call(token, 'GET scene/base', { scene_id: id })).data.scene).toMatchObject({ ...where, crs: 0 })
  expect((await server.call(token, 'GET scene/query', { search: 'Square' })).data.list).toMatchObject([
    { id, ...where, crs: 0, device: null },
  ])
  expect(await server.call(token, 'PUT scene', { id, rev: 1, lat: 30, crs: 2 })).toMatchObject({ code: 10205 })
  await server.call(token, 'PUT scene', { id, rev: 1, lat: null, lng: null })
  expect(await rowOf(id)).toMatchObject({ lat: null, lng: null, rev: 2 })
})

test('a map is notified when a device disconnects, not of every report', async () => {
  const { id: scene_id } = (await server.call(token, 'POST scene', { name: 'Presence' })).data
  const session = 'only'
  const { device_id } = await introduce(server.system, '0c5555aa0002', { session })
  await server.call(token, 'POST device/add', { sn: '0c5555aa0002', scene_id, name: 'AP' })
  expect(await rowOf(scene_id)).toMatchObject({ device_online: 1, state: 1 })
  const signal = AbortSignal.timeout(10_000)
  const stream = await fetch(`${server.url}/api/v1/live`, { headers: { authorization: token }, signal })
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const hear = async (wanted: RegExp) => {
    while (!wanted.test(heard)) heard += (await reader.read()).value ?? ''
  }
  await hear(/: open/)
  await server.system.bus.request(departSubject, { device_id, scene_id, session }, 30_000)
  await hear(new RegExp(`"topic":"presence","scene_id":${scene_id}`))
  expect(await rowOf(scene_id)).toMatchObject({ device_online: 0, state: 3 })
  await reader.cancel()
})

test('tiles and borders are chosen by the operator', async () => {
  const url = 'https://tiles.example.org/{z}/{x}/{y}.png'
  const flags = [
    '--map-tiles',
    url,
    '--map-tiles-crs',
    'gcj02',
    '--map-attribution',
    'GS(2026)1',
    '--map-borders',
    'china',
  ]
  const other = await startTestServer(flags)
  const { data } = await other.call(await other.signIn(), 'GET scene/map')
  expect(data).toEqual({
    total: 0,
    list: [],
    borders: 'china',
    tiles: { url, crs: 'gcj02', attribution: 'GS(2026)1' },
  })
  await other.close()
})

test('by default the map is drawn from the included data', async () => {
  expect((await server.call(token, 'GET scene/map')).data).toMatchObject({ borders: 'auto', tiles: null })
})
