import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeConformance } from '@belvedere/drivers/kit/driver-conformance.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { sendCommand } from '../../devices/send-command.ts'
import { openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { testPager } from './test-driver.ts'
import { connectPager } from './test-gateway.ts'

/**
 * A driver and a gateway for a fictional protocol: added without a change in `drivers/kit`, in a room or on the web, they have
 * the same functions as others.
 */
describeConformance(testPager, new URL('.', import.meta.url))

let server: TestServer
let token: string
let ingest: Ingest
let scene_id: number
let device: Awaited<ReturnType<typeof connectPager>>
/** The document that the device runs, and the lines that it received. */
const runs = { uuid: 7, config: { greeting: 'front desk' } as Record<string, unknown> }
const lines: string[] = []

async function answer(line: string): Promise<string> {
  lines.push(line)
  const [, uuid, config] = /^SET (\d+) (.*)$/.exec(line) ?? []
  if (config) Object.assign(runs, { uuid: Number(uuid), config: JSON.parse(config) })
  return line === 'GET' ? `CFG ${runs.uuid} ${JSON.stringify(runs.config)}` : 'OK'
}

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  ingest = await openIngest(server.system)
  // discovery finds the driver of a family with a folder in `drivers/device` in the same way
  const drivers = await discoverDrivers()
  drivers.push(testPager)
  scene_id = (await server.call(token, 'POST scene', { name: 'Hospital' })).data.id
  const hello = 'HELLO oui=00A0C6 class=P-7 serial=77-0001 version=1.4'
  device = await connectPager({ system: server.system, ingest, drivers }, { answer }, hello)
})
afterAll(async () => {
  device?.close()
  await server?.close()
})

const call = async (at: `${'GET' | 'POST'} ${string}`, payload: Record<string, unknown>) => {
  const { code, msg, data } = await server.confirmed(token, at, payload)
  expect({ at, code, msg }).toMatchObject({ code: 0 })
  return data
}
const row = async () => (await call('GET device/all', { sn: device.sn, page: 1, limit: 10 })).list[0]

test('it is identified by its own scheme, and added by the serial number of that scheme', async () => {
  expect(device.sn).toBe('00A0C6-P%2D7-77%2D0001')
  const { id, online } = await call('POST device/add', { sn: device.sn, scene_id, name: 'Ward 3' })
  expect({ id, online }).toEqual({ id: device.device_id, online: 1 })
  expect(await row()).toMatchObject({ sn: device.sn, vendor: 'Pagers', model: 'P-7', firmware: '1.4', name: 'Ward 3' })
})

test('its reports are shown', async () => {
  // the gateway learns its scene from the event; a report of this test states the scene itself
  const { facts = {} } = testPager.decode('STAT', { up: '3600', cpu: '12', cfg: '7', rx: '1000', tx: '500' })
  ingest.push({ device_id: device.device_id, scene_id, at: server.system.now(), facts })
  await ingest.drain()
  const { data } = await server.call(token, 'GET device/detail', { id: device.device_id })
  expect(JSON.stringify(data)).toContain('"cpu":12')
})

test('it executes the commands that its driver encodes, and no others', async () => {
  const reboot = await sendCommand(server.system, device.device_id, { verb: 'reboot', args: {} }, 5000)
  expect(reboot).toEqual({ answer: { result: 0, msg: '' } })
  expect(lines).toContain('RESET')
  const leds = await sendCommand(server.system, device.device_id, { verb: 'leds', args: { pattern: 'on' } }, 5000)
  expect(leds).toEqual({ answer: { unsupported: true } })
})

test('its configuration is compiled and sent by a change set, and read back', async () => {
  const edit = { level: 2, target_id: device.device_id, kind: 'system', key: '', set: { name: 'ward-3' } }
  const { id } = await call('POST change/edit', { edits: [edit] })
  await call('POST change/apply', { id, soak: 0, confirm: 15 })
  await expect
    .poll(async () => (await call('GET change/detail', { id })).state, { interval: 200 })
    .toSatisfy((state: string) => state === 'done' || state === 'returned')
  expect(runs.config).toMatchObject({ greeting: 'ward-3' })
  const { device_id } = device
  expect(await call('POST intent/read', { device_id })).toMatchObject({ sync: 1, differences: 0 })
  // changed by hand, and adopted: the driver translates the document into intents
  runs.config = { ...runs.config, greeting: 'by hand' }
  expect(await call('POST intent/read', { device_id })).toMatchObject({ differences: 1 })
  const { data: drift } = await server.call(token, 'GET intent/drift', { device_id })
  expect(drift.hunks).toMatchObject([{ place: '/greeting', intents: ['system//name'] }])
  expect(await call('POST intent/drift/adopt', { device_id, places: ['/greeting'] })).toMatchObject({ adopted: 1 })
  const { data: kept } = await server.call(token, 'GET intent', { level: 2, target_id: device_id })
  expect(JSON.stringify(kept)).toContain('by hand')
})
