import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recorded, type GatewayRig, sleep, startRig, until } from './rig.ts'

const serial = '0c1111aa0001'
let rig: GatewayRig
beforeEach(async () => {
  rig = await startRig({ limits: { tickMs: 10 } })
})
afterEach(() => rig.close())

describe('the first message must be connect', () => {
  test('messages before it are ignored', async () => {
    const device = await rig.dial(serial)
    device.send(recorded('ucentral-ap', 'state', serial))
    device.answer(5)
    await sleep(30)
    expect(rig.asks).toEqual([])
    expect(rig.reports).toEqual([])
    device.send(recorded('ucentral-ap', 'connect', serial))
    await until(() => rig.events('device.connected').length === 1)
    expect(rig.reports).toEqual([])
  })

  test('a device that sends only other messages is disconnected', async () => {
    const device = await rig.dial(serial)
    for (let i = 0; i < 10; i++) device.send(recorded('ucentral-ap', 'state', serial))
    expect(await device.closed).toEqual({ code: 1008, reason: 'malformed' })
  })

  test('a silent one is disconnected after thirty seconds', async () => {
    const device = await rig.dial(serial)
    expect(await device.closed).toEqual({ code: 1008, reason: 'no-connect' })
    expect(rig.events('device.disconnected')).toEqual([])
  })

  test('messages directly after connect wait for the identification and are handled in order', async () => {
    let answer = () => {}
    rig.identify = () => new Promise((resolve) => (answer = () => resolve({ device_id: 1, scene_id: 4 })))
    const device = await rig.dial(serial)
    device.send(recorded('ucentral-ap', 'connect', serial))
    device.send(recorded('ucentral-ap', 'state', serial))
    for (const message of [1, 2, 3]) device.tell('healthcheck', { serial, uuid: message, sanity: 90 + message })
    await until(() => rig.asks.length === 1)
    await sleep(20)
    expect(rig.reports).toEqual([])
    answer()
    await until(() => rig.reports.length === 4)
    expect(rig.reports.map(({ device_id, scene_id, facts }) => [device_id, scene_id, facts.health])).toEqual([
      [1, 4, undefined],
      [1, 4, 91],
      [1, 4, 92],
      [1, 4, 93],
    ])
  })

  test('a device is identified once, however often it sends connect', async () => {
    const device = await rig.device(serial)
    device.send(recorded('ucentral-ap', 'connect', serial))
    device.send(recorded('ucentral-ap', 'healthcheck', serial))
    await until(() => rig.reports.length === 1)
    expect(rig.asks).toHaveLength(1)
    expect(rig.events('device.connected')).toHaveLength(1)
  })

  test('one that disconnects during the identification is recorded as disconnected after it was recorded as connected', async () => {
    let answer = () => {}
    rig.identify = () => new Promise((resolve) => (answer = () => resolve({ device_id: 1, scene_id: 4 })))
    const device = await rig.dial(serial)
    device.send(recorded('ucentral-ap', 'connect', serial))
    await until(() => rig.asks.length === 1)
    device.close()
    await until(() => rig.gateway.size.sockets === 0)
    expect(rig.departures).toEqual([])
    answer()
    await until(() => rig.departures.length === 1)
    expect(rig.departures).toMatchObject([{ device_id: 1, scene_id: 4, session: rig.asks[0]?.session }])
    expect(rig.events('device.connected')).toEqual([])
  })

  test('without an identification service the device must reconnect', async () => {
    rig.identify = () => Promise.reject(new Error('the store is down'))
    const device = await rig.dial(serial)
    device.send(recorded('ucentral-ap', 'connect', serial))
    expect(await device.closed).toEqual({ code: 1013, reason: 'not-identified' })
  })
})

describe('identity comes from the certificate', () => {
  test('another serial number in connect is refused', async () => {
    const device = await rig.dial(serial)
    device.send(recorded('ucentral-ap', 'connect', '0c1111aa0099'))
    expect(await device.closed).toEqual({ code: 1008, reason: 'serial-mismatch' })
  })

  test('another serial number in later messages changes nothing', async () => {
    const device = await rig.device(serial)
    await rig.device('0c1111aa0099')
    device.send(recorded('ucentral-ap', 'state', '0c1111aa0099'))
    await until(() => rig.reports.length === 1)
    expect(rig.reports[0]?.device_id).toBe(1)
  })
})

describe('one connection per serial number', () => {
  test('a second one replaces the first, but only when its connect is valid', async () => {
    const first = await rig.device(serial)
    const second = await rig.dial(serial)
    second.tell('connect', { serial, uuid: 0, firmware: 'x' })
    await sleep(30)
    expect(first.ws.readyState).toBe(1)
    second.send(recorded('ucentral-ap', 'connect', serial))
    expect(await first.closed).toEqual({ code: 1008, reason: 'replaced' })
    expect(second.ws.readyState).toBe(1)
    expect(rig.gateway.size.devices).toBe(1)
  })

  test('the device does not go offline meanwhile, and is reported by its new session', async () => {
    const first = await rig.device(serial)
    const second = await rig.device(serial)
    await first.closed
    await sleep(20)
    expect(rig.events('device.disconnected')).toEqual([])
    const [one, two] = rig.events('device.connected').map(({ session }) => session)
    expect(one).not.toBe(two)
    second.close()
    await until(() => rig.events('device.disconnected').length === 1)
    expect(rig.events('device.disconnected')[0]).toMatchObject({ serial, session: two, device_id: 1, reason: 'closed' })
  })

  test('commands are sent on the new one', async () => {
    await rig.device(serial)
    const second = await rig.device(serial)
    const answer = rig.command(serial, 'reboot')
    second.answer((await second.next('reboot')).id)
    expect(await answer).toEqual({ result: 0, msg: '' })
  })
})

test('a device that was moved to another scene reports there at once; one that was removed must reconnect', async () => {
  const device = await rig.device(serial)
  rig.bus.publish('event.device.scene-changed', { device_id: 1, scene_id: 9, from: 1 })
  device.send(recorded('ucentral-ap', 'healthcheck', serial))
  await until(() => rig.reports.length === 1)
  expect(rig.reports[0]?.scene_id).toBe(9)
  rig.bus.publish('event.device.scene-changed', { device_id: 1, scene_id: 0, from: 9, gone: true })
  expect(await device.closed).toEqual({ code: 1012, reason: 'released' })
  expect(rig.events('device.disconnected')).toEqual([])
})

test('a gateway that stops disconnects its devices without reporting them as lost', async () => {
  const device = await rig.device(serial)
  await rig.gateway.stop()
  expect(await device.closed).toEqual({ code: 1001, reason: 'stopping' })
  expect(rig.events('device.disconnected')).toEqual([])
})

test('a device that reconnected to another gateway is disconnected here', async () => {
  const device = await rig.device(serial)
  rig.bus.publish('event.device.connected', { serial, session: 'of another gateway' })
  expect((await device.closed).reason).toBe('replaced')
  expect(rig.events('device.disconnected')).toEqual([])
})
