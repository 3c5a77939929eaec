import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { eventSubject } from '../event.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

test('a write that is ended by a deadlock is repeated', async () => {
  const { system } = server
  const scene = await server.call<{ id: number }>(token, 'POST scene', { name: 'Both' })
  for (const sn of ['0c5555bb0001', '0c5555bb0002'])
    await server.call(token, 'POST device/add', { sn, scene_id: scene.data.id })
  const rows = await system.database.rows<{ id: number }>(sql`select id from device order by id`)
  const ids = rows.map(({ id }) => id)
  const told: unknown[] = []
  system.bus.subscribe(eventSubject(deviceSceneChanged.name), (payload) => told.push(payload))
  const name = (client: { query(text: string, values: unknown[]): Promise<unknown> }, id: number | undefined) =>
    client.query('update device set name = $2 where id = $1', [id, 'other'])
  let removed: ReturnType<TestServer['call']> | undefined
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await system.database.transaction(async (_db, client) => {
    // the database detects the deadlock and ends the other one
    await client.query(`set local deadlock_timeout = '1min'`)
    await name(client, ids[1])
    removed = server.call(token, 'DELETE device', { ids })
    while (!(await system.database.find(waiting)));
    await name(client, ids[0])
  })
  expect((await removed)?.data).toEqual({ total_cnt: 2, err_cnt: 0 })
  expect(told).toHaveLength(2)
  expect((await server.call(token, 'GET device/all')).data.total).toBe(0)
})
