import { afterAll, beforeAll, expect, test } from 'vitest'
import { Access } from '../../../kernel/access.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { rollApps } from '../store.ts'
import { trafficByApp } from './store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const day = (n: number) => (20_000 + n) * DAY

let server: TestServer
let scene_id: number
beforeAll(async () => {
  server = await startTestServer()
  scene_id = (await server.call(await server.signIn(), 'POST scene', { name: 'Hotel' })).data.id
  const hours = [
    [day(0) + HOUR, 'qq', 10],
    [day(1) + HOUR, 'wechat', 100],
    // nothing on the day after
    [day(3) + 5 * HOUR, 'qq', 1000],
    [day(3) + 6 * HOUR, 'wechat', 10_000],
  ]
  for (const [ts, app, rx] of hours)
    await server.system.database.pool.query('insert into app_1h values ($1, $2, $3, $4, 0, false)', [
      scene_id,
      ts,
      app,
      rx,
    ])
  for (const n of [0, 1, 2, 3, 3]) await rollApps(server.system.db, day(n))
})
afterAll(() => server?.close())

async function moved(from: number, to: number) {
  const at = { db: server.system.db, access: Access.system }
  const rows = await trafficByApp(at, { scene_id }, [{ level: '1d', from, to }])
  return Object.fromEntries(rows.map(({ app, rx }) => [app, rx]))
}

test.each([
  [0, 1, { qq: 10 }],
  [0, 4, { qq: 1010, wechat: 10_100 }],
  [1, 3, { wechat: 100 }],
  [2, 3, {}],
  [2, 4, { qq: 1000, wechat: 10_000 }],
  [-5, 0, {}],
])('days %d to %d are the difference of two totals', async (from, to, expected) => {
  expect(await moved(day(from), day(to))).toEqual(expected)
})
