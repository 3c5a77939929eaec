import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { rollAll } from './roll-up.job.ts'
import { lookAtPresence } from './store.ts'

let server: TestServer
let token: string
let scene_id: number
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const claimed = async (sn: string): Promise<number> => {
  const { data } = await server.call(token, 'POST device/add', { sn, scene_id })
  await introduce(server.system, sn)
  return data.id
}

/** A report each minute in [from, to) that counts 600 octets more than the previous one. */
function reporter(device_id: number): (from: number, to: number) => Promise<void> {
  let octets = 0
  return async (from, to) => {
    const ingest = await openIngest(server.system)
    for (let at = from; at < to; at += 60) {
      octets += 600
      ingest.push({ device_id, scene_id, at, facts: facts(octets, octets) } as never)
      await ingest.drain()
    }
  }
}

const buckets = (device_id: number, from: number, to: number) =>
  server.system.db.rows(
    sql`select ts, rx from telemetry_5m where device_id = ${device_id} and ts >= ${from} and ts < ${to} order by ts`,
  )

test.each([
  ['66 minutes', '0c1111fd0001', 3960],
  ['a day', '0c1111fd0002', 86_400],
])('a clock set back by %s: later reports are rolled up', async (_, sn, step) => {
  const id = await claimed(sn)
  const report = reporter(id)
  const ahead = Math.floor(server.system.now() / 3600) * 3600 - 3600
  await report(ahead, ahead + 1200)
  await rollAll(server.system, ahead + 1300)
  expect(await buckets(id, ahead, ahead + 1200)).toHaveLength(4)

  const now = Math.floor((ahead + 1300 - step) / 300) * 300
  await report(now, now + 900)
  await rollAll(server.system, now + 1000)
  const first = { ts: now, rx: 4 * 600 }
  expect(await buckets(id, now, now + 900)).toEqual([
    first,
    { ts: now + 300, rx: 5 * 600 },
    { ts: now + 600, rx: 5 * 600 },
  ])
  const { scene } = await server.system.db.one<{ scene: number }>(
    sql`select count(*)::int as scene from scene_5m where scene_id = ${scene_id} and ts >= ${now} and ts < ${now + 900} and rx > 0`,
  )
  expect(scene).toBe(3)

  // and forward again
  await report(ahead + 3000, ahead + 3900)
  await rollAll(server.system, ahead + 4000)
  expect(await buckets(id, ahead + 3300, ahead + 3900)).toHaveLength(2)
})

test('a clock that was wrong by years for a moment leaves no partitions behind', async () => {
  const id = await claimed('0c1111fd0003')
  const report = reporter(id)
  const now = Math.floor(server.system.now() / 300) * 300
  const far = now - 8 * 365 * 86_400
  await report(now - 1200, now - 600)
  await rollAll(server.system, now)
  await report(far, far + 600)
  await rollAll(server.system, far + 700)
  expect(await buckets(id, far, far + 600)).toHaveLength(2)
  await report(now, now + 600)
  await rollAll(server.system, now + 700)
  expect(await buckets(id, now, now + 600)).toHaveLength(2)
  const { made } = await server.system.db.one<{ made: number }>(
    sql`select count(*)::int as made from pg_inherits where inhparent in ('telemetry_5m'::regclass, 'scene_5m'::regclass)`,
  )
  expect(made).toBeLessThan(12)
})

test('traffic that no device reported is unknown, and so is a period without data', async () => {
  const now = server.system.now()
  const at = Math.floor(now / 300) * 300 - 40 * 86_400
  const { data } = await server.call(token, 'POST scene', { name: 'Silent' })
  await server.system.database.transaction(async (db) => {
    const { makePartition } = await import('../../engines/partitions/partition-store.ts')
    await makePartition(db, 'scene_5m', 30, at)
    await db.run(sql`insert into scene_5m (scene_id, ts, wired, access) values (${data.id}, ${at}, 300, 1)`)
  })
  const request = { scene_id: data.id, from: at - 300, to: at + 600 }
  const used = (await server.call(token, 'GET stat/traffic/used', request)).data
  expect(used.total).toBeNull()
  expect(
    used.series.flatMap(({ points }: { points: [number, number | null][] }) => points.map(([, value]) => value)),
  ).toEqual(Array(6).fill(null))
  const online = (await server.call(token, 'GET stat/terminal/online', request)).data
  expect(online).toMatchObject({ total: 1, peak: 1 })
  const before = { ...request, from: at - 1200, to: at - 600 }
  expect((await server.call(token, 'GET stat/terminal/online', before)).data).toMatchObject({ total: null, peak: null })
  expect((await server.call(token, 'GET stat/router/count', before)).data).toMatchObject({ online_rate: null })
  expect((await server.call(token, 'GET stat/wan/availability', before)).data).toMatchObject({ total: null })
})

test('the mean of terminals excludes minutes that are known in part', async () => {
  const now = server.system.now()
  const known = Math.floor((now - 90) / 300) * 300
  const { data } = await server.call(token, 'POST scene', { name: 'Just begun' })
  await server.system.database.transaction(async (db) => {
    for (const [ts, wired] of [
      [known - 300, 3000],
      [known, 1500],
    ])
      await db.run(sql`insert into scene_5m (scene_id, ts, wired) values (${data.id}, ${ts}, ${wired})`)
  })
  for (const span of [3600, 86_400])
    expect(
      (await server.call(token, 'GET stat/terminal/online', { scene_id: data.id, from: now - span, to: now })).data,
    ).toMatchObject({ total: 10, peak: 10 })
})

test('availability excludes devices while they are unknown', async () => {
  const { db } = server.system
  const scene = (await server.call(token, 'POST scene', { name: 'Gateway lost' })).data.id
  const ids: number[] = []
  for (const sn of ['0c1111fd0011', '0c1111fd0012']) {
    ids.push((await server.call(token, 'POST device/add', { sn, scene_id: scene })).data.id)
    await introduce(server.system, sn)
  }
  const loses = (device_id: number | undefined) =>
    db.run(sql`
      with run as (insert into gateway_run (host, node, started_at, seen_at) values ('elsewhere', 'lost', 1, 1) returning id)
      update device_state set gateway_run = run.id from run where device_id = ${device_id}`)
  const from = Math.floor(server.system.now() / 3600) * 3600 - 4 * 3600
  const counted = async (hour: number) => {
    const request = { scene_id: scene, from: from + hour * 3600, to: from + (hour + 1) * 3600 }
    const { series, online_rate } = (await server.call(token, 'GET stat/ap/count', request)).data
    const ofName = (name: string) =>
      series
        .find((one: { name: string }) => one.name === name)
        .points.map(([, value]: [number, number | null]) => value)
    return { total: ofName('total'), online: ofName('online'), online_rate }
  }
  await lookAtPresence(db, from)
  await loses(ids[0])
  await lookAtPresence(db, from + 3600)
  await loses(ids[1])
  await lookAtPresence(db, from + 7200)
  expect(await counted(0), 'both online').toEqual({ total: [2], online: [2], online_rate: 100 })
  expect(await counted(1), 'one online, one unknown').toEqual({ total: [1], online: [1], online_rate: 100 })
  expect(await counted(2), 'both unknown').toEqual({ total: [null], online: [null], online_rate: null })
})
