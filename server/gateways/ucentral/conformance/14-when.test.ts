import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayRig, startRig } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
beforeAll(async () => {
  rig = await startRig()
  device = await rig.device(serial)
})
afterAll(() => rig.close())

const inAnHour = Math.floor(Date.now() / 1000) + 3600

// no client supports `when`: it would act at once, so a time in the arguments must never be sent to it
test.each([
  ['reboot', {}, 'reboot'],
  ['factory', {}, 'factory'],
  ['upgrade', { uri: 'https://x/fw' }, 'upgrade'],
  ['script', { script: 'true' }, 'script'],
  ['leds', { pattern: 'blink' }, 'leds'],
  ['configure', { uuid: 5, config: { a: 1 } }, 'configure'],
  ['refresh', {}, 'request'],
])('%s is sent for now, whatever time is requested', async (verb, args, method) => {
  void rig.command(serial, verb, { ...args, when: inAnHour }, 50)
  expect((await device.next(method)).params.when).toBe(0)
})

test('the caller schedules: a command is sent at once', async () => {
  void rig.command(serial, 'reboot', { when: inAnHour }, 50)
  await device.next('reboot')
})
