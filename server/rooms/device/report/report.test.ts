import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceFacts, TerminalFact } from '@belvedere/drivers/kit/facts.ts'
import type { Ingest } from '../../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { rollAll } from '../../stat/roll-up.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let start: number

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  start = server.system.now() - 3600
})
afterAll(() => server?.close())

async function claimed(serial: string, identity = {}): Promise<number> {
  const { device_id } = await introduce(server.system, serial, { identity })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: serial })
  return device_id
}

async function report(device_id: number, at: number, reported: DeviceFacts, scene_id = scene): Promise<void> {
  ingest.push({ device_id, scene_id, at, facts: reported })
  await ingest.drain()
}

const row = async (id: number) => (await server.call(token, 'GET device/detail', { id })).data.device
const samples = (id: number) =>
  server.system.db.rows<Record<string, unknown>>(
    sql`select * from telemetry_sample where device_id = ${id} order by ts`,
  )

describe('current state', () => {
  test('gauges immediately, rates from the second report on', async () => {
    const id = await claimed('0c1111dd0001')
    await report(id, start, facts(1000, 500))
    expect(await row(id)).toMatchObject({
      cpu: 12.5,
      mem: 25,
      temp: 51.2,
      load: 0.5,
      uptime: 1000,
      wan_ip: '203.0.113.9',
      lan_ip: '192.168.1.1',
      rx_bps: null,
    })
    await report(id, start + 60, facts(1000 + 6_000_000, 500 + 600_000))
    expect(await row(id)).toMatchObject({ rx_bps: 800_000, tx_bps: 80_000, seen_at: expect.any(Number) })
    const { facts: reported, facts_at } = (await server.call(token, 'GET device/detail', { id })).data
    expect(facts_at).toBe(start + 60)
    expect(reported.interfaces[0]).toMatchObject({ name: 'WAN', rx_bps: 800_000, rx_bytes: 6_001_000 })
  })

  test('the subnets at its uplinks, without the addresses in them', async () => {
    const id = await claimed('0c1111dd0095')
    const wan = (addresses: string[]) => ({ name: 'WAN', role: 'wan' as const, up: true, addresses })
    const upstream = async () => {
      const [state] = await server.system.db.rows<{ upstream: string }>(
        sql`select upstream from device_state where device_id = ${id}`,
      )
      return state?.upstream
    }
    await report(id, start, { interfaces: [wan(['10.0.7.9/24', 'fe80::1/64'])] })
    expect(await upstream()).toBe('10.0.7.0/24')
    await report(id, start + 60, { health: 100 })
    expect(await upstream()).toBe('10.0.7.0/24')
    await report(id, start + 120, { interfaces: [wan(['203.0.113.9/30'])] })
    expect(await upstream()).toBe('203.0.113.8/30')
  })

  test('values missing in a message stay', async () => {
    const id = await claimed('0c1111dd0002')
    await report(id, start, facts(0, 0, { terminals: [] }))
    await report(id, start + 1, { health: 100 })
    expect(await row(id)).toMatchObject({ cpu: 12.5, terminals: 0, wan_ip: '203.0.113.9' })
    expect(await samples(id)).toHaveLength(1)
  })

  test('large facts are written every half minute, or when a link changes', async () => {
    const id = await claimed('0c1111dd0003')
    const at = async () => (await server.call(token, 'GET device/detail', { id })).data.facts_at
    await report(id, start, facts(0, 0))
    await report(id, start + 10, facts(1, 1))
    expect(await at()).toBe(start)
    const cut = facts(2, 2)
    if (cut.interfaces?.[1]) cut.interfaces[1].up = false
    await report(id, start + 12, cut)
    expect(await at()).toBe(start + 12)
    await report(id, start + 43, facts(3, 3))
    expect(await at()).toBe(start + 43)
  })

  test('an unclaimed device has a state and samples, and is in no list', async () => {
    const { device_id } = await introduce(server.system, '0c1111dd0004')
    await report(device_id, start, facts(0, 0, { terminals: [terminal('aa:bb:cc:00:00:01')] }), 0)
    expect(await samples(device_id)).toHaveLength(1)
    expect(await server.system.db.rows(sql`select 1 from terminal where device_id = ${device_id}`)).toEqual([])
  })

  test('reports of a device released meanwhile have no effect', async () => {
    const gone = await claimed('0c1111dd0005')
    const stays = await claimed('0c1111dd0006')
    await server.call(token, 'DELETE device', { ids: [gone] })
    for (const device_id of [gone, stays]) {
      ingest.push({
        device_id,
        scene_id: scene,
        at: start,
        facts: facts(0, 0, { terminals: [terminal('aa:bb:cc:00:00:02')] }),
      })
    }
    await ingest.drain()
    expect(ingest.counts.failed).toBe(0)
    expect(await row(stays)).toMatchObject({ cpu: 12.5 })
  })
})

test('an invalid value from a driver is dropped alone', async () => {
  const [odd, good] = [await claimed('0c1111dd0007'), await claimed('0c1111dd0008')]
  const nonsense = facts(Number.NaN, 1e300, {
    uptime: 1.5e18,
    cpu: Number.POSITIVE_INFINITY,
    temperature: -1e9,
    config_uuid: 1.5,
    load: [1e9, 0, 0],
    wans: [{ name: 'a\u0000', up: true, type: 'static', addresses: ['x'.repeat(500)] }],
    terminals: [
      terminal('no address'),
      terminal('aa:bb:cc:00:09:01', {
        hostname: 'h\u0000\u001f',
        vlan: 1e9,
        signal_dbm: Number.NaN,
        up_kbps: 1e12,
        connected_s: 1e8,
      }),
    ],
  })
  nonsense.interfaces?.push({ name: 'n\u0000', role: 'other', up: false, rx_bytes: -5, tx_bytes: 1.5 })
  for (const at of [start, start + 60]) {
    ingest.push({ device_id: odd, scene_id: scene, at, facts: nonsense })
    ingest.push({ device_id: good, scene_id: scene, at, facts: facts(at, 0) })
  }
  await ingest.drain()
  expect(ingest.counts.failed).toBe(0)
  expect(await row(good)).toMatchObject({ cpu: 12.5, rx_bps: 8 })
  expect(await row(odd)).toMatchObject({ cpu: null, temp: -3276.8 })
})

describe('traffic', () => {
  test('a counter that decreased was reset; several reports in one second count once', async () => {
    const id = await claimed('0c1111dd0010')
    await report(id, start, facts(1_000_000, 0))
    await report(id, start + 60, facts(1_000_000 + 600, 0))
    await report(id, start + 60, facts(1_000_000 + 900, 0))
    await report(id, start + 120, facts(300, 0))
    const traffic = (await samples(id)).map((one) => one['traffic'])
    expect(traffic).toEqual([null, [60, 600, 0, 600, 0, 0, 600], null, [60, 300, 0, 300, 0, 0, 300]])
  })

  test('a new connection resumes counting from the store', async () => {
    const id = await claimed('0c1111dd0011')
    await report(id, start, facts(1000, 0))
    await introduce(server.system, '0c1111dd0011', { session: 'again' })
    await report(id, start + 60, facts(4000, 0))
    expect((await samples(id))[1]?.['traffic']).toEqual([60, 3000, 0, 3000, 0, 0, 3000])
  })

  test('an interface that appears later is counted from its second report on, under its own name', async () => {
    const id = await claimed('0c1111dd0012')
    await report(id, start, facts(0, 0))
    const more = facts(10, 0)
    more.interfaces?.unshift({ name: 'USB', role: 'port', up: true, rx_bytes: 77, tx_bytes: 0 })
    await report(id, start + 60, more)
    const names = await server.system.db.one<{ names: string[] }>(
      sql`select names from device_interface where device_id = ${id}`,
    )
    expect(names.names).toEqual(['WAN', 'LAN1', 'USB'])
    expect((await samples(id))[1]?.['traffic']).toEqual([60, 10, 0, 10, 0, 0, 10, null, null])
  })
})

describe('curves', () => {
  test('samples, and the same after they are rolled up', async () => {
    const id = await claimed('0c1111dd0020')
    const from = Math.floor((server.system.now() - 10 * 86_400) / 86_400) * 86_400
    const reports = Array.from({ length: 30 }, (_, n) => ({
      device_id: id,
      scene_id: scene,
      at: from + n * 60,
      facts: facts(n * 60_000, 0, { cpu: n < 15 ? 10 : 30 }),
    }))
    for (const one of reports) ingest.push(one)
    await ingest.drain()
    const ask = async (period: { from: number; to: number }) =>
      (await server.call(token, 'GET device/load', { ids: [id], ...period })).data
    const curve = (answer: any, name: string) =>
      answer.devices[0].series.find((one: { name: string }) => one.name === name).points
    const fine = await ask({ from, to: from + 3600 })
    expect(fine.step).toBe(60)
    expect(curve(fine, 'cpu')).toHaveLength(30)
    expect(curve(fine, 'rx_bps')[1]).toEqual([from + 60, 8000])
    for (const pass of [1, 2]) {
      await rollAll(server.system, from + 3 * 86_400)
      const coarse = await ask({ from, to: from + 2 * 86_400 })
      expect(coarse.step, `pass ${pass}`).toBe(600)
      expect(curve(coarse, 'cpu').map(([, value]: [number, number]) => value)).toEqual([10, 20, 30])
      expect(curve(coarse, 'rx_bps').map(([, value]: [number, number]) => value)).toEqual([8000, 8000, 8000])
    }
    const hours = await ask({ from: from - 86_400, to: from + 8 * 86_400 })
    expect(curve(hours, 'cpu')).toEqual([[from, 20]])
    const days = await server.system.db.rows(sql`select ts, n, rx, span from telemetry_1d where device_id = ${id}`)
    expect(days).toEqual([{ ts: from, n: 30, rx: 29 * 60_000, span: 29 * 60 }])
  })
})

const terminal = (mac: string, more: Partial<TerminalFact> = {}): TerminalFact => ({ mac, link: 'wired', ...more })

describe('terminals', () => {
  const online = async (filter = {}) =>
    (await server.call(token, 'GET terminal/online', { limit: 50, orderby: 'mac asc', ...filter })).data.list

  test('connect, are counted, roam and disconnect', async () => {
    const [one, two] = [await claimed('0c1111ee0001'), await claimed('0c1111ee0002')]
    const phone = terminal('aa:bb:cc:00:01:01', {
      link: '5G',
      ssid: 'Guest',
      signal_dbm: -50,
      connected_s: 100,
      ip: '10.0.0.7',
    })
    await report(one, start, { terminals: [phone, terminal('aa:bb:cc:00:01:02', { link: '2.4G', connected_s: 5 })] })
    expect(await online({ device_id: one })).toMatchObject([
      { mac: 'aa:bb:cc:00:01:01', link: 2, ssid: 'Guest', signal: -50, since: start - 100, ip: '10.0.0.7' },
      { mac: 'aa:bb:cc:00:01:02', link: 1 },
    ])
    await report(two, start + 20, { terminals: [{ ...phone, ssid: 'Guest', connected_s: 3 }] })
    await report(one, start + 60, { terminals: [] })
    expect(await online({ device_id: one })).toEqual([])
    expect(await online({ device_id: two })).toMatchObject([{ mac: phone.mac, since: start + 17 }])
    expect((await server.call(token, 'GET terminal/wifi', { search: 'AABBCC0001' })).data.total).toBe(1)
  })

  test('a device of a lower rank adds only what the radio cannot see', async () => {
    const [ap, router] = [await claimed('0c1111ee0003'), await claimed('0c1111ee0004')]
    const mac = 'aa:bb:cc:00:02:01'
    await report(ap, start, { terminals: [terminal(mac, { link: '5G', ssid: 'Guest', connected_s: 10 })] })
    await report(router, start + 5, { terminals: [terminal(mac, { ip: '10.0.0.9', hostname: 'till-2' })] })
    expect(await online({ search: mac })).toMatchObject([
      { device_id: ap, link: 2, ip: '10.0.0.9', hostname: 'till-2' },
    ])
    await report(ap, start + 60, { terminals: [] })
    await report(router, start + 65, { terminals: [terminal(mac, { ip: '10.0.0.9' })] })
    expect(await online({ search: mac })).toMatchObject([{ device_id: router, link: 0 }])
  })

  test('managed devices are not terminals', async () => {
    await claimed('0c1111ee0007')
    const id = await claimed('0c1111ee0006')
    await report(id, start, { terminals: [terminal('0c:11:11:ee:00:07'), terminal('aa:bb:cc:00:04:01')] })
    expect(await online({ device_id: id })).toMatchObject([{ mac: 'aa:bb:cc:00:04:01' }])
  })

  test('of a device that went offline are not online', async () => {
    const id = await claimed('0c1111ee0005')
    await report(id, start, { terminals: [terminal('aa:bb:cc:00:03:01')] })
    expect(await online({ device_id: id })).toHaveLength(1)
    await server.system.db.run(sql`update device_state set online = false where device_id = ${id}`)
    expect(await online({ device_id: id })).toEqual([])
  })
})
