import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { endLeases, listLeased, lockLeases, renewLeases } from './lease-store.ts'

const TOTAL = 7
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn()
  const { data } = await server.call(token, 'POST scene', { name: 'Depot' })
  for (let n = 1; n <= TOTAL; n++) {
    const input = { scene_id: data.id, name: `P${n}`, kind: 'camera', ip: `198.51.100.${n}`, monitor: { type: 'ping' } }
    const { code, msg } = await server.call(token, 'POST device/third/mod', input)
    if (code !== 0) throw new Error(msg)
  }
  await server.call(token, 'POST device/third/mod', {
    scene_id: data.id,
    name: 'unwatched',
    kind: 'camera',
    ip: '198.51.100.99',
    monitor: { type: 'none' },
  })
})
afterAll(() => server?.close())

const idsOf = (leased: readonly { device_id: number }[]) => leased.map(({ device_id }) => device_id)

test('each device is assigned to one gateway, in fair shares, and released when that one is silent or stops', async () => {
  // one transaction, for whose end the server's own gateway waits. Locks in the order of `renewLeases`, else the two deadlock.
  await server.system.database.transaction(async (db) => {
    await lockLeases(db)
    await db.run(sql`lock table monitored_device in exclusive mode`)
    const lease = (gateway: string) => renewLeases(db, gateway)
    await lease('a')
    await db.run(sql`delete from poll_gateway where name <> 'a'`)
    expect(await lease('a'), 'alone it has all that are watched').toHaveLength(TOTAL)
    await lease('b')
    const [a, b] = [await lease('a'), await lease('b')]
    expect(Math.abs(a.length - b.length)).toBe(1)
    expect(new Set([...idsOf(a), ...idsOf(b)]).size).toBe(TOTAL)
    expect(await listLeased(db, 'a', idsOf(b)), 'nobody learns what is another’s').toEqual([])
    expect(await listLeased(db, 'a', idsOf(a))).toHaveLength(a.length)
    expect(idsOf(await lease('a')), 'who renews keeps what it has').toEqual(idsOf(a))
    await db.run(sql`update poll_gateway set seen_at = now() - interval '5 minutes' where name = 'b'`)
    expect(await lease('a')).toHaveLength(TOTAL)
    await lease('b')
    await db.run(sql`update poll_gateway set seen_at = now() + interval '66 minutes' where name = 'b'`)
    expect(await lease('a'), 'silent since the clock was set back').toHaveLength(TOTAL)
    await endLeases(db, 'a')
    expect(await lease('c')).toHaveLength(TOTAL)
  })
})
