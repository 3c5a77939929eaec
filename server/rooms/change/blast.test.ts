import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import type { Ingest } from '../../kernel/ingest.ts'
import { introduce, openIngest } from '../../kernel/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const mac = (serial: string) => serial.replace(/(..)(?=.)/g, '$1:')

async function device(serial: string, type: 0 | 1 | 2, told: DeviceFacts): Promise<number> {
  const { device_id } = await introduce(server.system, serial, { identity: { type }, address: '198.51.100.77' })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: serial })
  ingest.push({ device_id, scene_id: scene, at: server.system.now(), facts: told })
  await ingest.drain()
  return device_id
}

const sees = (port: string, serial: string) => ({ port, mac: mac(serial), capabilities: ['Bridge'] })
const terminals = (from: number, n: number) =>
  Array.from({ length: n }, (_, at) => ({
    mac: `aa:bb:cc:0${from}:00:0${at}`,
    link: '5G' as const,
    ip: `10.0.0.${from}${at}`,
  }))

describe('the blast radius', () => {
  test('of a gateway, a switch, its ports and an access point', async () => {
    const [gate, core, one, two] = ['0c1111cc0001', '0c1111cc0002', '0c1111cc0003', '0c1111cc0004'] as const
    const gateway = await device(gate, 0, {
      interfaces: [
        { name: 'WAN', role: 'wan', up: true, addresses: ['203.0.113.9/24'] },
        { name: 'LAN', role: 'lan', up: true, addresses: ['10.0.0.1/24'] },
      ],
      wans: [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.9/24'] }],
      neighbours: [sees('LAN1', core)],
    })
    const powered = { status: 'delivering', watt: 5 }
    const middle = await device(core, 2, {
      interfaces: [
        { name: 'Ethernet1', role: 'port', up: true, poe: powered },
        { name: 'Ethernet2', role: 'port', up: true, poe: { status: 'searching', watt: 0 } },
      ],
      neighbours: [sees('Ethernet1', one), sees('Ethernet2', two)],
    })
    const left = await device(one, 1, { interfaces: [], terminals: terminals(1, 3) })
    const right = await device(two, 1, { interfaces: [], terminals: terminals(2, 2) })
    const blast = async (id: number, action: string) =>
      (await server.call(token, 'GET change/blast', { ids: [id], action })).data

    expect(await blast(gateway, 'reboot')).toMatchObject({
      device_cnt: 3,
      ap_cnt: 2,
      switch_cnt: 1,
      terminal_cnt: 5,
      scene_cnt: 1,
      own_path: 'no',
      uncertain: 0,
    })
    expect(await blast(middle, 'upgrade')).toMatchObject({ device_cnt: 2, terminal_cnt: 5, scene_cnt: 0 })
    expect(await blast(middle, 'poe')).toMatchObject({ device_cnt: 1, terminal_cnt: 3 })
    expect(await blast(right, 'reboot')).toMatchObject({ devices: [], device_cnt: 0, terminal_cnt: 2 })
    expect(await blast(gateway, 'remove')).toMatchObject({ device_cnt: 0, terminal_cnt: 0 })
    expect((await blast(middle, 'reboot')).devices.map(({ id }: { id: number }) => id)).toEqual([left, right])
  })
})
