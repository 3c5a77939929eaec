import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { DeviceEvent } from '@belvedere/drivers/kit/facts.ts'
import { deviceEvent } from '../../devices/device-link.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import { eventSubject } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { endUnobserved, loadObserved } from './watch/watch-device-events.gateway.ts'

const drivers = await discoverDrivers()
const driverOf = (family: string) => drivers.find((one) => one.family === family) as DeviceDriver
const ucentralAp = driverOf('ucentral-ap')
const ucentralSwitch = driverOf('ucentral-switch')

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let serials = 0

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  // reports are read in this process, and not in the thread of the server's devices
  await loadObserved.run(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Plant' })).data.id
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.system.db.run(sql`delete from alarm`)
  await server.call(token, 'POST alarm/config', { preset: 'normal' })
})

async function device(): Promise<number> {
  const sn = `0c4848aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn)
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `Switch ${serials}` })
  return device_id
}
const list = async (request: object = {}) =>
  (await server.call(token, 'GET alarm/log', { lang: 'en', scene_id: scene, ...request })).data.list
const becomes = (expected: object[]) => vi.waitFor(async () => expect(await list()).toMatchObject(expected))

/** As the gateway forwards the content of a device's message. */
async function hear(
  device_id: number,
  method: string,
  params: object,
  driver = ucentralSwitch,
  ago = 0,
): Promise<void> {
  const { facts, events = [] } = driver.decode(method, params as Record<string, unknown>)
  const at = server.system.now() - ago
  for (const event of events) publish(device_id, { ...event, at: event.at || at })
  if (!facts) return
  ingest.push({ device_id, scene_id: scene, at, facts })
  await ingest.drain()
}
const publish = (device_id: number, event: DeviceEvent) =>
  server.system.bus.publish(eventSubject(deviceEvent.name), { device_id, scene_id: scene, event })

const alarm = (said: object) => ({
  data: {
    id: '17',
    resource: 'FAN 1',
    text: 'Fan 1 has failed',
    time_created: `${server.system.now()}000000000`,
    type_id: 'FAN_FAULT',
    severity: '1',
    ...said,
  },
})
const event = (type: string, payload: object) => ({ data: { event: [server.system.now(), { type, payload }] } })

describe('an alarm of a device', () => {
  test('is an alarm with the reported values, and ends when the device clears it', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({}))
    await becomes([
      {
        type: 'dev_fan',
        level: 1,
        state: 0,
        lasting: 1,
        text: 'Fan FAN 1: Fan 1 has failed (FAN_FAULT)',
        device_id: id,
      },
    ])
    await hear(id, 'alarm', alarm({ text: 'Fan 1 is normal' }))
    await becomes([{ type: 'dev_fan', state: 1, lasting: 0 }])
  })

  test('of each part is a separate type, and ends by the number alone', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({}))
    await hear(id, 'alarm', alarm({ id: '18', resource: 'PSU 2', type_id: 'PSU_FAULT', text: 'No input' }))
    await hear(id, 'alarm', alarm({ id: '19', resource: 'CPU', type_id: 'TEMPERATURE_EXCEEDED', text: '98 C' }))
    await hear(id, 'alarm', alarm({ id: '20', resource: 'Ethernet3', type_id: 'INTERFACE_OPER', text: 'down' }))
    await vi.waitFor(async () =>
      expect((await list()).map(({ type }: { type: string }) => type).sort()).toEqual([
        'dev_fan',
        'dev_hardware',
        'dev_power',
        'dev_temperature',
      ]),
    )
    await hear(id, 'alarm', {
      data: { id: '18', resource: '', text: '', time_created: '0', type_id: '', severity: '0' },
    })
    await vi.waitFor(async () => expect(await list({ state: 1 })).toMatchObject([{ type: 'dev_power' }]))
    // a state ends what it measures, and leaves the alarm of the sensor
    await hear(id, 'state', { state: { unit: { temperature: [40, 41] } } })
    expect(await list({ state: 0 })).toHaveLength(3)
  })

  test('has the severity reported by the device, unless a level is set', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({ severity: '3' }))
    await becomes([{ level: 2 }])
    await server.system.db.run(sql`delete from alarm`)
    await server.call(token, 'POST alarm/config', { scene_id: scene, list: [{ type: 'dev_fan', level: 3 }] })
    await hear(id, 'alarm', alarm({ severity: '0' }))
    await becomes([{ level: 3 }])
    await server.call(token, 'POST alarm/config', { scene_id: scene, list: [{ type: 'dev_fan', inherit: ['level'] }] })
  })

  test('rises to a more severe level while it lasts, and people are notified of that', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({ severity: '3', text: 'Fan 1 is slow' }))
    await becomes([{ level: 2, state: 0, cnt: 1, text: 'Fan FAN 1: Fan 1 is slow (FAN_FAULT)' }])
    const [first] = await list()
    await hear(id, 'alarm', alarm({ severity: '1' }))
    await becomes([{ id: first.id, level: 1, state: 0, cnt: 1, text: 'Fan FAN 1: Fan 1 has failed (FAN_FAULT)' }])
    const news = () =>
      server.system.db.rows(sql`
        select n.state, i.level from incident_event n join alarm_incident i on i.id = n.incident_id
        where i.alarm_id = ${first.id} order by n.id`)
    await vi.waitFor(async () =>
      expect(await news()).toEqual([
        { state: 1, level: 1 },
        { state: 2, level: 1 },
      ]),
    )
    // the level does not fall while it lasts
    await hear(id, 'alarm', alarm({ severity: '5', text: 'Fan 1 is slow' }))
    await hear(id, 'alarm', alarm({ id: '18', resource: 'FAN 2', severity: '5' }))
    await vi.waitFor(async () => expect(await list()).toHaveLength(2))
    expect((await list()).find((one: { id: number }) => one.id === first.id)).toMatchObject({ level: 1, lasting: 1 })
  })

  test('solved manually stays solved, even if it becomes more severe before it ends', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({ severity: '3' }))
    await becomes([{ level: 2, state: 0 }])
    const [{ id: alarm_id }] = await list()
    await server.call(token, 'POST alarm/log/solve', { ids: [alarm_id] })
    await hear(id, 'alarm', alarm({ severity: '1' }))
    await hear(id, 'alarm', alarm({ id: '18', resource: 'FAN 2' }))
    await vi.waitFor(async () => expect(await list()).toHaveLength(2))
    expect((await list()).find((one: { id: number }) => one.id === alarm_id)).toMatchObject({ level: 2, state: 1 })
  })

  test('whose clearance was lost ends after a day', async () => {
    const id = await device()
    await hear(id, 'alarm', alarm({}))
    await becomes([{ lasting: 1 }])
    const { now } = server.system
    await endUnobserved({ ...server.system, now: () => now() + 3600 })
    expect(await list({ state: 0 })).toHaveLength(1)
    await endUnobserved({ ...server.system, now: () => now() + 86_500 })
    expect(await list({ state: 0 })).toHaveLength(0)
  })
})

describe('a powered port', () => {
  const state = (fault: string, status = 'Delivering Power') => ({
    state: {
      'link-state': {
        upstream: {
          Ethernet7: { carrier: true, poe: { status, 'fault-status': fault } },
          Ethernet8: { carrier: true, poe: { status: 'Delivering Power', 'fault-status': 'NO_ERROR' } },
        },
      },
    },
  })

  test('in trouble is an alarm by its event and by the state, once, and ends by either', async () => {
    const id = await device()
    await hear(id, 'event', event('wired.poe.fault.overload', { name: 'Ethernet7' }))
    await becomes([{ type: 'dev_poe', text: 'PoE of port Ethernet7: Overload', level: 2, cnt: 1 }])
    await hear(id, 'state', state('OVERLOAD', 'OVERLOAD'))
    expect(await list()).toHaveLength(1)
    await hear(id, 'state', state('NO_ERROR'))
    await becomes([{ lasting: 0 }])
    await hear(id, 'state', state('THERMAL_SHUTDOWN', 'OTHER_FAULT'))
    await becomes([{ lasting: 1, cnt: 2, text: 'PoE of port Ethernet7: Too hot, shut down' }])
    await hear(id, 'event', event('wired.poe.status.delivering_power', { name: 'Ethernet7' }))
    await becomes([{ lasting: 0 }])
    // an alarm that an event ended is raised again when the state still shows the fault
    await hear(id, 'state', state('SHORT', 'OTHER_FAULT'))
    await becomes([{ lasting: 1 }])
  })

  test('without a device has no alarm', async () => {
    const id = await device()
    await hear(id, 'event', event('wired.poe.fault.mps_absent', { name: 'Ethernet7' }))
    await hear(id, 'event', event('wired.poe.status.searching', { name: 'Ethernet7' }))
    await hear(id, 'state', state('MPS_ABSENT', 'Searching'))
    expect(await list()).toEqual([])
  })
})

describe('a health check', () => {
  const check = (sanity: number, data: object = {}) => ({ sanity, data })

  test('below its threshold is an alarm with its messages, and the threshold is a setting', async () => {
    const id = await device()
    await hear(id, 'healthcheck', check(50, { messages: ['the POE feature is not initialized'] }))
    await becomes([
      { type: 'dev_health', text: 'The device reports a health of 50 %: the POE feature is not initialized', level: 2 },
    ])
    await hear(id, 'healthcheck', check(100, { messages: [] }))
    await becomes([{ lasting: 0 }])
    const other = await device()
    await hear(other, 'healthcheck', check(95))
    expect(await list({ state: 0 })).toEqual([])
    await server.call(token, 'POST alarm/config', { list: [{ type: 'dev_health', threshold: 100 }] })
    await hear(other, 'healthcheck', check(95))
    expect(await list({ state: 0 })).toMatchObject([{ type: 'dev_health', device_id: other }])
    await hear(other, 'healthcheck', check(100))
    expect(await list({ state: 0 })).toEqual([])
  })

  test('of an access point names the failure: each is a separate alarm that the next check ends', async () => {
    const id = await device()
    const interfaces = {
      up0v0: {
        dns: false,
        dhcp: false,
        location: '/interfaces/0',
        warning: ['DHCP did not offer any leases', 'DNS 9.9.9.9 is not reachable'],
      },
      down1v0: {
        radius: { Staff: false },
        ssids: { Guest: false },
        warning: ['Radius 10.0.0.5:1812 is not reachable'],
      },
    }
    const radios = { radio1: { failed_ssids: { Guest: 'no_channel' }, phy: 1 } }
    await hear(id, 'healthcheck', check(33, { unit: { memory: 93.4 }, interfaces, radios }), ucentralAp)
    const texts = (await list()).map(({ type, text }: { type: string; text: string }) => [type, text])
    expect(Object.fromEntries(texts)).toEqual({
      dev_dns: 'DNS of up0v0 does not answer: DNS 9.9.9.9 is not reachable',
      dev_dhcp: 'No DHCP offer on up0v0: DHCP did not offer any leases',
      dev_radius: 'The RADIUS server of Staff does not answer: Radius 10.0.0.5:1812 is not reachable',
      dev_ssid: 'Guest is not on the air: radio1 no_channel',
      dev_memory: '93 % of the memory is in use',
    })
    await hear(id, 'healthcheck', check(100, { unit: { memory: 40 } }), ucentralAp)
    expect(await list({ state: 0 })).toEqual([])
  })

  test('is preceded by events: the alarm is raised immediately, once, and the check ends it', async () => {
    const id = await device()
    const said = { iface: 'up0v0', error: 'DNS 9.9.9.9 is not reachable.' }
    await hear(id, 'event', event('health.dns', said), ucentralAp)
    await hear(
      id,
      'event',
      event('health.radius', { ssid: 'Staff', error: 'Radius 10.0.0.5:1812 is not reachable' }),
      ucentralAp,
    )
    await hear(id, 'event', event('health.memory', { used: 91.2, error: 'Memory is almost exhausted.' }), ucentralAp)
    await vi.waitFor(async () => expect(await list()).toHaveLength(3))
    await hear(
      id,
      'healthcheck',
      check(80, { unit: { memory: 91 }, interfaces: { up0v0: { dns: false } } }),
      ucentralAp,
    )
    await vi.waitFor(async () => {
      expect((await list({ state: 0 })).map(({ type }: { type: string }) => type).sort()).toEqual([
        'dev_dns',
        'dev_memory',
      ])
    })
    await hear(id, 'healthcheck', check(100, { unit: { memory: 50 } }), ucentralAp)
    expect(await list({ state: 0 })).toEqual([])
    expect(await list()).toHaveLength(3)
  })
})

test('a device that stays hot is an alarm that ends when it has cooled', async () => {
  const id = await device()
  const hot = (degrees: number) => ({ state: { unit: { temperature: [degrees - 3, degrees] } } })
  await hear(id, 'state', hot(95), ucentralSwitch, 400)
  expect(await list()).toEqual([])
  await hear(id, 'state', hot(96), ucentralSwitch, 60)
  expect(await list()).toMatchObject([{ type: 'dev_temperature', text: 'The device is at 96 °C' }])
  await hear(id, 'state', hot(70))
  expect(await list({ state: 0 })).toEqual([])
})
