import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { lookAtModels } from './count/store.ts'

let server: TestServer
let token: string
let scene_id: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = await addScene('Hotel')
  const kinds = [
    ['0c1111bb0001', 0, 'R1'],
    ['0c1111bb0002', 4, 'R2'],
    ['0c1111bb0003', 1, 'A1'],
    ['0c1111bb0004', 1, 'A1'],
  ] as const
  const ingest = await openIngest(server.system)
  for (const [sn, type, model] of kinds) {
    const added = await server.call(token, 'POST device/add', { sn, scene_id, name: sn })
    await introduce(server.system, sn, { identity: { type, model, firmware: '1.0' } })
    ingest.push({ device_id: added.data.id, scene_id, at: server.system.now(), facts: facts(1, 1) } as never)
  }
  await ingest.drain()
})
afterAll(() => server?.close())

const addScene = async (name: string) => (await server.call(token, 'POST scene', { name, province: '浙江省' })).data.id
const stat = async (path: string, request: Record<string, unknown> = {}) => {
  const { code, msg, data } = await server.call(token, `GET stat/${path}`, request)
  expect(msg && code, path).toBe(0)
  return data
}

test('routers and soft routers have entries of their own', async () => {
  expect(await stat('device/count')).toEqual({
    total: 4,
    online: 4,
    unknown: 0,
    router: { total: 1, online: 1, unknown: 0 },
    soft: { total: 1, online: 1, unknown: 0 },
    firewall: { total: 0, online: 0, unknown: 0 },
    ap: { total: 2, online: 2, unknown: 0 },
    switch: { total: 0, online: 0, unknown: 0 },
    other: { total: 0, online: 0, unknown: 0 },
  })
  expect(await stat('gateway/count')).toMatchObject({ total: 2, online: 2 })
  const models = await stat('router/model')
  expect(models.list.map(({ id, value, percent }: never) => [id, value, percent])).toEqual([
    ['R1', 1, 50],
    ['R2', 1, 50],
  ])
  expect((await stat('ap/sversion')).list).toMatchObject([{ id: '1.0', value: 2, percent: 100, trend: null }])
})

test('scenes are online while a gateway is', async () => {
  await addScene('Empty')
  expect(await stat('scene/count')).toEqual({
    total: 2,
    online: 1,
    offline: 0,
    unknown: 0,
    abnormal: 0,
    partial: 0,
    empty: 1,
  })
  expect(await stat('scene/region')).toMatchObject({
    list: [{ code: '330000', name: '浙江', total: 2, online: 1, lat: null }],
    unplaced: 0,
  })
})

const curves = [
  'router/count',
  'gateway/count',
  'firewall/count',
  'ap/count',
  'switch/count',
  'traffic/used',
  'terminal/online',
  'terminal/access',
  'alarm/trend',
  'wan/availability',
]
test.each(curves)('%s has a point for every step, also of the previous period', async (path) => {
  for (const span of [3600, 86_400, 30 * 86_400, 300 * 86_400]) {
    const now = server.system.now()
    const { from, to, step, series, compare } = await stat(path, { from: now - span, to: now, compare: 1 })
    expect(series.length).toBeGreaterThan(0)
    for (const { points } of [...series, ...compare.series]) expect(points).toHaveLength(Math.ceil((to - from) / step))
    expect(compare.to - compare.from).toBe(to - from)
    expect((to - from) / step).toBeLessThan(450)
  }
})

const ranks = [
  'traffic/rank',
  'traffic/rank/app',
  'terminal/rank/flow',
  'terminal/rank/online',
  'terminal/company',
  'terminal/os',
  'terminal/duration',
  'alarm/rank',
]
test.each(ranks)('%s returns a list', async (path) => {
  expect((await stat(path, { compare: 1, scene_id })).list).toBeInstanceOf(Array)
})

test('rankings of octets state how much they cover', async () => {
  expect(await stat('terminal/rank/flow')).toMatchObject({ known: expect.any(Number), of: expect.any(Number) })
  expect(await stat('traffic/rank/app')).toMatchObject({ total: 0, of: expect.any(Number) })
})

test('the week has seven days of 24 hours', async () => {
  const { cells } = await stat('terminal/period')
  expect(cells.map((row: unknown[]) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
})

test('an empty ranking of applications states why', async () => {
  expect(await stat('traffic/rank/app', { lang: 'en' })).toMatchObject({
    list: [],
    gateways: 2,
    telling: 0,
    reason: 'These gateways cannot distinguish applications',
  })
})

test.each([
  ...curves,
  ...ranks,
  'device/count',
  'scene/count',
  'scene/region',
  'alarm/count',
  'ap/model',
  'ap/sversion',
])('%s refuses an unknown scene group or one of another team', async (path) => {
  const { code } = await server.call(token, `GET stat/${path}`, { group_id: 987_654 })
  expect(code).toBe(commonErrors.notFound.code)
})

test('before the first scene, and before alarms are kept, a trend is unknown', async () => {
  const now = server.system.now()
  const { series, total } = await stat('alarm/trend', { from: now - 86_400, to: now - 43_200 })
  expect(
    series.flatMap(({ points }: never) => points).every(([, value]: [number, number | null]) => value === null),
  ).toBe(true)
  expect(total).toBeNull()
  await server.system.db.run(sql`update scene set created_at = ${now - 300 * 86_400}`)
  const whole = await stat('alarm/trend', { from: now - 300 * 86_400, to: now, compare: 1 })
  expect(whole.from).toBeGreaterThan(now - 182 * 86_400)
  expect(whole.series[0].points.every(([, value]: [number, number | null]) => value !== null)).toBe(true)
  expect(whole.compare.total, 'nothing is kept of the time before').toBeNull()
})

test('a site with one line that is disconnected counts as down', async () => {
  const { db, now } = server.system
  const scene = await addScene('Branch')
  const sn = '0c1111bb0009'
  const { id } = (await server.call(token, 'POST device/add', { sn, scene_id: scene, name: sn })).data
  await introduce(server.system, sn, { identity: { type: 0 } })
  const ingest = await openIngest(server.system)
  const wans = [{ name: 'wan', type: 'dhcp' as const, up: true, addresses: [] }]
  ingest.push({ device_id: id, scene_id: scene, at: now(), facts: facts(1, 1, { wans }) } as never)
  await ingest.drain()
  const to = Math.floor(now() / 3600) * 3600
  await db.run(sql`update device set claimed_at = ${to - 36_000}, created_at = ${to - 36_000} where id = ${id}`)
  await db.run(sql`delete from device_presence_interval where device_id = ${id}`)
  await db.run(sql`insert into device_presence_interval (device_id, scene_id, online, since, until) values
    (${id}, ${scene}, true, ${to - 36_000}, ${to - 7200}), (${id}, ${scene}, false, ${to - 7200}, ${to - 3600}),
    (${id}, ${scene}, true, ${to - 3600}, ${to - 1800}), (${id}, ${scene}, false, ${to - 1800}, ${to - 1790}),
    (${id}, ${scene}, true, ${to - 1790}, null)`)
  const request = { scene_id: scene, from: to - 36_000, to }
  // an outage of ten minutes in an hour; ten seconds are a reconnection
  expect(await stat('wan/availability', request)).toMatchObject({ lines: 1, outages: 1, down: 3600, total: 90 })
  const order = (until: number) =>
    db.run(sql`insert into device_absence (device_id, cause_id, work, model, by_name, ref, token, from_at, until)
      values (${id}, ${id}, 'upgrade', '', 'admin', '', gen_random_uuid(), ${to - 7230}, ${until})`)
  // it was offline for ordered work: the time beyond the bound counts
  await order(to - 6000)
  expect(await stat('wan/availability', request)).toMatchObject({ outages: 1, down: 2400 })
  await order(to - 3000)
  expect(await stat('wan/availability', request)).toMatchObject({ outages: 0, down: 0, total: 100 })
})

test('models and versions are those of the period', async () => {
  const { db, now } = server.system
  const today = Math.floor(now() / 86_400) * 86_400
  const look = (days: number) => lookAtModels(db, today - days * 86_400)
  await db.run(sql`update device set firmware = '0.9' where serial in ('0c1111bb0003', '0c1111bb0004')`)
  await look(3)
  await db.run(sql`update device set firmware = '1.0' where serial = '0c1111bb0003'`)
  await look(2)
  await look(2)
  await db.run(sql`update device set firmware = '1.0' where serial = '0c1111bb0004'`)
  const versions = async (from: number, to: number, more = {}) => {
    const { list, at, reason } = await stat('ap/sversion', { scene_id, from: now() - from, to: now() - to, ...more })
    return { at, reason, list: list.map(({ id, value, trend }: never) => [id, value, trend]) }
  }
  const day = 86_400
  expect(await versions(day, 0)).toMatchObject({ list: [['1.0', 2, null]], at: expect.any(Number) })
  const ended = { at: today - 2 * day, list: [['0.9', 2, null]] }
  expect(await versions(now() - today + 5 * day, now() - today + 2 * day)).toMatchObject(ended)
  const mixed = await versions(now() - today + 2 * day, now() - today + day, { compare: 1 })
  expect(mixed.list).toEqual([
    ['0.9', 1, -50],
    ['1.0', 1, null],
  ])
  expect(await versions(40 * day, 30 * day, { lang: 'en' })).toEqual({
    at: null,
    list: [],
    reason: 'No data for this period yet',
  })
})

test('a period that ends before it begins is refused', async () => {
  expect((await server.call(token, 'GET stat/traffic/used', { from: 2000, to: 1000 })).code).not.toBe(0)
})

test('what is not reported yet is unknown, not zero', async () => {
  const [device] = (await server.call(token, 'GET device/all', { scene_id, orderby: 'id asc' })).data.list
  const ingest = await openIngest(server.system)
  const now = server.system.now()
  const report = { device_id: device.id, scene_id }
  ingest.push({ ...report, at: now + 1, facts: facts(5000, 1) } as never)
  await ingest.drain()
  await server.house.jobs.find(({ name }) => name === 'stat.roll-up')?.run({}, server.system)
  const { series } = await stat('terminal/online', { from: now - 3600, to: now })
  expect(series[0].points.at(-1)[1]).toBeNull()
})
