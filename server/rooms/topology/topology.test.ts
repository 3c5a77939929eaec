import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DeviceFacts } from '@belvedere/drivers/kit/facts.ts'
import { Access } from '../../kernel/access.ts'
import { deviceEvent } from '../../devices/device-link.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { purgeEndedLinks } from './links.gateway.ts'
import { offlineCauses, uplinkPaths } from './networks.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let now: number
const ids: Record<string, number> = {}
const serials = { gateway: '0c2222000001', core: '0c2222000002', floor: '0c2222000003', ap: '0c2222000004' } as const
const types = { gateway: 0, core: 2, floor: 2, ap: 1 } as const
const mac = (who: keyof typeof serials) => serials[who].replace(/(..)(?=.)/g, '$1:')

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  // reports are read in this process, and not in the thread of the server's devices
  await purgeEndedLinks.run(server.system)
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  now = server.system.now()
  for (const [name, serial] of Object.entries(serials)) {
    const type = types[name as keyof typeof types]
    const { device_id } = await introduce(server.system, serial, { identity: { type } })
    ids[name] = device_id
    await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name })
  }
  await heard('gateway', now, {
    wans: [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.2/24'], gateway: '203.0.113.1' }],
    neighbours: [{ port: 'LAN1', mac: mac('core'), remote_port: 'P1', capabilities: ['Bridge'] }],
  })
  await heard('core', now, {
    neighbours: [
      { port: 'P1', mac: mac('gateway'), remote_port: 'LAN1' },
      { port: 'P2', mac: mac('floor'), remote_port: 'P1' },
    ],
  })
  await heard('floor', now, {
    neighbours: [{ port: 'P1', mac: mac('core'), remote_port: 'P2' }],
    terminals: [{ mac: mac('ap'), link: 'wired', port: 'P4' }],
  })
})
afterAll(() => server?.close())

async function heard(who: keyof typeof serials, at: number, facts: DeviceFacts): Promise<void> {
  ingest.push({ device_id: ids[who] as number, scene_id: scene, at, facts })
  await ingest.drain()
}
const id = (name: string) => ids[name] as number
const sights = (where = sql`true`) =>
  server.system.db.rows<{ port: string; since: number; until: number | null }>(
    sql`select port, since, until from link_observation where ${where} order by port, since`,
  )

describe('uplinks', () => {
  test('the uplink path of each device, from reports', async () => {
    const paths = await uplinkPaths(server.system, Object.values(ids), now)
    expect(paths.get(id('ap'))).toEqual([id('floor'), id('core'), id('gateway')])
    expect(paths.get(id('gateway'))).toEqual([])
  })

  test('the cause of each device when several are offline', async () => {
    const causes = await offlineCauses(server.system, [id('core'), id('floor'), id('ap')], now)
    expect([...causes.values()]).toEqual([[id('core')], [id('core')], [id('core')]])
    const leaf = await offlineCauses(server.system, [id('ap')], now)
    expect(leaf).toEqual(new Map([[id('ap'), [id('ap')]]]))
  })

  test('devices that the caller does not see are left out', async () => {
    const access = new Access({ uid: 9, team_id: 9, is_admin: false, permissions: [], modes: new Map() })
    expect(await uplinkPaths({ db: server.system.db, access }, Object.values(ids), now)).toEqual(new Map())
  })
})

describe('reported links', () => {
  test('are stored with beginning and end', async () => {
    await heard('core', now + 60, {
      neighbours: [{ port: 'P1', mac: mac('gateway'), remote_port: 'LAN1' }],
      interfaces: [{ name: 'P2', role: 'port', up: false }],
    })
    expect(await sights(sql`device_id = ${id('core')}`)).toEqual([
      { port: 'P1', since: now, until: null },
      { port: 'P2', since: now, until: now + 60 },
    ])
  })
})

describe('the drawing', () => {
  const draw = async (more = {}) => (await server.call(token, 'GET scene/topology', { scene_id: scene, ...more })).data
  const node = (drawn: { nodes: { id: string }[] }, name: string): any =>
    drawn.nodes.find((one) => one.id === `d${id(name)}`)
  const edge = (drawn: { edges: { from: string; to: string }[] }, name: string): any =>
    drawn.edges.find((one) => one.to === `d${id(name)}` || (one.from === `d${id(name)}` && one.to !== 'i'))

  test('has a position for every node, and keeps it', async () => {
    const drawn = await draw()
    expect(drawn.nodes).toHaveLength(5)
    expect(drawn.nodes.every(({ x }: { x: number | null }) => x !== null)).toBe(true)
    expect(node(drawn, 'ap')).toMatchObject({ status: 1, parent: `d${id('floor')}`, name: 'ap', terminals: 0 })
    expect(await draw()).toMatchObject({ nodes: drawn.nodes.map(({ id: key, x, y }: any) => ({ id: key, x, y })) })
  })

  test('a node moved by hand stays, can be reset, and is not moved while locked', async () => {
    const before = node(await draw(), 'ap')
    const move = (x: number) =>
      server.call(token, 'POST scene/topology/place', { scene_id: scene, places: [{ id: `d${id('ap')}`, x, y: 7 }] })
    expect((await move(900)).code).toBe(0)
    expect(node(await draw(), 'ap')).toMatchObject({ x: 900, y: 7 })
    const { list } = (await server.call(token, 'GET log/sys', { limit: 1 })).data
    expect((await server.call(token, 'POST log/undo', { id: list[0].id })).code).toBe(0)
    expect(node(await draw(), 'ap')).toMatchObject({ x: before.x, y: before.y })
    await server.call(token, 'POST scene/topology/lock', { scene_id: scene, locked: 1 })
    expect((await move(5)).code).toBe(12010)
    expect((await draw()).locked).toBe(1)
    await server.call(token, 'POST scene/topology/lock', { scene_id: scene, locked: 0 })
  })

  test('a new node after manual changes waits in the tray', async () => {
    const serial = '0c2222000009'
    const { device_id } = await introduce(server.system, serial)
    await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: 'late' })
    const late = (await draw()).nodes.find((one: { device_id: number }) => one.device_id === device_id)
    expect(late).toMatchObject({ x: null, y: null })
    await server.call(token, 'DELETE device', { ids: [device_id] })
    expect((await draw()).nodes.some((one: { device_id: number }) => one.device_id === device_id)).toBe(false)
  })

  test('a client that names an answer gets the differences since', async () => {
    const whole = await draw()
    expect(whole).toMatchObject({ whole: 1, gone: { nodes: [], edges: [] } })
    expect(await draw({ since: whole.mark })).toMatchObject({ whole: 0, nodes: [], edges: [], mark: whole.mark })
    const places = [{ id: `d${id('ap')}`, x: 333, y: 44 }]
    await server.call(token, 'POST scene/topology/place', { scene_id: scene, places })
    const moved = await draw({ since: whole.mark })
    expect(moved.nodes).toEqual([{ ...node(whole, 'ap'), x: 333, y: 44 }])
    expect(moved.edges).toEqual([])
    await server.call(token, 'POST scene/topology/place', {
      scene_id: scene,
      places: [{ ...places[0], x: node(whole, 'ap').x, y: node(whole, 'ap').y }],
    })

    const serial = '0c2222000010'
    const { device_id } = await introduce(server.system, serial)
    await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: 'short' })
    const more = await draw({ since: moved.mark })
    expect(more.nodes.map((one: { id: string }) => one.id).sort()).toEqual([`d${id('ap')}`, `d${device_id}`].sort())
    await server.call(token, 'DELETE device', { ids: [device_id] })
    expect(await draw({ since: more.mark })).toMatchObject({ nodes: [], gone: { nodes: [`d${device_id}`] } })
    // of another process, of an earlier run, of the future, invalid
    for (const since of ['elsewhere.1', `${more.mark}9`, 'x', ''])
      expect(await draw({ since }), since).toMatchObject({ whole: 1, nodes: whole.nodes })
  })

  test('rates and losses of linked sockets', async () => {
    const port = (rx_bytes: number, rx_packets: number, rx_errors: number) => ({
      neighbours: [{ port: 'P1', mac: mac('core'), remote_port: 'P2' }],
      interfaces: [
        {
          name: 'P1',
          role: 'port' as const,
          up: true,
          speed_mbps: 1000,
          rx_bytes,
          tx_bytes: 0,
          rx_packets,
          tx_packets: 0,
          rx_errors,
        },
      ],
      terminals: [{ mac: mac('ap'), link: 'wired' as const, port: 'P4' }],
    })
    await heard('floor', now + 100, port(0, 0, 0))
    await heard('floor', now + 160, port(6_000_000, 9000, 1000))
    expect(edge(await draw(), 'floor')).toMatchObject({
      state: 1,
      speed: 1000,
      tx_bps: 800_000,
      rx_bps: 0,
      loss: 100_000,
    })
    const flow = await server.call(token, 'GET scene/topology/flow', {
      scene_id: scene,
      device_id: id('floor'),
      port: 'P1',
      to: now + 400,
    })
    expect(flow.code).toBe(0)
  })

  test('a link is down as soon as one end reports a lost carrier', async () => {
    const end = (who: 'gateway' | 'core', port: string, up: boolean, at: number) =>
      heard(who, now + at, {
        wans: who === 'gateway' ? [{ name: 'WAN', up: true, type: 'static', addresses: ['203.0.113.2/24'] }] : [],
        neighbours: up ? [{ port, mac: mac(who === 'core' ? 'gateway' : 'core') }] : [],
        interfaces: [{ name: port, role: 'port', up, rx_bytes: 0, tx_bytes: 0 }],
      })
    const state = async () => {
      const pair = [`d${id('gateway')}`, `d${id('core')}`]
      return (await draw()).edges.find((one: any) => pair.includes(one.from) && pair.includes(one.to)).state
    }
    let at = 300
    for (const [who, port] of [
      ['core', 'P1'],
      ['gateway', 'LAN1'],
    ] as const) {
      await end('gateway', 'LAN1', true, (at += 60))
      await end('core', 'P1', true, at)
      expect(await state()).toBe(1)
      const event = { at: now + at, type: 'wired.carrier-down', text: '', data: { name: port } }
      server.system.emit(deviceEvent, { device_id: id(who), scene_id: scene, event: event as never })
      await vi.waitFor(async () => expect(await state(), `${who} told it`).toBe(0))
      // its next report is the same
      await end(who, port, false, (at += 60))
      expect(await state(), who).toBe(0)
    }
    await end('gateway', 'LAN1', true, at + 60)
    await end('core', 'P1', true, at + 60)
    expect(await state()).toBe(1)
  })

  test('an outage, now and afterwards on the slider', async () => {
    await heard('core', now + 200, {
      neighbours: [
        { port: 'P1', mac: mac('gateway'), remote_port: 'LAN1' },
        { port: 'P2', mac: mac('floor'), remote_port: 'P1' },
      ],
    })
    const db = server.system.db
    await db.run(sql`update device set claimed_at = ${now - 7200} where scene_id = ${scene}`)
    await db.run(sql`update device_presence_interval set since = ${now - 3600} where scene_id = ${scene}`)
    await db.run(sql`update link_observation set since = ${now - 3600} where scene_id = ${scene} and until is null`)
    const [down, up] = [now - 1200, now - 600]
    for (const [online, since] of [
      [false, down],
      [true, up],
    ] as const)
      await db.run(sql`update device_state set online = ${online}, since = ${since} where device_id = ${id('floor')}`)
    expect(node(await draw(), 'floor').status).toBe(1)
    for (const [at, status, state] of [
      [down - 60, 1, 1],
      [down + 60, 0, 0],
      [up + 60, 1, 1],
    ] as const) {
      const then = await draw({ at })
      expect(node(then, 'floor').status, `at ${at - now}`).toBe(status)
      expect(edge(then, 'floor').state).toBe(state)
    }
    const { list, marks } = (
      await server.call(token, 'GET scene/topology/past', { scene_id: scene, from: now - 3000, to: now - 300 })
    ).data
    expect(list).toMatchObject([
      { at: up, what: 'online', device_id: id('floor') },
      { at: down, what: 'offline', device_id: id('floor') },
    ])
    expect(marks.reduce((sum: number, n: number) => sum + n, 0)).toBe(1)
    expect((await draw({ at: now - 7200 })).nodes).toEqual([])
  })

  test('names, firmware, radios and configuration at a past time; a removed device stays in it', async () => {
    const { db } = server.system
    const [gone] = [id('ap')]
    const radio = (channel: number) => ({
      interfaces: [{ name: 'WAN', role: 'port' as const, up: true }],
      radios: [{ band: '5G' as const, channel, width_mhz: 80, tx_power_dbm: 20 }],
    })
    await heard('ap', now + 2000, radio(36))
    await db.run(sql`update device set firmware = '1.0' where id = ${gone}`)
    // the same state an hour ago
    await db.run(
      sql`update device_properties_interval set since = ${now - 3600} where device_id = ${gone} and until is null`,
    )
    await db.run(sql`
      insert into config_document (digest, bytes, body, created_at) values ('then', 1, '', ${now - 3000})`)
    await db.run(sql`
      insert into device_revision (device_id, uuid, digest, source, state, made_by, created_at, settled_at)
      values (${gone}, 77, 'then', 'change', 1, 'Li', ${now - 3000}, ${now - 2900})`)
    await server.call(token, 'PUT device', { id: gone, name: 'Lobby' })
    await db.run(sql`update device set firmware = '2.0' where id = ${gone}`)
    await heard('ap', now + 2100, radio(149))
    const was = { name: 'ap', firmware: '1.0', radios: [{ band: '5G', channel: 36, width: 80, power: 20 }] }
    expect(node(await draw({ at: now - 2800 }), 'ap')).toMatchObject({ ...was, config: { uuid: 77 }, removed: 0 })
    expect(node(await draw({ at: now - 2950 }), 'ap')).toMatchObject({ ...was, config: null })
    const present = node(await draw(), 'ap')
    expect(present).toMatchObject({ name: 'Lobby', firmware: '2.0', radios: [{ channel: 149 }] })

    const before = await draw({ at: now - 1800 })
    expect((await server.call(token, 'DELETE device', { ids: [gone] })).code).toBe(0)
    expect(node(await draw(), 'ap')).toBeUndefined()
    const then = await draw({ at: now - 1800 })
    expect(node(then, 'ap')).toMatchObject({ ...was, sn: serials.ap, status: 1, parent: `d${id('floor')}`, removed: 1 })
    expect(then.edges).toEqual(before.edges)
    const past = { scene_id: scene, from: now - 3000, to: server.system.now() + 5 }
    const reported = (await server.call(token, 'GET scene/topology/past', past)).data.list
    expect(reported[0]).toMatchObject({ what: 'removed', device_id: gone, name: 'Lobby' })

    // for the next owner it is another device, without its past
    const { list } = (await server.call(token, 'GET log/sys', { limit: 1 })).data
    expect((await server.call(token, 'POST log/undo', { id: list[0].id })).code).toBe(0)
    expect(node(await draw({ at: now - 1800 }), 'ap')).toMatchObject({ removed: 0, name: 'ap' })
    expect(await db.rows(sql`select from removed_device where device_id = ${gone}`)).toEqual([])
    expect(await db.rows(sql`select from removed_device_interval where device_id = ${gone}`)).toEqual([])
    expect((await draw({ at: now - 1800 })).nodes).toHaveLength(before.nodes.length)
  })
})
