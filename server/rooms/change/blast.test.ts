import { confirmErrors } from '@belvedere/contract/kit/confirm.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
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

  test('an action that interrupts a whole scene is refused until it is confirmed by its name', async () => {
    const [gate, core] = ['0c1111cc0011', '0c1111cc0012'] as const
    const elsewhere = await device('0c1111cc0014', 1, { interfaces: [] })
    scene = (await server.call(token, 'POST scene', { name: 'Office' })).data.id
    const gateway = await device(gate, 0, {
      interfaces: [{ name: 'LAN', role: 'lan', up: true, addresses: ['10.1.0.1/24'] }],
      wans: [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.10/24'] }],
      neighbours: [sees('LAN1', core)],
    })
    const below = await device(core, 2, { interfaces: [], terminals: terminals(3, 2) })
    const reboot = (ids: number[], more = {}) => server.call(token, 'POST device/command/reboot', { ids, ...more })
    expect((await reboot([below])).code).toBe(0)

    const refused = await reboot([gateway])
    expect(refused).toMatchObject({
      code: confirmErrors.needsConfirm.code,
      data: { blast: { device_cnt: 1, scene_cnt: 1, terminal_cnt: 2 }, confirm: { text: gate } },
    })
    const { confirm } = refused.data
    const typed = { confirm_token: confirm.token, confirm_text: confirm.text }
    const wrong = [
      { confirm_token: confirm.token },
      { confirm_text: confirm.text },
      { ...typed, confirm_text: 'yes' },
      { ...typed, confirm_token: `9${confirm.token}` },
    ]
    for (const one of wrong) expect((await reboot([gateway], one)).code, JSON.stringify(one)).toBe(11400)
    // for this action and these devices only
    const upgrade = await server.call(token, 'POST device/command/upgrade', { ids: [gateway], ...typed })
    expect(upgrade.code).toBe(11400)
    expect((await reboot([gateway, elsewhere], typed)).code).toBe(11400)
    const tasks = async () => (await server.call(token, 'GET log/task', { scene_id: scene })).data.total
    expect(await tasks()).toBe(1)
    expect((await reboot([gateway], typed)).code).toBe(0)
    expect(await tasks()).toBe(2)

    // the same from the request that the console sends first
    const request = (await server.call(token, 'GET change/blast', { ids: [gateway], action: 'upgrade' })).data
    expect(request).toMatchObject({ device_cnt: 1, confirm: { text: gate } })
    const free = (await server.call(token, 'GET change/blast', { ids: [below], action: 'reboot' })).data
    expect(free.confirm).toBeNull()

    // a timer is confirmed when its devices are chosen, and a refused one is not stored
    const timer = { ids: [gateway], weekdays: ['1'], time: '03:00' }
    const held = await server.call(token, 'POST device/timer/reboot', timer)
    expect(held.code).toBe(11400)
    expect((await server.call(token, 'GET device/task/timer', { device_id: gateway })).data.total).toBe(0)
    const given = { confirm_token: held.data.confirm.token, confirm_text: held.data.confirm.text }
    const kept = await server.call(token, 'POST device/timer/reboot', { ...timer, ...given })
    expect(kept.code).toBe(0)
    const later = { id: kept.data.id, rev: kept.data.rev, time: '04:00' }
    expect((await server.call(token, 'POST device/timer/reboot', later)).code).toBe(0)

    // a changed network requires a new confirmation
    const again = (await reboot([gateway])).data.confirm
    await device('0c1111cc0013', 1, { interfaces: [], neighbours: [sees('WAN', core)] })
    const stale = await reboot([gateway], { confirm_token: again.token, confirm_text: again.text })
    expect(stale).toMatchObject({ code: 11400, data: { blast: { device_cnt: 2 } } })
  })

  test('many online devices are released only with a confirmation', async () => {
    const some: number[] = []
    for (let n = 0; n < 11; n++) some.push(await device(`0c1111cd00${String(n + 10)}`, 1, { interfaces: [] }))
    const refused = await server.call(token, 'DELETE device', { ids: some })
    expect(refused).toMatchObject({
      code: 11400,
      data: { blast: { device_cnt: 0, unmanaged_cnt: 11, uncertain: 0 }, confirm: { text: '11' } },
    })
    const { confirm } = refused.data
    expect((await server.call(token, 'DELETE device', { ids: some.slice(1) })).code).toBe(0)
    expect((await server.call(token, 'GET device/all', { ids: [some[0]] })).data.total).toBe(1)
    const typed = { confirm_token: confirm.token, confirm_text: confirm.text }
    // the rest is below the bound
    expect((await server.call(token, 'DELETE device', { ids: [some[0]], ...typed })).code).toBe(0)
  })
})
