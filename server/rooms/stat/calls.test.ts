import { afterAll, beforeAll, expect, test } from 'vitest'
import { facts, introduce, openIngest } from '../../kernel/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

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
const stat = async (path: string, asked: Record<string, unknown> = {}) => {
  const { code, msg, data } = await server.call(token, `GET stat/${path}`, asked)
  expect(msg && code, path).toBe(0)
  return data
}

test('soft routers count as routers', async () => {
  expect(await stat('device/count')).toEqual({
    total: 4,
    online: 4,
    unknown: 0,
    router: { total: 2, online: 2, unknown: 0 },
    firewall: { total: 0, online: 0, unknown: 0 },
    ap: { total: 2, online: 2, unknown: 0 },
    switch: { total: 0, online: 0, unknown: 0 },
    other: { total: 0, online: 0, unknown: 0 },
  })
  const models = await stat('router/model')
  expect(models.list.map(({ id, value, percent }: never) => [id, value, percent])).toEqual([
    ['R1', 1, 50],
    ['R2', 1, 50],
  ])
  expect((await stat('ap/sversion')).list).toMatchObject([{ id: '1.0', value: 2, percent: 100, trend: null }])
})

test('scenes are online while a gateway is', async () => {
  await addScene('Empty')
  expect(await stat('scene/count')).toEqual({ total: 2, online: 1, offline: 0, unknown: 0, abnormal: 0, empty: 1 })
  expect(await stat('scene/region')).toMatchObject({
    list: [{ code: '330000', name: '浙江', total: 2, online: 1, lat: null }],
    unplaced: 0,
  })
})

const curves = [
  'router/count',
  'firewall/count',
  'ap/count',
  'switch/count',
  'traffic/used',
  'terminal/online',
  'terminal/access',
  'alarm/trend',
  'wan/availability',
]
test.each(curves)('%s has a point for every step, also of the period before', async (path) => {
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
test.each(ranks)('%s answers a list', async (path) => {
  expect((await stat(path, { compare: 1, scene_id })).list).toBeInstanceOf(Array)
})

test('the week has seven days of 24 hours', async () => {
  const { cells } = await stat('terminal/period')
  expect(cells.map((row: unknown[]) => row.length)).toEqual([24, 24, 24, 24, 24, 24, 24])
})

test('an empty rank of applications says why', async () => {
  expect(await stat('traffic/rank/app', { lang: 'en' })).toMatchObject({
    list: [],
    gateways: 2,
    telling: 0,
    reason: 'These gateways cannot tell applications apart',
  })
})

test('a period that ends before it begins is refused', async () => {
  expect((await server.call(token, 'GET stat/traffic/used', { from: 2000, to: 1000 })).code).not.toBe(0)
})

test('what is not told yet is unknown, not nothing', async () => {
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
