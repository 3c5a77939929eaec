import { afterEach, beforeEach, expect, test } from 'vitest'
import { driversAtHand } from './drivers-at-hand.ts'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'

let rig: GatewayRig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const ap = '0c1111aa0001'
const sw = '24fe9a000007'
const uri = 'https://gateway/fw.bin'

test('an access point answers after the download: the time limit is ten minutes', async () => {
  const driver = (await driversAtHand()).find(({ family }) => family === 'ucentral-ap')
  expect(driver?.protocol.encode?.({ verb: 'upgrade', args: { uri } }, { verbs: ['upgrade'], cgi: [] })).toMatchObject({
    timeout: 600_000,
  })
  const device = await rig.device(ap)
  const answer = rig.command(ap, 'upgrade', { uri })
  const { id, params } = await device.next('upgrade')
  expect(params).toMatchObject({ serial: ap, uri, keep_redirector: 1, keep_config: 1, when: 0 })
  await sleep(100)
  device.answer(id, { status: { error: 0, text: 'Triggering FW upgrade' } })
  expect(await answer).toEqual({ result: 0, msg: '' })
})

test('a download that fails is reported with its message', async () => {
  const device = await rig.device(ap)
  const answer = rig.command(ap, 'upgrade', { uri })
  device.answer((await device.next('upgrade')).id, { status: { error: 2, text: 'Failed to download image' } })
  expect(await answer).toEqual({ result: 1, msg: 'Failed to download image' })
})

test('afterwards it disconnects and reconnects with another firmware', async () => {
  const device = await rig.device(ap)
  const answer = rig.command(ap, 'upgrade', { uri })
  device.answer((await device.next('upgrade')).id)
  await answer
  device.close()
  await until(() => rig.events('device.disconnected').length === 1)
  await rig.device(ap, { hello: { firmware: 'TIP-v5.0.0', reason: 'upgrade' } })
  expect(rig.asks.map(({ identity }) => identity.firmware)).toEqual([expect.stringContaining('v4.1.0'), 'TIP-v5.0.0'])
  expect(rig.events('device.connected').at(-1)).toMatchObject({ reason: 'upgrade' })
})

test.each([
  ['a wipe', { firmware: 'TIP-v5.0.0', uuid: 1, reason: 'upgrade' }, 1],
  [
    'an image that was not written',
    { firmware: 'TIP-v4.1.0', uuid: 1_790_000_001, reason: 'upgradefailed' },
    1_790_000_001,
  ],
])(
  'whether its data was kept after %s is read from firmware and number, not from the reason',
  async (_, hello, config_uuid) => {
    await rig.device(ap, { hello })
    expect(rig.asks.at(-1)).toMatchObject({ config_uuid, identity: { firmware: hello.firmware } })
    expect(rig.events('device.connected').at(-1)).toMatchObject({ reason: hello.reason })
  },
)

const status = (operation: string, more = {}) => ({
  data: { event: [1790003700, { type: 'firmware_upgrade_status', payload: { operation, ...more } }] },
})

test('a switch accepts at once and reports its progress; its last message is the result', async () => {
  const device = await rig.device(sw, { like: 'ucentral-switch' })
  const answer = rig.command(sw, 'upgrade', { uri })
  device.answer((await device.next('upgrade')).id, { status: { error: 0, text: 'Success' } })
  for (const [operation, more] of [
    ['download', { percentage: 40 }],
    ['install', {}],
    ['fail', { reason: 'no space' }],
  ] as const) {
    device.tell('event', status(operation, more))
  }
  expect(await answer).toEqual({ result: 1, msg: 'no space' })
  expect(rig.events('device.event').map(({ event }) => event.data.operation)).toEqual(['download', 'install', 'fail'])
})

test('a switch that restarts after it accepted has completed the upgrade', async () => {
  const device = await rig.device(sw, { like: 'ucentral-switch' })
  const answer = rig.command(sw, 'upgrade', { uri })
  device.answer((await device.next('upgrade')).id)
  device.tell('event', status('install'))
  await until(() => rig.events('device.event').length === 1)
  device.close()
  expect(await answer).toEqual({ result: 0, msg: '' })
})

test('a connection loss before the answer of the switch is not a success', async () => {
  const device = await rig.device(sw, { like: 'ucentral-switch' })
  const answer = rig.command(sw, 'upgrade', { uri })
  await device.next('upgrade')
  device.close()
  expect(await answer).toMatchObject({ result: 2 })
})
