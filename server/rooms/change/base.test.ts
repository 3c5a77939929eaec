import { changeErrors } from '@belvedere/contract/rooms/change/errors.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { stubDevice, type StubDevice } from './test-devices.ts'

/**
 * Devices whose running configuration is not known, such as adopted switches, before their first configuration is sent.
 */

let server: TestServer
let token: string
let ingest: Ingest
let scene_id: number
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  ingest = await openIngest(server.system)
})
beforeEach(async () => {
  scene_id = (await server.call(token, 'POST scene', { name: `Hall ${++made}` })).data.id
})
afterAll(() => server?.close())

const ask = async (path: `${'GET' | 'POST'} ${string}`, payload: object) =>
  server.call(token, path, payload as Record<string, unknown>)
const told = async (path: `${'GET' | 'POST'} ${string}`, payload: object) => {
  const { code, msg, data } = await ask(path, payload)
  expect({ code, msg }).toMatchObject({ code: 0 })
  return data
}

const port = (n: number): InterfaceFact => ({
  name: `Ethernet${n}`,
  role: 'port',
  up: true,
  speed_mbps: 1000,
  duplex: 'full',
})
/** As configured before adoption: its reports do not contain the second VLAN. */
const document = {
  unit: { name: 'by another controller' },
  ethernet: [0, 1].map((n) => ({ 'select-ports': [`Ethernet${n}`], speed: 1000, duplex: 'full', enabled: true })),
  interfaces: [
    {
      name: 'VLAN1',
      vlan: { id: 1, proto: '802.1q' },
      ethernet: [{ 'select-ports': ['Ethernet0', 'Ethernet1'], 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'static', subnet: ['10.20.0.9/24'] },
    },
  ],
  services: { ssh: { enable: true } },
}

interface TestSwitch {
  id: number
  name: string
  stub: StubDevice
}

/** A switch configured before adoption, that reports its ports and cannot report its configuration. */
async function adopted(): Promise<TestSwitch> {
  const sn = `0c88aa${(++made).toString(16).padStart(6, '0')}`
  const identity = { type: 2 as const, verbs: ['configure'] as never, capabilities: { platform: 'switch' } }
  const how = { family: 'ucentral-switch', identity, config_uuid: 1_600_000_000 }
  const { device_id: id } = await introduce(server.system, sn, how)
  const running = { uuid: 1_600_000_000, config: document }
  const stub = stubDevice(server.system, id, { running, silent: true, reports: 1 })
  const name = `Core ${made}`
  await told('POST device/add', { sn, scene_id, name })
  const facts = { interfaces: [port(0), port(1)], uplinks: ['Ethernet1'], address: '10.20.0.9' }
  ingest.push({ device_id: id, scene_id, at: server.system.now(), facts })
  await ingest.drain()
  const known = async () => (await told('GET intent/state', { device_id: id })).base_from
  await expect.poll(known).toBe('reported')
  return { id, name: (await told('GET device/switch', { search: sn })).list[0].name, stub }
}

const change = async ({ id }: TestSwitch, vlan: number) => {
  const edit = { level: 2, target_id: id, kind: 'port', key: 'Ethernet0', set: { vlan } }
  return (await told('POST change/edit', { edits: [edit] })).id
}
const vlansOf = ({ stub }: TestSwitch) =>
  (stub.runs.config['interfaces'] as { vlan: { id: number } }[]).map((one) => one.vlan.id)
const review = (id: number) => told('GET change/review', { id })
const apply = (id: number) => ask('POST change/apply', { id, soak: 0, confirm: 15 })
const over = (id: number) =>
  expect
    .poll(async () => (await told('GET change/detail', { id })).state)
    .toSatisfy((state: string) => state === 'done' || state === 'returned')
async function done(id: number) {
  expect(await apply(id)).toMatchObject({ code: 0 })
  await over(id)
  expect((await told('GET change/detail', { id })).state).toBe('done')
}
const undoLast = async (object: string) => {
  const [newest] = (await told('GET log/sys', { object, limit: 1 })).list
  return (await told('POST log/undo', { id: newest.id })).err_cnt
}

test('nothing is sent to an adopted switch before its configuration is known', async () => {
  const one = await adopted()
  expect(await told('GET intent/state', { device_id: one.id })).toMatchObject({ sync: 0, blocked: 1 })
  const id = await change(one, 20)
  const { list, summary } = await review(id)
  expect(summary).toMatchObject({ changed_cnt: 1, unread_cnt: 1 })
  expect(list).toMatchObject([{ id: one.id, known: 0, derived: 1 }])
  expect((await apply(id)).code).toBe(changeErrors.unread.code)
  expect(await told('POST change/report', { ids: [one.id] })).toMatchObject({ device_cnt: 0, waiting_cnt: 1 })
  expect(one.stub.told).toBe(0)
  await told('POST change/discard', { id })
})

test('its document is imported: it changes only where there are intents, and its undo restores it completely', async () => {
  const one = await adopted()
  const load = (text: string) => ask('POST intent/base/import', { device_id: one.id, document: text })
  for (const wrong of ['no JSON', '[]', '{}', '{"radios":[]}', JSON.stringify({ ...document, ethernet: [] })])
    expect((await load(wrong)).code, wrong).toBe(intentErrors.notDocument.code)
  expect(await load(JSON.stringify({ uuid: 5, ...document }))).toMatchObject({ code: 0 })
  expect(await told('GET intent/state', { device_id: one.id })).toMatchObject({ base_from: 'imported', blocked: 0 })
  const id = await change(one, 20)
  const { list, summary } = await review(id)
  expect(list).toMatchObject([{ id: one.id, known: 1, undoable: 1 }])
  expect(summary).toMatchObject({ unread_cnt: 0, no_undo_cnt: 0 })
  await done(id)
  expect(one.stub.runs.config).toMatchObject({ unit: document.unit, services: document.services })
  expect(vlansOf(one)).toEqual([1, 20])
  expect((await load(JSON.stringify(document))).code).toBe(intentErrors.isKnown.code)
  const back = (await told('POST change/undo', { id })).id
  expect((await review(back)).summary).toMatchObject({ changed_cnt: 1, no_undo_cnt: 0 })
  await done(back)
  expect(one.stub.runs.config).toEqual(document)
})

test('its name is typed: its base is what it reports, and the review warns that its undo does not restore the former configuration', async () => {
  const one = await adopted()
  const agree = (name: string) => ask('POST intent/base/agree', { device_id: one.id, name })
  expect((await agree('another')).code).toBe(intentErrors.otherName.code)
  expect(await agree(one.name)).toMatchObject({ code: 0 })
  const id = await change(one, 20)
  const { list, summary } = await review(id)
  expect(list).toMatchObject([{ id: one.id, known: 1, undoable: 0 }])
  expect(summary).toMatchObject({ unread_cnt: 0, no_undo_cnt: 1 })
  await done(id)
  expect(vlansOf(one)).toEqual([1, 20])
  const back = (await told('POST change/undo', { id })).id
  expect((await review(back)).list).toMatchObject([{ id: one.id, undoable: 0 }])
  await told('POST change/discard', { id: back })
  const second = await change(one, 30)
  expect((await review(second)).summary).toMatchObject({ no_undo_cnt: 0 })
  await told('POST change/discard', { id: second })
})

test('an imported or approved base is undone while nothing was sent', async () => {
  const one = await adopted()
  const from = async () => (await told('GET intent/state', { device_id: one.id })).base_from
  await told('POST intent/base/agree', { device_id: one.id, name: one.name })
  await told('POST intent/base/import', { device_id: one.id, document: JSON.stringify(document) })
  expect([await undoLast(`base:${one.id}`), await from()]).toEqual([0, 'agreed'])
  expect(await from()).toBe('agreed')
})

test('a wireless network of the scene does not apply to its switches', async () => {
  const one = await adopted()
  const sn = `0c88aa${(++made).toString(16).padStart(6, '0')}`
  const verbs = ['configure', 'running'] as never
  const { device_id } = await introduce(server.system, sn, { identity: { verbs }, config_uuid: 1 })
  const ap = { uuid: 1, config: { interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [] }] } }
  stubDevice(server.system, device_id, { running: ap, arms: false })
  await told('POST device/add', { sn, scene_id })
  await told('POST intent/base/agree', { device_id: one.id, name: one.name })
  await expect.poll(async () => (await told('GET intent/state', { device_id })).base_from).toBe('read')
  const edit = { level: 0, target_id: scene_id, kind: 'wireless', key: 'Guest', set: { password: 'sunny-day' } }
  const { id, device_cnt } = await told('POST change/edit', { edits: [edit] })
  expect(device_cnt).toBe(1)
  expect((await review(id)).summary).toMatchObject({ device_cnt: 1 })
  await apply(id)
  await over(id)
  expect((await told('GET change/item', { id })).list.map((item: { id: number }) => item.id)).toEqual([device_id])
  expect(one.stub.told).toBe(0)
})
