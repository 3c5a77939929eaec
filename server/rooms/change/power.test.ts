import { changeErrors as errors } from '@belvedere/contract/rooms/change/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { compileDevices, saveRevisions, settle } from '../intent/api.ts'
import { describeBases } from '../intent/reported-base.job.ts'
import { lightUp } from './power/cycle-ports.job.ts'

const ports = Array.from({ length: 4 }, (_, n) => `Ethernet${n}`)
const capabilities = {
  platform: 'switch',
  'port-list': ports.map((name) => ({ name })),
  'poe-capabilities': { 'power-budget': 60, 'poe-ports': ports.slice(0, 2) },
}

/** The ports that the switch reports: its base is derived from them. */
const facts = {
  interfaces: ports.map((name, n) => ({
    name,
    role: 'port' as const,
    up: true,
    speed_mbps: 1000,
    duplex: 'full' as const,
    ...(n < 2 ? { poe: { status: 'Delivering Power' } } : {}),
  })),
  uplinks: ['Ethernet3'],
}

let server: TestServer
let ingest: Ingest
let token: string
let scene_id: number
let id: number
/** The commands to the switch, and its answers to the next ones; afterwards it obeys. */
let told: Record<string, any>[]
let answers: CommandResult[]

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Office' })).data.id
  id = await makeSwitch('0c7777aa0001')
  server.system.bus.serve(commandSubject(id), async ({ verb, args }: DeviceCommand) => {
    if (verb !== 'configure') return { unsupported: true }
    told.push(args['config'] as Record<string, any>)
    return answers.shift() ?? { result: 0, msg: '' }
  })
})
afterAll(() => server?.close())
beforeEach(() => {
  told = []
  answers = []
})

async function makeSwitch(sn: string): Promise<number> {
  const identity = { type: 2 as const, verbs: ['configure'] as never, capabilities }
  const { device_id } = await introduce(server.system, sn, { family: 'ucentral-switch', identity })
  ingest.push({ device_id, scene_id: 0, at: server.system.now(), facts })
  await ingest.drain()
  await server.call(token, 'POST device/add', { sn, scene_id })
  await describeBases.run(undefined, server.system)
  return device_id
}

/** It runs its desired configuration; returns that. */
async function configured(device_id: number): Promise<Record<string, unknown>> {
  const at = { db: server.system.db, access: server.system.access, system: server.system }
  const document = (await compileDevices(at, [device_id])).get(device_id)?.document ?? {}
  const kept = await saveRevisions(at, [{ device_id, document }], { source: 'change', change_id: null, by: '', now: 1 })
  await settle(at, [{ id: kept.get(device_id)?.id ?? 0, end: 'running' }], 1)
  return document
}

const cycle = (more: object = {}) =>
  server.call(token, 'POST change/power', { id, ports: ['Ethernet1'], seconds: 2, ...more })
const isDark = (config: Record<string, any>) =>
  (config['ethernet'] ?? []).some(
    (one: any) => one['select-ports'][0] === 'Ethernet1' && one.poe['admin-mode'] === false,
  )
const revisions = () =>
  server.system.db.rows(
    sql`select source, state from device_revision where device_id = ${id} and source in ('power', 'back') order by id`,
  )

test('a switch without a known configuration is not changed', async () => {
  expect(await cycle()).toMatchObject({ code: errors.notAsWanted.code })
  expect(told).toEqual([])
})

test('the power is turned off, and on again with the former configuration', async () => {
  const document = await configured(id)
  expect(await cycle()).toMatchObject({ code: 0, data: { restored: 1 } })
  expect(told.map(isDark)).toEqual([true, false])
  expect(told[1]).toEqual(document)
  expect(await revisions()).toEqual([
    { source: 'power', state: 3 },
    { source: 'back', state: 1 },
  ])
  const at = { db: server.system.db, access: server.system.access, system: server.system }
  expect((await compileDevices(at, [id])).get(id)).toMatchObject({ changed: false, before: document })
  expect((await server.call(token, 'GET device/switch', {})).data.list).toMatchObject([{ id, sync: 1 }])
})

test('impossible actions are refused before anything is sent', async () => {
  expect(await cycle({ ports: ['Ethernet1', 'Ethernet3'] })).toMatchObject({ code: errors.noPower.code })
  expect(await cycle({ ports: ['Ethernet9'] })).toMatchObject({ code: errors.noPower.code })
  expect(await cycle({ id: 999_999 })).toMatchObject({ code: deviceErrors.notSupported.code })
  expect(told).toEqual([])
})

test('a switch that refuses keeps its power on', async () => {
  answers = [{ result: 1, msg: 'busy' }]
  expect(await cycle()).toMatchObject({ code: errors.notTaken.code })
  expect(told).toHaveLength(1)
  expect((await server.call(token, 'GET device/switch', {})).data.list).toMatchObject([{ id, sync: 1 }])
})

test('power that was not restored is restored later', async () => {
  answers = [
    { result: 0, msg: '' },
    { result: 2, msg: 'no answer' },
  ]
  expect(await cycle()).toMatchObject({ code: 0, data: { restored: 0 } })
  expect(told.map(isDark)).toEqual([true, false])
  await lightUp.run(undefined, server.system)
  expect(told).toHaveLength(2)
  await server.system.db.run(sql`update device_revision set created_at = created_at - 200 where device_id = ${id}`)
  await lightUp.run(undefined, server.system)
  expect(told.map(isDark)).toEqual([true, false, false])
  await lightUp.run(undefined, server.system)
  expect(told).toHaveLength(3)
})

test('a switch that does not answer does not delay the next one', async () => {
  const silent = await makeSwitch('0c7777aa0002')
  await configured(silent)
  let orders = 0
  let release = () => {}
  const never = new Promise<CommandResult>((resolve) => (release = () => resolve({ result: 2, msg: 'no answer' })))
  server.system.bus.serve(commandSubject(silent), () =>
    ++orders < 2
      ? Promise.resolve({ result: 0, msg: '' })
      : orders === 2
        ? Promise.resolve({ result: 2, msg: '' })
        : never,
  )
  expect(await cycle({ id: silent })).toMatchObject({ data: { restored: 0 } })
  answers = [
    { result: 0, msg: '' },
    { result: 2, msg: '' },
  ]
  expect(await cycle()).toMatchObject({ data: { restored: 0 } })
  await server.system.db.run(sql`update device_revision set created_at = created_at - 200 where source = 'power'`)
  const run = lightUp.run(undefined, server.system)
  await expect.poll(() => told.map(isDark)).toEqual([true, false, false])
  release()
  await run
})
