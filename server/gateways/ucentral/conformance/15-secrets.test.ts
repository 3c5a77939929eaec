import { afterEach, beforeEach, expect, test } from 'vitest'
import { recorded, type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
const secrets = ['r4nd0m-Secret', 'hunter2-hunter2', 'psk-of-the-shop', 'rtty-token-123', 'p4ss-in-config']
beforeEach(async () => {
  rig = await startRig()
  device = await rig.device(serial)
})
afterEach(() => rig.close())

/** All data that left the gateway: logs, requests, reports, events. */
const everything = () =>
  rig.log() +
  JSON.stringify([
    rig.asks,
    rig.reports,
    rig.events('device.connected'),
    rig.events('device.disconnected'),
    rig.events('device.event'),
  ])

test('connect.password, deviceupdate.currentPassword and similar members do not leave the gateway', async () => {
  device.send(recorded('ucentral-ap', 'deviceupdate', serial))
  device.tell('event', {
    data: {
      event: [1, { type: 'wifi.start', payload: { ssid: 'Shop', psk: secrets[2], nested: [{ token: secrets[3] }] } }],
    },
  })
  device.tell('log', { log: 'x', severity: 3, data: { password: secrets[1] } })
  device.tell('telemetry', { data: { radius: [[1, { user: 'a', 'User-Password': secrets[1] }]] } })
  await until(() => rig.events('device.event').length === 4)
  expect(recorded('ucentral-ap', 'connect', serial).params).toHaveProperty('password', secrets[0])
  for (const secret of secrets) expect(everything()).not.toContain(secret)
  expect(everything()).toContain('Shop')
})

test('data sent to a device is not logged, also when the command fails', async () => {
  const config = { uuid: 5, config: { interfaces: [], key: secrets[4] } }
  const answer = rig.command(serial, 'configure', config)
  const { id, params } = await device.next('configure')
  expect(params.config.key).toBe(secrets[4])
  device.answer(id, { uuid: 5, status: { error: 2, text: 'no' } })
  await answer
  device.answer(id, { uuid: 5, status: { error: 2, text: 'again' } })
  device.sendText(`{"password":"${secrets[1]}`)
  await rig.command(
    serial,
    'configure',
    { ...config, config: { ...config.config, big: Math.random().toString(36).repeat(20_000) } },
    30,
  )
  device.close()
  await until(() => rig.events('device.disconnected').length === 1)
  for (const secret of secrets) expect(everything()).not.toContain(secret)
})

test('capabilities are kept for display, without secrets', async () => {
  await rig.device('0c1111aa0002', {
    hello: { capabilities: { platform: 'ap', model: 'M', 'x-cloud': { token: secrets[3], region: 'eu' } } },
  })
  expect(rig.asks[1]?.identity.capabilities['x-cloud']).toEqual({ token: '…', region: 'eu' })
})
