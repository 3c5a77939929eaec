import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { discoverDrivers } from '../../devices/discover-drivers.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { setBases } from '../intent/config-store.ts'

/**
 * Utilisation as stock access points report it: `chanUtil` is 0 while nothing measures, and the survey has a row for
 * each wireless network and frequency, with times since boot.
 */

let server: TestServer
let ingest: Ingest
let driver: DeviceDriver
let token: string
let scene: number
let serials = 0

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  driver = (await discoverDrivers()).find(({ family }) => family === 'ucentral-ap') as DeviceDriver
  token = await server.signIn()
})
afterAll(() => server?.close())

async function accessPoint(): Promise<number> {
  const sn = `0c9898aa${String(serials++).padStart(4, '0')}`
  const capabilities = { wifi: { phy0: { band: ['5G'], channels: [36, 52, 149], htmode: ['HE80'] } }, country: 'CN' }
  scene = (await server.call(token, 'POST scene', { name: `Hotel ${serials}` })).data.id
  const identity = { capabilities, verbs: ['configure' as const] }
  const { device_id } = await introduce(server.system, sn, { identity })
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: 'Lobby' })
  await setBases(server.system, [{ device_id, digest: null, uuid: 0 }], server.system.now())
  return device_id
}

interface SurveyRow {
  channel: number
  mhz: number
  time: number
  busy: number
}

/** One radio of a state, in the format of the firmware. */
const radio = ({ channel, mhz, time, busy }: SurveyRow) => ({
  channel,
  channels: [channel, channel + 6],
  frequency: [mhz, mhz + 30],
  channel_width: 80,
  tx_power: 20,
  phy: 'soc/wifi0',
  band: ['5G'],
  chanUtil: 0,
  survey: [
    // another scanned frequency, then its own one for each of two networks
    { frequency: 5500, noise: -99, time: 140, busy: 139 },
    { frequency: mhz, noise: -92, time, busy, time_rx: busy, time_tx: 0 },
    { frequency: mhz, noise: -92, time, busy, time_rx: busy, time_tx: 0 },
  ],
})

async function state(device_id: number, ago: number, ...radios: SurveyRow[]): Promise<void> {
  const params = { serial: '', uuid: 1, state: { unit: { uptime: 90_000 - ago }, radios: radios.map(radio) } }
  const { facts } = driver.decode('state', params)
  if (!facts) throw new Error('the driver understood nothing')
  ingest.push({ device_id, scene_id: scene, at: server.system.now() - ago, facts })
  await ingest.drain()
}

/** States a minute apart, until now: the channel is busy for these percentages of the time between them. */
async function minutes(device_id: number, busy: readonly number[], beside?: number): Promise<void> {
  const counted = { channel: 36, mhz: 5180, time: 86_400_000, busy: 8_000_000 }
  const other = { channel: 149, mhz: 5745, time: 86_400_000, busy: 8_000_000 }
  for (const [n, percent] of busy.entries()) {
    if (n > 0) {
      counted.time += 60_000
      counted.busy += percent * 600
      other.time += 60_000
      other.busy += (beside ?? 0) * 600
    }
    await state(device_id, 60 * (busy.length - 1 - n), { ...counted }, ...(beside === undefined ? [] : [{ ...other }]))
  }
}
const jams = async () =>
  (await server.call(token, 'GET alarm/log', { scene_id: scene, type: 'dev_signal_jam', lang: 'en' })).data.list

test('a channel that is busy for five minutes is an alarm, which ends when it is free', async () => {
  const ap = await accessPoint()
  await minutes(ap, [0, 90, 90, 90, 90, 90])
  expect(await jams(), 'four minutes').toEqual([])
  await minutes(ap, [0, 90, 90, 90, 90, 90, 90, 90])
  expect(await jams()).toMatchObject([
    { state: 0, device_id: ap, text: '5G, channel 36: busy 90 % of the time, noise -92 dBm' },
  ])
  await state(ap, -60, { channel: 36, mhz: 5180, time: 86_400_000 + 8 * 60_000, busy: 8_000_000 + 7 * 54_000 + 6000 })
  expect(await jams()).toMatchObject([{ state: 1, lasting: 0 }])
})

test('of two radios on one band the busier one counts', async () => {
  const ap = await accessPoint()
  await minutes(ap, [0, 90, 90, 90, 90, 90, 90, 90], 5)
  expect(await jams()).toMatchObject([{ state: 0, device_id: ap, text: expect.stringContaining('channel 36') }])
})

test('the patrol finds it, and the optimization uses it', async () => {
  const ap = await accessPoint()
  await minutes(ap, [0, 80])
  await server.call(token, 'POST scene/score/run', { scene_id: scene })
  const { items } = (await server.call(token, 'GET scene/score', { scene_id: scene, lang: 'en' })).data
  expect(items.find((one: any) => one.code === 'wifi_busy')?.devices).toMatchObject([
    { device_id: ap, evidence: '5G ch 36: 80%' },
  ])
  const plan = await server.call(token, 'POST scene/optimize', { scene_id: scene, mode: 'preview', lang: 'en' })
  expect(plan.data.items).toMatchObject([{ device_id: ap, band: '5g', utilisation: 80 }])
})
