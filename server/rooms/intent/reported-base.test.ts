import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { changeErrors } from '@belvedere/contract/rooms/change/errors.ts'
import type { InterfaceFact } from '@belvedere/drivers/kit/facts.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { type IntentCtx, compileDevices } from './api.ts'
import { describeBases } from './reported-base.job.ts'

let server: TestServer
let token: string
let ingest: Ingest
let at: IntentCtx
let scene_id: number
let id: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const { system } = server
  ingest = await openIngest(system)
  at = { db: system.db, access: system.access, system }
  scene_id = (await server.call(token, 'POST scene', { name: 'Hall' })).data.id
  // as current clients: no list of ports, and its configuration cannot be read
  const identity = { type: 2 as const, verbs: ['configure'] as never, capabilities: { platform: 'switch' } }
  const sn = '0c7777cc0001'
  const { device_id } = await introduce(system, sn, { family: 'ucentral-switch', identity })
  id = device_id
  await server.call(token, 'POST device/add', { sn, scene_id })
})
afterAll(() => server?.close())

/** The reported configuration becomes the base. */
async function agree(device_id: number): Promise<void> {
  const { list } = (await server.call(token, 'GET device/switch', { ids: [device_id] })).data
  const name = list.find((one: { id: number }) => one.id === device_id)?.name
  expect(await server.call(token, 'POST intent/base/agree', { device_id, name })).toMatchObject({ code: 0 })
}

const port = (n: number, speed?: number): InterfaceFact => ({
  name: `Ethernet${n}`,
  role: 'port',
  up: speed !== undefined,
  ...(speed === undefined ? {} : { speed_mbps: speed, duplex: 'full' as const }),
})
const vlan: InterfaceFact = { name: 'Vlan1', role: 'other', up: true, addresses: ['10.20.0.9'] }

async function report(interfaces: InterfaceFact[], uplinks: string[] = [], ago = 0): Promise<void> {
  const now = server.system.now() - ago
  ingest.push({ device_id: id, scene_id, at: now, facts: { interfaces, uplinks, address: '10.20.0.9' } })
  await ingest.drain()
  await describeBases.run(undefined, server.system)
}

async function input(set: Record<string, unknown>, key = 'Ethernet0') {
  const edit = { level: 2, target_id: id, kind: 'port', key, set } as Edit
  return (await compileDevices(at, [id], [edit])).get(id)
}

test('nothing is sent to a switch before it has reported its ports', async () => {
  const compiled = await input({ vlan: 20 })
  expect(compiled?.document).toBeNull()
  expect(compiled?.changed).toBe(false)
  expect(compiled?.refusals[0]).toMatchObject({
    intent: '',
    reason: { en: expect.stringMatching(/not reported its ports/) },
  })
})

const speedsOf = (compiled: Awaited<ReturnType<typeof input>>) =>
  (compiled?.document?.['ethernet'] as { speed: number }[] | undefined)?.map(({ speed }) => speed)

test('intents of this switch only are refused', async () => {
  const set = { vlan: 20 }
  const draft = { edits: [{ level: 2, target_id: id, kind: 'port', key: 'Ethernet0', set }] }
  const change = (await server.call(token, 'POST change/edit', draft)).data.id
  const answer = await server.call(token, 'POST change/apply', { id: change })
  expect(answer).toMatchObject({ code: changeErrors.blocked.code, msg: expect.stringMatching(/尚未上报端口/) })
  await server.call(token, 'POST change/discard', { id: change })
})

test('the base is derived from its reports, and follows later ones', async () => {
  await report([port(0, 1000), port(1), port(2, 10_000), vlan], ['Ethernet2'], 60)
  const first = await input({ vlan: 20 })
  expect(first?.changed).toBe(true)
  expect(first?.refusals.filter(({ intent }) => intent !== '')).toEqual([])
  // the second has no link
  expect(speedsOf(first)).toEqual([1000, 10_000, 10_000])
  await report([port(0, 1000), port(1, 2500), port(2, 10_000), vlan], [])
  const compiled = await input({ vlan: 20 })
  expect(compiled?.document?.['ethernet']).toEqual(
    [1000, 2500, 10_000].map((speed, n) => ({
      'select-ports': [`Ethernet${n}`],
      speed,
      duplex: 'full',
      enabled: true,
    })),
  )
  const row = await server.system.db.find(sql`select base_open from device_config where device_id = ${id}`)
  expect(row).toEqual({ base_open: false })
  const wanted = { edits: [{ level: 2, target_id: id, kind: 'port', key: 'Ethernet0', set: { vlan: 20 } }] }
  const draft = (await server.call(token, 'POST change/edit', wanted)).data.id
  const review = (await server.call(token, 'GET change/review', { id: draft })).data
  expect(review.list).toMatchObject([{ id, known: 0, derived: 1, changed: 1 }])
  await server.call(token, 'POST change/discard', { id: draft })
  // it is not confirmed
  expect((await server.call(token, 'GET device/switch', {})).data.list).toMatchObject([{ id, sync: 0 }])
  // a base without unknown parts stays
  await report([port(0, 100), port(1), port(2, 10_000), vlan])
  expect((await input({ vlan: 20 }))?.document).toEqual(compiled?.document)
})

test('a switch supports no wireless networks, its scene supports everything', async () => {
  const kinds = async (target: object) =>
    (await server.call(token, 'GET intent/effective', target as Record<string, unknown>)).data.kinds
  expect(await kinds({ level: 2, target_id: id })).toEqual(['system', 'lan', 'wan', 'port', 'service', 'raw'])
  expect(await kinds({ level: 0, target_id: scene_id })).toEqual(expect.arrayContaining(['wireless', 'radio', 'port']))
})

test('its ports have the speeds of switches, and those of a scene all speeds', async () => {
  const of = async (target: Record<string, number>) =>
    (await server.call(token, 'GET intent/effective', target)).data.ports
  const own = await of({ level: 2, target_id: id })
  expect(own).toMatchObject({ negotiates: 0, duplexes: ['full'] })
  expect(own.speeds).toContain(25_000)
  const all = await of({ level: 0, target_id: scene_id })
  expect(all).toMatchObject({ negotiates: 1 })
  expect(all.speeds).toEqual(expect.arrayContaining(own.speeds))
})

test('the uplink is kept although the last report does not name it, and its address is that of its VLAN', async () => {
  const refusals = (await input({ enable: 0 }, 'Ethernet2'))?.refusals ?? []
  expect(refusals.filter(({ intent }) => intent !== '')).toMatchObject([{ intent: 'port/Ethernet2/enable' }])
  expect((await server.call(token, 'GET device/switch', {})).data.list).toMatchObject([{ id, lan_ip: '10.20.0.9' }])
})

test('a switch that reports only on request has its base once it has answered, without waiting for the sweep', async () => {
  const sn = '0c7777cc0002'
  const identity = { type: 2 as const, verbs: ['configure'] as never, capabilities: { platform: 'switch' } }
  const { device_id } = await introduce(server.system, sn, { family: 'ucentral-switch', identity })
  await server.call(token, 'POST device/add', { sn, scene_id })
  const facts = { interfaces: [port(0, 1000), vlan], uplinks: ['Ethernet0'] }
  ingest.push({ device_id, scene_id, at: server.system.now(), facts })
  await ingest.drain()
  await expect
    .poll(async () => (await server.call(token, 'GET intent/state', { device_id })).data)
    .toMatchObject({ sync: 0, base_at: expect.toSatisfy((at: number) => at > 0) })
  const { reporting } = (await server.call(token, 'GET change/report', { device_id })).data
  expect(reporting).toMatchObject({ every: 0, checks: 0, terminals: 0 })
  await agree(device_id)
  const start = await server.call(token, 'POST change/report', { ids: [device_id] })
  expect(start.data).toMatchObject({ device_cnt: 1 })
  await server.call(token, 'POST change/cancel', { id: start.data.id })
})

test('intents of it and of others are sent to the others, with the reason why not to it', async () => {
  const sn = '0c7777cc0003'
  const identity = { type: 2 as const, verbs: ['configure'] as never, capabilities: { platform: 'switch' } }
  const { device_id } = await introduce(server.system, sn, { family: 'ucentral-switch', identity })
  await server.call(token, 'POST device/add', { sn, scene_id })
  const edits = [id, device_id].map((target_id) => ({
    level: 2,
    target_id,
    kind: 'port',
    key: 'Ethernet1',
    set: { vlan: 30 },
  }))
  await agree(id)
  const change = (await server.call(token, 'POST change/edit', { edits })).data.id
  expect((await server.call(token, 'POST change/apply', { id: change })).data).toMatchObject({ device_cnt: 2 })
  const { list } = (await server.call(token, 'GET change/item', { id: change, orderby: 'id asc' })).data
  expect(list[1]).toMatchObject({
    id: device_id,
    state: 'skipped',
    reason: 'blocked',
    msg: expect.stringMatching(/尚未上报端口/),
  })
  await expect.poll(async () => (await server.call(token, 'GET change/detail', { id: change })).data.state).toBe('done')
})
