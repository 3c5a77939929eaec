import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { introduce, openIngest } from '../../../devices/test-devices.ts'
import { appCounters } from './book.sink.ts'

let server: TestServer
let ingest: Awaited<ReturnType<typeof openIngest>>
let scene: number
let device: number

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  const token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  device = (await introduce(server.system, '0c1111dd0301')).device_id
  await server.call(token, 'POST device/add', { sn: '0c1111dd0301', scene_id: scene })
})
afterAll(() => server?.close())

test('a gateway that is killed and restarted loses no traffic of applications', async () => {
  const start = Math.floor(server.system.now() / 3600) * 3600 - 7200
  const report = async (after: number, rx_bytes: number) => {
    const facts = { apps: [{ app: 'wechat', rx_bytes, tx_bytes: 0 }] }
    ingest.push({ device_id: device, scene_id: scene, at: start + after, facts })
    await ingest.drain()
  }
  const booked = () =>
    server.system.db.rows<{ rx: number }>(sql`select sum(rx)::int as rx from app_1h where scene_id = ${scene}`)
  await report(0, 1000)
  await report(60, 1500)
  await report(310, 1700)
  await report(400, 2000)
  // its cache is cleared
  appCounters.forget(device)
  await report(500, 2600)
  await report(620, 2700)
  await report(1000, 2700)
  expect(await booked()).toEqual([{ rx: 1700 }])
})
