import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { departSubject, identifySubject } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { SilenceWatch } from '@belvedere/pure/time/silence.ts'
import { sweepLost } from './sweep.job.ts'
import { beat, markLost, markOnline, startRun } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

interface PresenceState {
  online: boolean
  session: string | null
  since: number
  gateway_run: number | null
}
const stateOf = (id: number) =>
  server.system.db.one<PresenceState>(
    sql`select online, session, since, gateway_run from device_state where device_id = ${id}`,
  )

const leave = (device_id: number, session: string) =>
  server.system.bus.request(departSubject, { device_id, scene_id: 0, session }, 30_000)

test('a device is online until its current session ends', async () => {
  const { device_id } = await introduce(server.system, '0c1111bb0001', { session: 'first' })
  expect(await stateOf(device_id)).toMatchObject({ online: true, session: 'first' })
  await introduce(server.system, '0c1111bb0001', { session: 'second' })
  await leave(device_id, 'first')
  const other = await introduce(server.system, '0c1111bb0002', { session: 'x' })
  await leave(other.device_id, 'x')
  expect((await stateOf(other.device_id)).online).toBe(false)
  expect(await stateOf(device_id), 'a late goodbye of the old session').toMatchObject({
    online: true,
    session: 'second',
  })
  await leave(device_id, 'second')
  expect((await stateOf(device_id)).online).toBe(false)
})

test('a disconnection waits for an unavailable database', async () => {
  const { db } = server.system
  const { device_id } = await introduce(server.system, '0c1111bb0009', { session: 'a' })
  await db.run(sql`alter table device_state rename to device_state_elsewhere`)
  const left = leave(device_id, 'a')
  await new Promise((resolve) => setTimeout(resolve, 50))
  await db.run(sql`alter table device_state_elsewhere rename to device_state`)
  expect((await stateOf(device_id)).online).toBe(true)
  await left
  expect((await stateOf(device_id)).online).toBe(false)
})

test('a reconnection while still online keeps the start time', async () => {
  const { device_id } = await introduce(server.system, '0c1111bb0003', { session: 'a' })
  await server.system.db.run(sql`update device_state set since = 1000 where device_id = ${device_id}`)
  await introduce(server.system, '0c1111bb0003', { session: 'b' })
  expect((await stateOf(device_id)).since).toBe(1000)
  await leave(device_id, 'b')
  await introduce(server.system, '0c1111bb0003', { session: 'c' })
  expect((await stateOf(device_id)).since).toBeGreaterThan(1000)
})

test('a reconnect storm is answered in batches, the same serial number twice by one device', async () => {
  const serials = Array.from({ length: 300 }, (_, n) => `0c1111cc${n.toString(16).padStart(4, '0')}`)
  const answers = await Promise.all(
    [...serials, ...serials].map((serial, n) => introduce(server.system, serial, { session: String(n) })),
  )
  const ids = new Map(answers.map(({ device_id }, n) => [serials[n % 300], device_id]))
  expect(new Set(ids.values()).size).toBe(300)
  expect(answers.every(({ device_id }, n) => device_id === ids.get(serials[n % 300] as string))).toBe(true)
})

test('an unchanged report rewrites nothing but the state', async () => {
  const { device_id } = await introduce(server.system, '0c1111bb0004', { session: 'a' })
  const version = () =>
    server.system.db.one<{ xmin: string }>(sql`select xmin::text from device where id = ${device_id}`)
  const before = await version()
  await introduce(server.system, '0c1111bb0004', { session: 'b' })
  expect(await version()).toEqual(before)
  await introduce(server.system, '0c1111bb0004', { session: 'c', identity: { firmware: '9' } })
  expect(await version()).not.toEqual(before)
})

test('devices of a dead gateway are lost after a timeout, others and reconnected ones are not', async () => {
  const { db } = server.system
  const lost = await introduce(server.system, '0c1111bb0005', { session: 'lost' })
  const back = await introduce(server.system, '0c1111bb0006', { session: 'old' })
  const dead = await startRun(db, 'dead')
  // the server's own gateway sends heartbeats by its clock: this one by the test's
  const alive = await startRun(db, 'alive')
  await db.run(sql`update device_state set gateway_run = ${alive}`)
  const arrivals = [lost, back].map(({ device_id }, n) => ({
    device_id,
    session: n ? 'old' : 'lost',
    address: '',
    config_uuid: 0,
  }))
  await markOnline(db, arrivals, dead)
  await introduce(server.system, '0c1111bb0006', { session: 'new' })
  await db.run(sql`update device_state set gateway_run = ${alive} where device_id = ${back.device_id}`)
  const silence = new SilenceWatch<number>(90, 10)
  const looks = async (from: number, to: number) => {
    let lostOnes = 0
    for (let at = from; at <= to; at += 10) {
      await beat(db, alive, 'alive')
      lostOnes += await sweepLost(server.system, silence, at)
    }
    return lostOnes
  }
  expect(await looks(0, 80), 'it may come back').toBe(0)
  expect(await looks(90, 100)).toBe(1)
  expect(await stateOf(lost.device_id)).toMatchObject({ online: false, session: null })
  expect(await stateOf(back.device_id)).toMatchObject({ online: true, session: 'new' })
})

test('a device that connects to another gateway while its row is locked is not lost', async () => {
  const { db, database } = server.system
  const { device_id } = await introduce(server.system, '0c1111bb000a', { session: 'old' })
  const [dead, alive] = [await startRun(db, 'dead'), await startRun(db, 'alive')]
  await markOnline(db, [{ device_id, session: 'old', address: '', config_uuid: 0 }], dead)
  let lost: Promise<{ device_id: number }[]> | undefined
  await database.transaction(async (tx) => {
    await markOnline(tx, [{ device_id, session: 'new', address: '', config_uuid: 0 }], alive)
    lost = markLost(db, [{ id: dead, beats: 0 }])
    const waits = sql`select 1 from pg_locks l where not l.granted and l.pid in (
      select pid from pg_stat_activity where datname = current_database())`
    await vi.waitUntil(async () => (await db.rows(waits)).length > 0)
  })
  expect(await lost).toEqual([])
  expect(await stateOf(device_id)).toMatchObject({ online: true, session: 'new' })
})

test('a simulated device stays unclaimed without a demo network', async () => {
  const capabilities = { 'x-simulated': { scene: 1, name: { zh: '大堂', en: 'Lobby' } } }
  const answer = await introduce(server.system, '0c1111bb0007', { simulated: true, identity: { capabilities } })
  expect(answer.scene_id).toBe(0)
})

test('an incomplete report is refused, and affects no other of its batch', async () => {
  const bad = server.system.bus.request(identifySubject, { serial: 'nonsense' }, 5000)
  const good = introduce(server.system, '0c1111bb0008')
  await expect(bad).rejects.toThrow()
  expect((await good).device_id).toBeGreaterThan(0)
})
