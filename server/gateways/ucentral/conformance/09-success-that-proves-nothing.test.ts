import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineDeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { Abilities } from '@belvedere/drivers/kit/define-protocol.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { driversAtHand } from './drivers-at-hand.ts'
import { type GatewayRig, sleep, startRig } from './rig.ts'

let rig: GatewayRig
beforeEach(async () => {
  const drivers = await driversAtHand()
  const ap = drivers.find(({ family }) => family === 'ucentral-ap')
  if (!ap) throw new Error('no driver for access points')
  // a driver that disconnects a terminal, as future drivers may
  const kicking = defineDeviceDriver({
    ...ap,
    protocol: {
      ...ap.protocol,
      encode: (command: DeviceCommand, can: Abilities) =>
        command.verb === 'leds'
          ? { method: 'rrm', params: { actions: [] }, timeout: 5000, answers: false }
          : ap.protocol.encode?.(command, can),
    },
  })
  rig = await startRig({ drivers: [...drivers.filter((driver) => driver !== ap), kicking] })
})
afterEach(() => rig.close())

test('rrm is complete once it is sent: no client answers it', async () => {
  const device = await rig.device('0c1111aa0001')
  expect(await rig.command('0c1111aa0001', 'leds')).toEqual({ result: 0, msg: '' })
  expect(await device.next('rrm')).toMatchObject({ params: { serial: '0c1111aa0001', actions: [] } })
  const next = rig.command('0c1111aa0001', 'reboot')
  device.answer((await device.next('reboot')).id)
  expect(await next).toEqual({ result: 0, msg: '' })
})

test('an access point does not answer unknown commands: a time-out, not a success', async () => {
  const device = await rig.device('0c1111aa0001')
  const answer = rig.command('0c1111aa0001', 'factory', {}, 100)
  await device.next('factory')
  expect(await answer).toMatchObject({ result: 2 })
})

test('a switch answers Success to everything, so unsupported commands are not sent to it', async () => {
  const device = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
  device.ws.on('message', (data) =>
    device.answer(JSON.parse(String(data)).id, { status: { error: 0, text: 'Success' } }),
  )
  for (const verb of ['leds', 'tunnel', 'cgi', 'backup']) {
    expect(await rig.command('24fe9a000007', verb, { pattern: 'on', op: 'open', session: 's' })).toEqual({
      unsupported: true,
    })
  }
  await sleep(20)
  expect(device.heard).toEqual([])
  expect(await rig.command('24fe9a000007', 'reboot')).toEqual({ result: 0, msg: '' })
})
