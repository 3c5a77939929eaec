import { allTypes } from './config/apply-config.ts'
import { discoverDrivers, introduce, openIngest } from '@belvedere/server/devices/test-devices.ts'
import { startTestServer, type TestServer } from '@belvedere/server/kernel/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capabilitiesOf } from './documents/capabilities.ts'
import { stateOf } from './documents/state-of.ts'
import type { NetNode } from './model/network.ts'
import { numbersOf } from './model/plan-devices.ts'
import { FleetSite } from './model/site.ts'
import { SiteClock } from './model/site-clock.ts'
import type { NodePlan, SitePlan } from './model/site-plan.ts'
import type { SimulatedTerminal } from './model/network.ts'
import { office } from './scenarios/office.ts'

/** A day of a site, reported to the server by its devices, and the site's own values. */

const HOUR = 3600
const DAY = 24 * HOUR
/** Seconds between reports, and between two steps of the simulation. */
const report = 120
const moment = 30
/** Hours at which an access point reboots, and which one; between two others a line is cut. */
const reboots = new Map([
  [3, 0],
  [8, 1],
  [13, 2],
  [18, 0],
])
const [cutAt, mendedAt] = [10, 11]

const drivers = await discoverDrivers()
let server: TestServer
let token: string
let scene_id: number
let from: number
let to: number
const ids = new Map<NetNode, number>()

/** The activity of the site between its first and its last report. */
const did = {
  rx: 0,
  tx: 0,
  comings: 0,
  /** Seconds, of wireless terminals. */
  online: 0,
  /** By MAC address: octets counted by access points, and by the gateway for wired terminals. */
  flow: new Map<string, number>(),
  /** By MAC address: octets of wired terminals between the last report with them and the first after an absence. */
  unseen: new Map<string, number>(),
  /** By application: octets. */
  apps: new Map<string, number>(),
  /** MAC addresses of present terminals. */
  seen: new Set<string>(),
  /** By device: number of reboots. */
  reboots: new Map<number, number>(),
  /** Lines that were cut. */
  cuts: 0,
  /** Id of the gateway with the lines. */
  gateway: 0,
}

beforeAll(async () => {
  server = await startTestServer()
  // a roll-up at the end of a minute would mark hours that are not complete
  await server.system.database.pool.query("delete from job_schedule where name like 'stat.%'")
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Office', province: '浙江省' })).data.id
  // an hour with all its reports
  to = Math.floor((Date.now() / 1000 - 600) / HOUR) * HOUR
  from = to - DAY
  await live(await build())
  // roll-ups made during the simulated day, which runs faster than real time
  await server.system.database.pool.query('delete from telemetry_mark')
  await server.house.jobs.find(({ name }) => name === 'stat.roll-up')?.run({}, server.system)
})
afterAll(() => server?.close())

async function build(): Promise<{ site: FleetSite; clock: SiteClock }> {
  const plans = office.sites(office.devices).map(behindAgent)
  const site = new FleetSite(plans[0] as SitePlan, numbersOf('office', plans, 7)[0] as never)
  const clock = new SiteClock(site, from - moment, { joined: () => void did.comings++ }, 8)
  for (const node of site.nodes) await claim(node)
  did.gateway = ids.get(site.root) ?? 0
  // it has belonged to this team since the start of the day
  await server.system.database.pool.query('update device set claimed_at = $1', [from])
  return { site, clock }
}

/** Our own agent as the gateway of the network: stock firmware does not report traffic by application. */
const behindAgent = (plan: SitePlan): SitePlan => {
  const { children = [], ...root } = plan.root
  const name = { zh: '办公楼软路由', en: 'Office soft router' }
  const agent: NodePlan = { model: 'soft-router', hostname: 'office-gw', name, children }
  return { ...plan, root: { ...root, children: [agent] } }
}

async function claim(node: NetNode): Promise<void> {
  const added = await server.call(token, 'POST device/add', { sn: node.serial, scene_id, name: node.hostname })
  ids.set(node, added.data.id)
  const mark = { scene: 1, scene_name: { zh: '', en: '' }, name: node.name }
  const hello = { capabilities: capabilitiesOf(node, 'CN', mark), firmware: node.model.firmware, serial: node.serial }
  const driver = driverOf(node)
  await introduce(server.system, node.serial, {
    family: driver.family,
    simulated: true,
    identity: driver.protocol.identify(hello),
  })
}

function driverOf(node: NetNode) {
  const family = { switch: 'ucentral-switch', linux: 'linux-agent' }[node.model.type as string] ?? 'ucentral-ap'
  const driver = drivers.find((one) => one.family === family)
  if (!driver) throw new Error(`no driver ${family}`)
  return driver
}

async function live({ site, clock }: { site: FleetSite; clock: SiteClock }): Promise<void> {
  const ingest = await openIngest(server.system)
  const tell = (at: number) => {
    for (const node of site.nodes) {
      const state = stateOf(node, { now: at, periodic: true, types: allTypes })
      const { facts } = driverOf(node).decode('state', { state, uuid: 1, serial: node.serial })
      if (facts) ingest.push({ device_id: ids.get(node) as number, scene_id, at, facts })
    }
  }
  const wan = () =>
    site.root.wans.reduce((sum, { port: { counters } }) => ({ rx: sum.rx + counters.rx, tx: sum.tx + counters.tx }), {
      rx: 0,
      tx: 0,
    })
  const counted = new Map<string, { since: number; octets: number }>()
  const apps = () => new Map([...site.root.apps].map(([app, { rx, tx }]) => [app, rx + tx]))
  let appsBefore = new Map<string, number>()
  const plugged = new Set<SimulatedTerminal>()
  const away = new Set<string>()
  let [begin, end, appsAfter] = [wan(), wan(), apps()]
  // traffic up to a report belongs to its time, so the report at the end of the day counts for the next day
  for (let at = from; at < to; at += moment) {
    befall(site, at)
    clock.advance(at)
    if (at === from) did.comings = 0
    else for (const ap of site.aps) did.online += ap.stations.size * moment
    for (const { online, port, mac } of site.terminals) if (port && !online) away.add(mac)
    if ((at - from) % report) continue
    if (at === from) {
      begin = wan()
      appsBefore = apps()
    }
    end = wan()
    appsAfter = apps()
    for (const { online, mac } of site.terminals) if (online) did.seen.add(mac)
    // the gateway continues to count terminals that leave and return
    const wired = site.terminals.filter(({ online, port }) => online && port).map((one) => ({ ...one, since: 0 }))
    for (const { mac, since, rx, tx } of [...site.aps.flatMap(({ stations }) => [...stations]), ...wired]) {
      const before = counted.get(mac)
      const octets = Math.floor(rx) + Math.floor(tx)
      const passed =
        before === undefined ? (at === from ? 0 : octets) : before.since === since ? octets - before.octets : octets
      did.flow.set(mac, (did.flow.get(mac) ?? 0) + passed)
      if (away.delete(mac)) did.unseen.set(mac, (did.unseen.get(mac) ?? 0) + passed)
      counted.set(mac, { since, octets })
    }
    for (const terminal of site.terminals) {
      if (!terminal.port || terminal.online === plugged.has(terminal)) continue
      if (terminal.online && at > from) did.comings++
      if (!plugged.delete(terminal)) plugged.add(terminal)
    }
    tell(at)
    if (((at - from) / report) % 20 === 0) await ingest.drain()
  }
  did.rx = end.rx - begin.rx
  did.tx = end.tx - begin.tx
  for (const [app, octets] of appsAfter) did.apps.set(app, octets - (appsBefore.get(app) ?? 0))
  const { comings } = did
  clock.advance(to)
  tell(to)
  await ingest.drain()
  did.comings = comings
}

/** The events of the site. */
function befall({ aps, root }: FleetSite, at: number): void {
  const hour = (at - from) / HOUR
  const ap = aps[reboots.get(hour) ?? -1]
  if (ap) {
    ap.bootAt = at
    const id = ids.get(ap) as number
    did.reboots.set(id, (did.reboots.get(id) ?? 0) + 1)
  }
  const [line] = root.wans
  if (!line || (hour !== cutAt && hour !== mendedAt)) return
  line.cut = hour === cutAt
  line.since = at
  if (line.cut) did.cuts++
}

const stat = async (path: string, more: Record<string, unknown> = {}) => {
  const { code, msg, data } = await server.call(token, `GET stat/${path}`, { from, to, scene_id, ...more })
  expect(msg && code, path).toBe(0)
  return data
}
const summed = (points: [number, number | null][]) => points.reduce((sum, [, value]) => sum + (value ?? 0), 0)
/** Within a hundredth, or within this absolute difference. */
function agrees(reported: number, done: number, within = 0.01): void {
  expect(done).toBeGreaterThan(0)
  expect(Math.abs(reported - done) / done, `${reported} told, ${done} done`).toBeLessThan(within)
}

test('traffic equals the octets of the lines', async () => {
  const { series, total } = await stat('traffic/used')
  const [rx, tx] = series
  agrees(summed(rx.points), did.rx)
  agrees(summed(tx.points), did.tx)
  agrees(total, did.rx + did.tx)
  const rank = await stat('traffic/rank')
  agrees(rank.list[0].value, did.rx + did.tx)
})

test('the ranking of terminals equals the counters of access points and the gateway', async () => {
  const { list, total } = await stat('terminal/rank/flow', { limit: 20 })
  const done = [...did.flow].sort((a, b) => b[1] - a[1])
  agrees(
    total,
    done.reduce((sum, [, octets]) => sum + octets, 0),
  )
  expect(list).toHaveLength(20)
  // octets of a wired terminal between the last report with it and the first after an absence are not counted for it
  const counted = new Map(done.map(([mac, octets]) => [mac, octets - (did.unseen.get(mac) ?? 0)]))
  for (const { mac, value } of list) {
    expect(value, mac).toBeGreaterThan(0.99 * (counted.get(mac) ?? 0))
    expect(value, mac).toBeLessThan(1.01 * (did.flow.get(mac) ?? 0))
  }
  const values: number[] = list.map(({ value }: { value: number }) => value)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
  const listed = new Set(list.map(({ mac }: { mac: string }) => mac))
  for (const [mac, octets] of counted) if (octets > 1.01 * (values.at(-1) ?? 0)) expect(listed).toContain(mac)
})

test('terminals are online for the time of their presence', async () => {
  const { series, step, total } = await stat('terminal/online')
  const wireless = series.filter(({ name }: { name: string }) => name !== 'wired')
  agrees(wireless.reduce((sum: number, { points }: never) => sum + summed(points), 0) * step, did.online)
  expect(total).toBeGreaterThan(did.online / DAY)
})

test('connections are counted', async () => {
  const { series } = await stat('terminal/access')
  agrees(summed(series[0].points), did.comings)
})

test('applications equal the traffic of the gateway', async () => {
  const { list, total, simulated, reason } = await stat('traffic/rank/app', { limit: 100 })
  expect([simulated, reason]).toEqual([1, undefined])
  agrees(
    total,
    [...did.apps.values()].reduce((sum, octets) => sum + octets, 0),
  )
  for (const { id, value } of list) if (value > 1e6) agrees(value, did.apps.get(id) ?? 0)
})

test('every terminal has one vendor, one system and one duration', async () => {
  for (const path of ['terminal/company', 'terminal/os', 'terminal/duration']) {
    const { list, total } = await stat(path)
    agrees(total, did.seen.size)
    expect(list.reduce((sum: number, { value }: { value: number }) => sum + value, 0)).toBe(total)
  }
})

test('the week equals the day in it', async () => {
  const { cells, total } = await stat('terminal/period')
  expect(cells.flat().filter((value: number | null) => value !== null).length).toBeGreaterThanOrEqual(24)
  agrees(total, (await stat('terminal/online')).total)
})

test('devices are counted by kind, model and version', async () => {
  expect(await stat('device/count')).toMatchObject({
    total: 16,
    soft: { total: 2 },
    firewall: { total: 1 },
    switch: { total: 4 },
    ap: { total: 9 },
  })
  // for a past day the stored values are used; these devices were added only now
  const present = { to: server.system.now() }
  for (const kind of ['ap', 'switch', 'firewall']) {
    const { total } = await stat(`${kind}/count`, present)
    expect((await stat(`${kind}/model`, present)).total).toBe(total)
    expect((await stat(`${kind}/sversion`, present)).total).toBe(total)
  }
})

test('alarms equal the events of the site', async () => {
  const times = [...did.reboots.values()].reduce((sum, n) => sum + n, 0)
  expect([times, did.cuts]).toEqual([4, 1])
  const { list, total } = await stat('alarm/rank', { limit: 100 })
  const value = (type: string) => list.find(({ id }: { id: string }) => id === type)?.value ?? 0
  expect([value('dev_reboot'), value('dev_wan_disconnect')]).toEqual([times, did.cuts])
  expect(list.reduce((sum: number, row: { value: number }) => sum + row.value, 0)).toBe(total)
  const trend = await stat('alarm/trend')
  expect(trend.total).toBe(total)
  expect(trend.series.reduce((sum: number, { points }: never) => sum + summed(points), 0)).toBe(total)
  // notices are the reboots, each in its hour
  const hours = new Set<number>()
  for (const [at, n] of trend.series.find(({ name }: { name: string }) => name === 'notice').points)
    if (n) hours.add(Math.floor((at - from) / HOUR))
  expect([...reboots.keys()].filter((hour) => !hours.has(hour))).toEqual([])
  const { list: devices } = await stat('alarm/rank', { by: 'device', limit: 100 })
  for (const [id, n] of did.reboots)
    expect(devices.find((row: { id: number }) => row.id === id)?.value).toBeGreaterThanOrEqual(n)
  const scenes = await stat('alarm/rank', { by: 'scene', scene_id: 0 })
  expect(scenes.list).toMatchObject([{ id: scene_id, name: 'Office', value: total }])
  const open = await stat('alarm/count')
  expect(open.critical).toBe(0)
})

test('scenes and regions are the existing ones', async () => {
  await server.call(token, 'POST scene', { name: 'Nothing yet', province: '广东省' })
  const { total, online, empty } = await stat('scene/count', { scene_id: 0 })
  expect({ total, online, empty }).toEqual({ total: 2, online: 1, empty: 1 })
  const { list, unplaced } = await stat('scene/region', { scene_id: 0 })
  expect(unplaced).toBe(0)
  const of = (code: string) => list.find((row: { code: string }) => row.code === code)
  expect(of('330000')).toMatchObject({
    total: 1,
    online: 1,
    device_total: ids.size,
    device_online: ids.size,
    critical: 0,
  })
  expect(of('440000')).toMatchObject({ total: 1, online: 0, device_total: 0 })
})

test('the ranking of devices has the octets of the lines for the gateway', async () => {
  const { list, unit } = await stat('device/rank', { limit: 100, by: 'traffic' })
  expect(unit).toBe('B')
  agrees(list.find(({ id }: { id: number }) => id === did.gateway)?.value ?? 0, did.rx + did.tx)
})

test('lines were up except for the time of the cut', async () => {
  const { lines, outages, down, total } = await stat('wan/availability')
  expect(outages).toBe(did.cuts)
  // from reports: the cut begins and ends up to one report late
  expect(Math.abs(down - (mendedAt - cutAt) * HOUR)).toBeLessThanOrEqual(report)
  expect(Math.abs(100 - total - (100 * (mendedAt - cutAt)) / (24 * lines))).toBeLessThan(1)
})
