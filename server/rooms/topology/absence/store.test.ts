import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { dropAbsences, insertAbsences, type NewAbsence } from './store.ts'

let server: TestServer
let device_id: number

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn()
  const scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  device_id = (await introduce(server.system, '0c4444aa0001')).device_id
  await server.call(token, 'POST device/add', { sn: '0c4444aa0001', scene_id })
  // the commit mode of each statement is recorded; the test database never waits for the disk
  await server.system.db.run(sql`create table committed (how text)`)
  await server.system.db.run(sql`
    create function note() returns trigger language plpgsql as $$
    begin insert into committed values (current_setting('synchronous_commit')); return null; end $$`)
  await server.system.db.run(sql`
    create trigger note after insert or delete on device_absence for each row execute function note()`)
})
afterAll(() => server?.close())

test('a declaration does not wait for the disk, and the next statement on the same connection does', async () => {
  const row: Omit<NewAbsence, 'token'> = {
    device_id,
    cause_id: device_id,
    work: 'reboot',
    by: '',
    ref: '',
    seconds: 60,
  }
  const client = await server.system.database.pool.connect()
  const db = {
    ...server.system.db,
    run: async (query: { text: string; values: unknown[] }) =>
      (await client.query(query.text, query.values)).rowCount ?? 0,
  }
  try {
    await client.query('set synchronous_commit to on')
    const token = randomUUID()
    await insertAbsences(db, [{ ...row, token }])
    await dropAbsences(db, [token])
    expect((await client.query('select how from committed')).rows).toEqual([{ how: 'off' }, { how: 'off' }])
    expect((await client.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }])
    expect((await client.query('select from device_absence')).rowCount).toBe(0)
  } finally {
    client.release(true)
  }
})
