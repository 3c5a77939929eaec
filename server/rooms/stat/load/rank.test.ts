import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { makePartition } from '../../../engines/partitions/partition-store.ts'

let server: TestServer
let token: string
let scene_id: number
const ids: number[] = []
const HOUR = 3600
let to = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  to = Math.floor(server.system.now() / HOUR) * HOUR
  const { db, database } = server.system
  for (const [n, type] of ([0, 4, 1] as const).entries()) {
    const sn = `0c1111cc000${n}`
    const { data } = await server.call(token, 'POST device/add', { sn, scene_id, name: `dev ${n}` })
    await introduce(server.system, sn, { identity: { type } })
    ids.push(data.id)
  }
  for (const ago of [1, 2])
    await database.transaction(async (tx) => void (await makePartition(tx, 'telemetry_1h', 360, to - ago * HOUR)))
  for (const [n, id] of ids.entries())
    for (const ago of [1, 2])
      await db.run(sql`
        insert into telemetry_1h (device_id, ts, n, span, cpu, cpu_max, rx, tx)
        values (${id}, ${to - ago * HOUR}, ${ago}, 3600, ${100 * (n + ago)}, ${900 + n}, ${1000 * (n + 1)}, ${n})`)
  await db.run(sql`
    insert into telemetry_mark (level, until) values ('1h', ${to}) on conflict (level) do update set until = excluded.until`)
})
afterAll(() => server?.close())

const rank = async (request: Record<string, unknown>) =>
  (await server.call(token, 'GET stat/device/rank', { scene_id, from: to - 2 * HOUR, to, ...request })).data

test('soft routers are routers, and traffic is summed', async () => {
  const { list, total, unit, from } = await rank({ kind: 'router' })
  expect([unit, total, from]).toEqual(['B', 6002, to - 2 * HOUR])
  expect(list).toMatchObject([
    { id: ids[1], name: 'dev 1', sn: '0c1111cc0001', scene_id, scene_name: 'Hotel', value: 4002, percent: 66.68 },
    { id: ids[0], value: 2000 },
  ])
})

test('a measure is the mean of all samples, with its peak; the total the mean of the devices', async () => {
  // (1 × 10 % + 2 × 20 %) / 3 for the first
  expect(await rank({ by: 'cpu' })).toMatchObject({
    unit: '%',
    total: 26.7,
    list: [
      { id: ids[2], value: 36.7, peak: 90.2 },
      { id: ids[1], value: 26.7, peak: 90.1 },
      { id: ids[0], value: 16.7, peak: 90 },
    ],
  })
})

test('each is compared with its previous value', async () => {
  const { list } = await rank({ from: to - HOUR, compare: 1, kind: 'ap' })
  expect(list).toMatchObject([{ id: ids[2], value: 3002, trend: 0 }])
})

test('without reports the ranking is empty, and a foreign scene is refused', async () => {
  expect((await rank({ by: 'temp' })).list).toEqual([])
  expect((await rank({ from: to, to: to + HOUR })).list).toEqual([])
  expect((await server.call(token, 'GET stat/device/rank', { scene_id: 999_999 })).code).not.toBe(0)
})
