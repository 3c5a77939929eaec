import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { setBases } from '../../intent/config-store.ts'
import { saveDocuments } from '../../intent/documents.ts'
import { type StubDevice, stubDevice } from '../test-devices.ts'

let server: TestServer
let token: string
let scene: number
let host: number
let device: StubDevice

const own = { destination: '10.99.0.0/16', gateway: '192.168.7.9', interface: 'br0' }
const branch = { destination: '10.20.0.0/16', gateway: '192.168.7.2' }
const six = { destination: '2001:db8:7::/48', gateway: 'fe80::1', interface: 'eth0', metric: 50 }
const base = {
  unit: { name: 'gw', hostname: 'gw' },
  interfaces: [
    { name: 'wan', role: 'upstream', ethernet: [{ 'select-ports': ['eth0'] }], ipv4: { addressing: 'dynamic' } },
    {
      name: 'lan',
      role: 'downstream',
      ethernet: [{ 'select-ports': ['br0'] }],
      ipv4: { addressing: 'static', subnet: '192.168.7.1/24' },
    },
  ],
  'static-routes': [own],
}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Edge' })).data.id
  const agent = { version: 1, interfaces: ['eth0', 'br0'], kinds: ['static-routes'] }
  const { device_id } = await introduce(server.system, '0c7777aa0001', {
    family: 'linux-agent',
    identity: {
      verbs: ['configure', 'running', 'arm', 'confirm'],
      capabilities: { platform: 'linux', 'x-belvedere': agent },
    },
  })
  host = device_id
  await server.system.db.run(sql`update device set scene_id = ${scene} where id = ${host}`)
  const [digest = ''] = await saveDocuments(server.system, server.system.db, [base], server.system.now())
  await setBases(server.system, [{ device_id, digest, uuid: 1 }], server.system.now())
  device = stubDevice(server.system, host, { running: { uuid: 1, config: base } })
})
afterAll(async () => {
  device?.stop()
  await server?.close()
})

const put = (routes: object[], more: object = {}) =>
  server.call(token, 'POST change/edit', {
    edits: [{ level: 2, target_id: host, kind: 'static-routes', key: '', set: { routes } }],
    ...more,
  })
async function apply(routes: object[]): Promise<number> {
  const { id, rev } = (await put(routes)).data
  const { data } = await server.call(token, 'GET change/review', { id })
  expect(data.summary).toMatchObject({ changed_cnt: 1, refused_cnt: 0 })
  expect(await server.call(token, 'POST change/apply', { id, rev, soak: 0, confirm: 15 })).toMatchObject({ code: 0 })
  await expect
    .poll(async () => (await server.call(token, 'GET change/detail', { id })).data.state, { timeout: 30_000 })
    .toBe('done')
  return id
}
const runs = () => device.runs.config['static-routes']
const read = async () => (await server.call(token, 'POST intent/read', { device_id: host })).data

test('are offered for the host only, with its current values', async () => {
  const { kinds, entries } = (await server.call(token, 'GET intent/effective', { level: 2, target_id: host })).data
  expect(kinds).toEqual(['system', 'lan', 'wan', 'static-routes', 'raw'])
  const entry = entries.find(({ kind }: { kind: string }) => kind === 'static-routes')
  expect(entry.fields.routes).toEqual([{ origin: 'base', value: [own], by: '', at: 0 }])
  const above = await server.call(token, 'GET intent/effective', { level: 0, target_id: scene })
  expect(above.data.kinds).not.toContain('static-routes')
})

test('invalid ones are refused with their field, in the language of the caller', async () => {
  const wrong = [branch, branch, { destination: '0.0.0.0/0', gateway: '192.168.7.2' }, { destination: '10.0.0.0/8' }]
  const en = await put(wrong, { lang: 'en' })
  expect([en.code, Object.keys(en.data.fields)]).toEqual([
    commonErrors.badInput.code,
    ['routes.1.destination', 'routes.2.destination', 'routes.3.gateway'],
  ])
  expect(en.data.fields['routes.2.destination']).toBe('The default route follows from the WAN and cannot be added here')
  const zh = await put(wrong, { lang: 'cn' })
  expect(zh.data.fields['routes.2.destination']).toBe('默认路由由外网设置决定，不能在此添加')
  const form = await put([{ destination: '10.0.0/8', gateway: 'x', metric: 0 }], { lang: 'en' })
  expect(form.code).toBe(commonErrors.badInput.code)
  const edit = { level: 0, target_id: scene, kind: 'static-routes', key: '', set: { routes: [branch] } }
  const { code } = await server.call(token, 'POST change/edit', { edits: [edit] })
  expect(code).toBe(intentErrors.badLevel.code)
})

test('one to a network of the host itself is skipped in the review, with the reason', async () => {
  const { id } = (await put([branch, { destination: '192.168.7.0/24', gateway: '192.168.7.3' }])).data
  const { data } = await server.call(token, 'GET change/review', { id, lang: 'en' })
  expect(data.summary.refused_cnt).toBe(1)
  const reason = '192.168.7.0/24 is the subnet of “lan”: the device reaches it without a route'
  expect(data.list[0].refusals).toEqual([{ intent: 'static-routes//routes', reason }])
  await server.call(token, 'POST change/discard', { id })
})

test('are applied, detected as changed manually, corrected, and reverted', async () => {
  const change = await apply([own, branch, six])
  expect(runs()).toEqual([own, branch, six])
  expect(await read()).toMatchObject({ sync: 1, differences: 0 })

  const tampered = { ...device.runs.config, 'static-routes': [own, { ...branch, gateway: '192.168.7.3' }, six] }
  device.stop()
  device = stubDevice(server.system, host, { running: { uuid: device.runs.uuid, config: tampered } })
  expect(await read()).toMatchObject({ sync: 3, differences: 1 })
  const { hunks } = (await server.call(token, 'GET intent/drift', { device_id: host })).data
  expect(hunks).toEqual([
    {
      place: '/static-routes/destination=10.20.0.0~116/gateway',
      before: '192.168.7.2',
      after: '192.168.7.3',
      intents: ['static-routes//routes'],
    },
  ])
  const adopted = { device_id: host, places: [hunks[0].place] }
  expect((await server.call(token, 'POST intent/drift/adopt', adopted)).data).toEqual({ adopted: 1, left: 0 })
  const { list } = (await server.call(token, 'GET intent', { level: 2, target_id: host })).data
  expect(list[0].fields.routes[1].gateway).toBe('192.168.7.3')

  await apply([own])
  expect(runs()).toEqual([own])
  expect(change).toBeGreaterThan(0)
})
