import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundTeam } from '../../account/api.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let token: string
const scenes: number[] = []
const ids: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  for (const n of [0, 1]) {
    const scene_id = (await server.call(token, 'POST scene', { name: `Scene ${n}` })).data.id
    scenes.push(scene_id)
    const sn = `0c1111dd000${n}`
    const { data } = await server.call(token, 'POST device/add', { sn, scene_id, name: sn })
    await introduce(server.system, sn)
    ids.push(data.id)
    await server.system.db.run(sql`update device_state set online = true where device_id = ${data.id}`)
  }
})
afterAll(() => server?.close())

const come = (n: number, first: number, count: number) =>
  server.system.db.run(sql`
    insert into terminal (scene_id, mac, device_id, link, rank, since, first_seen, last_seen)
    select ${scenes[n]}, lpad(to_hex(t), 12, '0')::macaddr, ${ids[n]}, 2, 3, 0, 0, ${server.system.now()}
    from generate_series(${first}::int, ${first + count - 1}::int) t`)
const now = async (request: Record<string, unknown> = {}) =>
  (await server.call(token, 'GET stat/terminal/online', request)).data.now

test('few terminals are counted at every request', async () => {
  await come(0, 1, 3)
  await come(1, 1, 2)
  expect([await now(), await now({ scene_id: scenes[1] }), await now({ link: 0 })]).toEqual([5, 2, 0])
  await come(1, 3, 1)
  expect(await now()).toBe(6)
})

test('very many are counted once for all requests within seconds, those of one scene at every request', async () => {
  await come(0, 4, 20_000)
  expect(await now()).toBe(20_006)
  await come(1, 4, 1)
  expect([await now(), await now({ scene_id: scenes[1] })]).toEqual([20_006, 4])
})

test('another team sees nothing of a cached count', async () => {
  const { db, access } = server.system
  await foundTeam({ db, access }, { team: 'other', account: 'other', password: 'Testing-2026', now: 1 })
  const other = await server.signIn('other', 'Testing-2026')
  expect(await now()).toBeGreaterThan(20_000)
  expect((await server.call(other, 'GET stat/terminal/online')).data.now).toBe(0)
})
