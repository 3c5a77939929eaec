import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { type CommandAnswer, commandSubject, deviceConnected } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { startRequested } from './report/run-requests.job.ts'
import { stubDevice, type StubDevice } from './test-devices.ts'

let server: TestServer
let token: string
let scene_id: number
let stub: StubDevice | undefined

const factory = {
  uuid: 1,
  config: { interfaces: [{ name: 'WAN', role: 'upstream', ethernet: [{ 'select-ports': ['WAN*'] }] }] },
}
const verbs = ['configure', 'running', 'arm', 'confirm', 'refresh'] as const
const ask = async (at: `${'GET' | 'POST'} ${string}`, payload: Record<string, unknown>) =>
  (await server.call(token, at, payload)).data
const until = (what: string, is: () => Promise<boolean> | boolean) => expect.poll(is, { message: what }).toBe(true)

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await ask('POST scene', { name: 'Hotel' })).id
})
afterEach(() => stub?.stop())
afterAll(() => server?.close())

const unclaimed = (sn: string) => introduce(server.system, sn, { identity: { verbs: [...verbs] }, config_uuid: 1 })

test('claimed with the option, a factory access point is asked for its state and configured to report', async () => {
  const { device_id } = await unclaimed('0c44cc000001')
  stub = stubDevice(server.system, device_id, { running: factory })
  expect(await ask('POST device/add', { sn: '0c44cc000001', scene_id, report: 1 })).toMatchObject({ id: device_id })
  await until('it runs metrics', () => stub?.runs.config['metrics'] !== undefined)
  expect(stub.runs.config).toMatchObject({
    ...factory.config,
    metrics: { statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] }, realtime: {} },
  })
  expect((await ask('GET change/report', { device_id })).asked).toBe(0)
})

test('without the option nothing is sent; the page names the missing reports, and one call configures them', async () => {
  const { device_id } = await unclaimed('0c44cc000002')
  stub = stubDevice(server.system, device_id, { running: factory })
  await ask('POST device/add', { sn: '0c44cc000002', scene_id })
  const state = () => ask('GET change/report', { device_id })
  await until('its configuration is read', async () => (await state()).reporting !== null)
  expect(await state()).toEqual({
    reporting: { every: 600, checks: 0, terminals: 0, networks: 0, events: 0 },
    asked: 0,
    pending: 0,
  })
  expect(stub.told).toBe(0)
  expect(await ask('POST change/report', { ids: [device_id] })).toMatchObject({ device_cnt: 1, waiting_cnt: 0 })
  await until('it runs metrics', () => stub?.runs.config['metrics'] !== undefined)
})

test('a device with an unread configuration is read later, and only then sent anything', async () => {
  const added = await ask('POST device/add', { sn: '0c44cc000003', scene_id, report: 1 })
  expect(await ask('GET change/report', { device_id: added.id })).toEqual({ reporting: null, asked: 1, pending: 0 })
  await startRequested.run(undefined, server.system)
  expect(await ask('GET change/report', { device_id: added.id })).toMatchObject({ asked: 1 })
  expect(await ask('POST change/report', { ids: [added.id] })).toEqual({ id: 0, device_cnt: 0, waiting_cnt: 1 })
  stub = stubDevice(server.system, added.id, { running: factory })
  await unclaimed('0c44cc000003')
  await ask('POST intent/read', { device_id: added.id })
  await startRequested.run(undefined, server.system)
  await until('it runs metrics', () => stub?.runs.config['metrics'] !== undefined)
})

describe('the state of a device is requested', () => {
  const serve = (device_id: number, answer: CommandAnswer) => {
    const request: DeviceCommand[] = []
    const leave = server.system.bus.serve(commandSubject(device_id), (command: DeviceCommand) => {
      if (command.verb === 'refresh') request.push(command)
      return Promise.resolve(answer)
    })
    return { asked: request, leave }
  }
  const come = (device_id: number, serial: string, reason: string) => {
    const link = { device_id, scene_id, serial, at: 1, session: 'another', address: '192.0.2.7' }
    server.system.emit(deviceConnected, { ...link, reason })
  }

  test('when it is claimed, and when it has booted', async () => {
    const sn = '0c44cc000004'
    const { device_id } = await unclaimed(sn)
    const { asked, leave } = serve(device_id, { result: 0, msg: '' })
    await ask('POST device/add', { sn, scene_id })
    await until('it is asked', () => asked.length === 1)
    expect(asked[0]?.args).toEqual({ message: 'state' })
    come(device_id, sn, 'socket')
    for (const [nth, reason] of ['upgrade', 'upgradefailed', 'factory', 'coldboot'].entries()) {
      come(device_id, sn, reason)
      await until('it is asked again', () => asked.length === nth + 2)
    }
    leave()
  })

  test('once more at its next connection, if it disconnected before it answered', async () => {
    const sn = '0c44cc000005'
    const { device_id } = await unclaimed(sn)
    await ask('POST device/add', { sn, scene_id })
    const { asked, leave } = serve(device_id, { result: 1, msg: 'the device went offline' })
    await until('it is asked at last', () => {
      if (asked.length === 0) come(device_id, sn, 'socket')
      return asked.length === 1
    })
    come(device_id, sn, 'socket')
    come(device_id, sn, 'upgrade')
    await until('a start is another matter', () => asked.length === 2)
    leave()
  })
})
