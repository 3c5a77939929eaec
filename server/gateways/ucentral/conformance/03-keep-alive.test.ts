import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'

const serial = '0c1111aa0001'
let rig: GatewayRig
// a second lasts 5 ms here, so an interval of thirty lasts 150
beforeEach(async () => {
  rig = await startRig({ limits: { tickMs: 5 } })
})
afterEach(() => rig.close())

test('pings of a device are answered with the same payload', async () => {
  const device = await rig.device(serial)
  const pong = new Promise((resolve) => device.ws.once('pong', resolve))
  device.ws.ping(Buffer.from('abc'))
  expect(String(await pong)).toBe('abc')
})

test('every device is pinged, switches too, and stays connected when it answers', async () => {
  const ap = await rig.device(serial)
  const other = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
  await until(() => ap.pings() >= 4 && other.pings() >= 4)
  expect([ap.ws.readyState, other.ws.readyState]).toEqual([1, 1])
})

test('only a device that misses two pings is disconnected', async () => {
  const deaf = await rig.device(serial, { pongs: false })
  const good = await rig.device('0c1111aa0002')
  expect((await deaf.closed).code).toBe(1008)
  expect(deaf.pings()).toBe(2)
  await until(() => rig.events('device.disconnected').length > 0)
  expect(rig.events('device.disconnected')).toMatchObject([{ serial, reason: 'silent' }])
  expect(good.ws.readyState).toBe(1)
})

test('messages count as a sign of life even when pongs are missing', async () => {
  const device = await rig.device(serial, { pongs: false })
  for (let i = 0; i < 30; i++) {
    device.tell('ping', { serial, uuid: 1 })
    await sleep(40)
  }
  expect(device.pings()).toBeGreaterThan(2)
  expect(device.ws.readyState).toBe(1)
})

test('a device with messages in every interval is pinged every second interval', async () => {
  const [talks, listens] = [await rig.device(serial), await rig.device('0c1111aa0003')]
  const talk = setInterval(() => talks.tell('ping', { serial, uuid: 1 }), 20)
  await until(() => listens.pings() >= 8)
  clearInterval(talk)
  expect(talks.pings()).toBeGreaterThanOrEqual(3)
  expect(talks.pings()).toBeLessThanOrEqual(6)
})

test('the gateway runs one timer in total, not one per device', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  await rig.device(serial)
  const before = timers()
  for (let i = 10; i < 30; i++) await rig.device(`0c1111aa00${i}`)
  await sleep(20)
  expect(timers() - before).toBeLessThan(5)
})
