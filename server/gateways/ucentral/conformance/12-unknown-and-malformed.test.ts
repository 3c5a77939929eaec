import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { metrics } from '../../../base/process/metrics.ts'
import { type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
beforeEach(async () => {
  rig = await startRig()
  device = await rig.device(serial)
})
afterEach(() => rig.close())

let sanity = 0
/** All messages sent before were handled, and the device is still connected. */
async function alive(): Promise<void> {
  const health = 1 + (sanity++ % 99)
  const before = rig.reports.length
  device.tell('healthcheck', { serial, sanity: health })
  await until(() => rig.reports.length > before && rig.reports.at(-1)?.facts.health === health)
}

const total = async (method: string) =>
  Number(
    new RegExp(`belvedere_ucentral_messages_total\\{method="${method}"\\} (\\d+)`).exec(await metrics.metrics())?.[1] ??
      0,
  )

test('unknown methods share one counter and do no harm, in any number', async () => {
  const before = await total('other')
  for (let i = 0; i < 50; i++) device.tell(`made-up-${i}`, { serial })
  await alive()
  expect((await total('other')) - before).toBe(50)
})

test('venue_broadcast is known, counted, and not passed on', async () => {
  const other = await rig.device('0c1111aa0002')
  const before = await total('venue_broadcast')
  device.tell('venue_broadcast', { serial, timestamp: 1, data: { x: 1 } })
  await alive()
  expect((await total('venue_broadcast')) - before).toBe(1)
  expect(other.heard).toEqual([])
})

test('tunnelled RADIUS is not an error', async () => {
  for (let i = 0; i < 20; i++) device.send({ radius: 'auth', data: 'AAAA' })
  await alive()
})

test.each<[string, string]>([
  ['no JSON', '{"jsonrpc":'],
  ['empty text', ''],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['a method that is not a text', '{"jsonrpc":"2.0","method":7,"params":{}}'],
  ['a method that is too long', `{"method":"${'m'.repeat(100)}","params":{}}`],
  ['params that are a list', '{"jsonrpc":"2.0","method":"state","params":[]}'],
  ['params missing', '{"jsonrpc":"2.0","method":"state"}'],
  ['a result without id', '{"jsonrpc":"2.0","result":{}}'],
  ['a result that is text', '{"jsonrpc":"2.0","id":4,"result":"x"}'],
  ['control characters', '\u0000\u0001'],
])('%s: nine are tolerated, the tenth ends the connection', async (_, text) => {
  for (let i = 0; i < 9; i++) device.sendText(text)
  await alive()
  device.sendText(text)
  expect(await device.closed).toEqual({ code: 1008, reason: 'malformed' })
  await until(() => rig.events('device.disconnected').length === 1)
})

test('one fault is forgiven in each interval', async () => {
  const quick = await startRig({ limits: { tickMs: 2 } })
  const clumsy = await quick.device(serial)
  for (let i = 0; i < 25; i++) {
    clumsy.sendText('{')
    // every second interval of an active device begins with a ping
    await once(clumsy.ws, 'ping')
  }
  expect(clumsy.ws.readyState).toBe(1)
  await quick.close()
})

test('invalid params in a valid message are not an error', async () => {
  for (const method of [
    'state',
    'event',
    'alarm',
    'log',
    'telemetry',
    'healthcheck',
    'wifiscan',
    'rebootLog',
    'deviceupdate',
  ]) {
    for (const params of [
      {},
      { state: 7 },
      { data: [] },
      { data: { event: 'x' } },
      { state: { interfaces: { 0: 1 }, radios: 'x' } },
    ])
      device.tell(method, params)
  }
  await alive()
  expect(rig.log()).not.toContain('driver failed')
})

test('a driver that throws does not stop the gateway', async () => {
  const { driversAtHand } = await import('./drivers-at-hand.ts')
  const drivers = (await driversAtHand()).map((driver) => ({
    ...driver,
    decode: () => {
      throw new Error('a bug')
    },
  }))
  const broken = await startRig({ drivers })
  const one = await broken.device(serial)
  one.tell('state', { state: {} })
  const answer = broken.command(serial, 'reboot')
  one.answer((await one.next('reboot')).id)
  expect(await answer).toEqual({ result: 0, msg: '' })
  expect(broken.log()).toContain('driver failed')
  await broken.close()
})
