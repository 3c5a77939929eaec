import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ingest } from '../../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let ingest: Ingest
let scene_id: number
const mac = '3c:22:fb:10:20:30'
const phone = '02:22:fb:10:20:31'

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
})
afterAll(() => server?.close())

async function claimed(token: string, sn: string, type: 0 | 1 | 2 | 4): Promise<number> {
  const { device_id } = await introduce(server.system, sn, { identity: { type } })
  await server.call(token, 'POST device/add', { sn, scene_id })
  return device_id
}

test('a gateway reports the traffic of wired terminals on switches; radios that of their own', async () => {
  const token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Shop' })).data.id
  const gateway = await claimed(token, '0c6666bb0001', 4)
  const access = await claimed(token, '0c6666bb0002', 2)
  const point = await claimed(token, '0c6666bb0003', 1)
  const now = server.system.now()
  const begin = Math.floor(now / 3600) * 3600 - 3600
  for (let n = 0; n <= 12; n++) {
    const at = begin + 300 + n * 60
    const wired = { link: 'wired' as const, up_bytes: n * 1_000_000, down_bytes: n * 9_000_000 }
    const reported = [
      [access, [{ mac, link: 'wired' as const, port: 'Ethernet3' }]],
      [
        point,
        [
          {
            mac: phone,
            link: '5G' as const,
            up_bytes: n * 100_000,
            down_bytes: n * 900_000,
            connected_s: 5000 + n * 60,
          },
        ],
      ],
      [
        gateway,
        [
          { mac, ...wired },
          { mac: phone, ...wired },
        ],
      ],
    ] as const
    for (const [device_id, terminals] of reported)
      ingest.push({ device_id, scene_id, at, facts: { terminals: [...terminals] } })
    await ingest.drain()
  }
  const rows = await server.system.db.rows<{ mac: string; flow: number; online: number }>(sql`
    select t.mac, sum(h.flow)::float8 as flow, sum(h.online)::int as online
    from terminal_1h h join terminal t on t.id = h.terminal_id where h.scene_id = ${scene_id} group by 1 order by 1`)
  const of = (wanted: string) => rows.find((one) => one.mac === wanted)
  // five minutes are returned once they are complete
  expect(of(mac)?.flow).toBe(90_000_000)
  expect(of(phone)?.flow, 'the gateway sees it as wired, and is not asked').toBe(9_000_000)
  expect(of(mac)?.online, 'one device says how long it was there').toBeLessThanOrEqual(720)
})
