import { afterAll, beforeAll, expect, test } from 'vitest'
import { recorded, type GatewayRig, sleep, startRig, until } from './rig.ts'

let rig: GatewayRig
beforeAll(async () => {
  rig = await startRig({ limits: { lateAsked: 2, lateMs: 500 } })
})
afterAll(() => rig.close())

const own = { version: 1, root: true, methods: ['cgi', 'samples'] }
const agent = (serial: string) =>
  rig.device(serial, { like: 'linux-agent', hello: { capabilities: { platform: 'linux', 'x-belvedere': own } } })
const rows = (count: number) => Array.from({ length: count }, (_, n) => [n * 60, 60, 20, 47.4, 51, 0.25, 3, 600, 300])
const told = (serial: string, first: number, count: number, more = 0) => ({
  serial,
  data: {
    'x-belvedere.samples': [
      [1_790_000_000, { series: 7, first, more, now: 1_790_003_600, names: [], rows: rows(count) }],
    ],
  },
})

test('a device with the capability is asked, delivers, gets an acknowledgement, and is asked for the rest', async () => {
  const device = await agent('0c1111fa0001')
  expect((await device.next('x-belvedere.samples')).params).toEqual({ most: 512 })
  device.tell('telemetry', told('0c1111fa0001', 1, 3, 2))
  await until(() => rig.late.length === 1)
  expect(rig.late[0]?.samples).toMatchObject({ series: 7, first: 1, more: 2, rows: { length: 3 } })
  expect(rig.reports).toEqual([])
  await sleep(50)
  expect(device.heard.filter(({ method }) => method === 'x-belvedere.kept')).toEqual([])
  rig.late[0]?.kept()
  expect((await device.next('x-belvedere.kept')).params).toEqual({ series: 7, last: 3 })
  await device.next('x-belvedere.samples')
  device.close()
})

test('a device without the capability is not asked', async () => {
  const device = await rig.device('0c1111fa0002')
  const old = await rig.device('0c1111fa0003', { like: 'linux-agent' })
  await sleep(100)
  expect([device.heard, old.heard]).toEqual([[], []])
  device.close()
  old.close()
})

test('a few are asked at a time; a silent one is skipped, and one that disconnects makes room', async () => {
  const serials = ['0c1111fa0011', '0c1111fa0012', '0c1111fa0013', '0c1111fa0014']
  const devices = await Promise.all(serials.map(agent))
  await until(() => devices.filter(({ heard }) => heard.length > 0).length >= 2)
  expect(devices.filter(({ heard }) => heard.length > 0)).toHaveLength(2)
  devices.find(({ heard }) => heard.length > 0)?.close()
  await until(() => devices.filter(({ heard }) => heard.length > 0).length === 3)
  await until(() => devices.every(({ heard }) => heard.length > 0))
  for (const device of devices) device.close()
})

test('a device that was not asked reports that it has samples', async () => {
  const device = await agent('0c1111fa0021')
  await device.next('x-belvedere.samples')
  device.tell('telemetry', told('0c1111fa0021', 1, 0))
  await sleep(30)
  expect(device.heard).toHaveLength(1)
  device.tell('telemetry', told('0c1111fa0021', 1, 0, 5))
  await device.next('x-belvedere.samples')
  device.close()
})

test('a recorded message of an agent', async () => {
  const device = await agent('0c1111fa0031')
  const before = rig.late.length
  device.send(recorded('linux-agent', 'late-samples', '0c1111fa0031'))
  await until(() => rig.late.length > before)
  expect(rig.late.at(-1)?.samples.names).toEqual(['wan0', 'lan1', 'lan2', 'br-lan'])
  device.close()
})
