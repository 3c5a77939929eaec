import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recorded, type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
beforeAll(async () => {
  rig = await startRig({ limits: { inflated: 2_000_000 } })
  device = await rig.device(serial)
})
afterAll(() => rig.close())

const pack = (params: unknown, deflate: (text: string) => Buffer = deflateSync) =>
  deflate(JSON.stringify(params)).toString('base64')
const reported = (health: number) => rig.reports.some(({ facts }) => facts.health === health)

test('a compressed state is handled as a state', async () => {
  const { params } = recorded('ucentral-ap', 'state', serial)
  device.tell('state', { compress_64: pack(params), compress_sz: JSON.stringify(params).length })
  await until(() => rig.reports.some(({ facts }) => facts.uptime === 86400))
})

test.each([
  ['missing', {}],
  ['too small', { compress_sz: 1 }],
  ['absurd', { compress_sz: 'many' }],
  ['a gigabyte', { compress_sz: 1e9 }],
])('compress_sz %s is ignored, and so are other members beside it', async (_, more) => {
  const health = JSON.stringify(more).length
  device.tell('healthcheck', {
    compress_64: pack({ serial, uuid: 1, sanity: health }),
    serial: 'ffffffffffff',
    sanity: 1,
    ...more,
  })
  await until(() => reported(health))
})

test.each([
  ['log', { log: 'packed', severity: 5 }],
  ['event', { data: { event: [1790003700, { type: 'packed.event', payload: {} }] } }],
  ['alarm', { data: { text: 'packed', type_id: 'X' } }],
  ['telemetry', { data: { dhcp: [[1790003700, {}]] } }],
])('compressed %s is accepted too', async (method, params) => {
  const before = rig.events('device.event').length
  device.tell(method, { compress_64: pack({ serial, ...params }) })
  await until(() => rig.events('device.event').length === before + 1)
})

test('a compressed first message', async () => {
  const other = await rig.dial('0c1111aa0002')
  other.tell('connect', { compress_64: pack(recorded('ucentral-ap', 'connect', '0c1111aa0002').params) })
  await until(() => rig.asks.some((ask) => ask.id.value === '0c1111aa0002'))
})

test('a large one is decompressed in another thread, and the order of messages is kept', async () => {
  const start = rig.reports.length
  const padding = (letter: string) => letter.repeat(1_500_000)
  device.tell('healthcheck', { compress_64: pack({ serial, sanity: 71, padding: padding('x') }) })
  device.tell('healthcheck', { serial, sanity: 72 })
  device.tell('healthcheck', { compress_64: pack({ serial, sanity: 73, padding: padding('y') }) })
  device.tell('healthcheck', { serial, sanity: 74 })
  await until(() => reported(74))
  expect(rig.reports.slice(start).map(({ facts }) => facts.health)).toEqual([71, 72, 73, 74])
})

test.each<[string, unknown]>([
  ['a bomb', deflateSync(Buffer.alloc(30_000_000)).toString('base64')],
  ['gzip', pack({ serial, sanity: 1 }, (text) => gzipSync(text))],
  ['raw deflate', pack({ serial, sanity: 1 }, (text) => deflateRawSync(text))],
  ['not base64', '***'],
  ['nothing', ''],
  ['a list', pack([1])],
  ['no JSON', deflateSync('{"a":').toString('base64')],
])('%s is only a malformed message', async (_, compress_64) => {
  const other = await rig.device('0c1111aa0003')
  const before = rig.reports.length
  other.tell('healthcheck', { compress_64 })
  other.tell('healthcheck', { serial: '0c1111aa0003', sanity: 99 })
  await until(() => rig.reports.length > before)
  expect(rig.reports.slice(before).map(({ facts }) => facts.health)).toEqual([99])
  expect(other.ws.readyState).toBe(1)
})

test('compress_64 with a value that is not text is an ordinary member', async () => {
  device.tell('healthcheck', { serial, sanity: 81, compress_64: 7 })
  await until(() => reported(81))
})
