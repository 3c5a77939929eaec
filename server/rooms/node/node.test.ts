import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeCalls } from '@belvedere/contract/rooms/node/node.ts'
import { missingOf } from '../../devices/nodes/node-rules.ts'
import {
  beatNode,
  markLostNodes,
  noteDatabaseOutage,
  readNodes,
  settleOutages,
} from '../../devices/nodes/node-store.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { reportOutages } from './report-outages.job.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server.close())

const other = { id: 'other', name: 'elsewhere:8080', host: 'elsewhere', roles: ['gateway'], version: 'Belvedere 0' }
const well = { bus: true, hung: false }
const list = async () => (await server.call(token, nodeCalls.list.at)).data
const stateOf = async (id: string) => (await list()).nodes.find((one: { id: string }) => one.id === id)?.state
const lose = async (id: string) => {
  const { db } = server.system
  const { nodes } = await readNodes(db)
  await markLostNodes(
    db,
    nodes.filter((one) => one.id === id),
  )
  await settleOutages(db)
}
const device = async (id: number) => (await server.call(token, 'GET device/detail', { id })).data.device

test('this process has announced itself with its roles, and the bus and the database are up', async () => {
  const { nodes, bus, database, jobs } = await list()
  expect(nodes).toMatchObject([
    { id: server.system.node, roles: ['api', 'gateway', 'worker'], state: 'running', bus: 1 },
  ])
  expect(bus).toEqual({ nats: 0, up: 1 })
  expect(database.ms).toBeGreaterThanOrEqual(0)
  expect(jobs).toEqual([])
})

test('devices of a lost gateway are unknown, without an event, and online again when it is back', async () => {
  const { db } = server.system
  const scene_id = (await server.call(token, 'POST scene', { name: 'Unknown' })).data.id
  const { device_id } = await introduce(server.system, '0c1111bb0901')
  await db.run(sql`update device set scene_id = ${scene_id} where id = ${device_id}`)
  const before = await device(device_id)
  expect(before).toMatchObject({ online: 1, unknown_since: null })
  const mac = '02:00:00:00:09:01'
  await db.run(sql`
    insert into terminal (scene_id, mac, device_id, link, rank, since, first_seen, last_seen)
    values (${scene_id}, ${mac}, ${device_id}, 2, 3, 0, 0, ${server.system.now()})`)
  const terminals = async () => {
    const [listed, counted, scenes, found, drawn] = await Promise.all([
      server.call(token, 'GET terminal/online', { scene_id }),
      server.call(token, 'GET stat/terminal/online', { scene_id }),
      server.call(token, 'GET scene', { search: 'Unknown' }),
      server.call(token, 'GET terminal/find', { search: mac }),
      server.call(token, 'GET scene/topology', { scene_id }),
    ])
    const folded = drawn.data.nodes.reduce((sum: number, { terminals = 0 }) => sum + terminals, 0)
    return [listed.data.total, counted.data.now, scenes.data.list[0].terminal_cnt, found.data.list[0].online, folded]
  }
  expect(await terminals()).toEqual([1, 1, 1, 1, 1])
  await beatNode(db, other, well)
  await db.run(sql`
    with run as (insert into gateway_run (host, node, started_at, seen_at) values ('elsewhere', 'other', 1, 1234) returning id)
    update device_state set gateway_run = run.id from run where device_id = ${device_id}`)
  expect(await device(device_id)).toMatchObject({ online: 1, unknown_since: null })

  await lose('other')
  expect(await stateOf('other')).toBe('lost')
  expect(await device(device_id)).toMatchObject({ online: 0, unknown_since: 1234 })
  const filtered = (online: 0 | 1 | 2) =>
    server.call(token, 'GET device/all', { scene_id, online }).then(({ data }) => data.total)
  expect([await filtered(0), await filtered(1), await filtered(2)]).toEqual([0, 0, 1])
  const { data: drawn } = await server.call(token, 'GET scene/topology', { scene_id })
  expect(drawn.nodes).toMatchObject([{ device_id, status: 3 }])
  const counted = await server.call(token, 'GET stat/ap/count', { scene_id })
  expect(counted.data).toMatchObject({ total: 1, online: 0, offline: 0, unknown: 1 })
  expect((await server.call(token, 'GET stat/device/count', { scene_id })).data).toMatchObject({
    online: 0,
    unknown: 1,
  })
  expect(await terminals()).toEqual([0, 0, 0, 0, 0])
  const { data: map } = await server.call(token, 'GET scene/map')
  const here = { device_online: 0, device_unknown: 1 }
  expect(map.list.find(({ id }: { id: number }) => id === scene_id)).toMatchObject({ ...here, state: 4 })
  const { data: scenes } = await server.call(token, 'GET scene', { search: 'Unknown' })
  expect(scenes.list).toMatchObject([here])
  const fares = await server.call(token, 'GET stat/scene/count', { scene_id })
  expect(fares.data).toEqual({ total: 1, online: 0, offline: 0, unknown: 1, abnormal: 0, partial: 0, empty: 0 })
  const stored = await db.one<{ online: boolean }>(sql`select online from device_state where device_id = ${device_id}`)
  expect(stored.online, 'nothing is written for it').toBe(true)

  await beatNode(db, other, well)
  await settleOutages(db)
  expect(await stateOf('other')).toBe('running')
  expect(await device(device_id)).toMatchObject({ online: 1, unknown_since: null, since: before.since })
  expect(await terminals()).toEqual([1, 1, 1, 1, 1])
  expect((await list()).outages[0]).toMatchObject({ kind: 'node', name: other.name, ended_at: expect.any(Number) })
})

test('a gateway that hangs in a live process is an outage, and its devices are unknown', async () => {
  const { db } = server.system
  const scene_id = (await server.call(token, 'POST scene', { name: 'Hangs' })).data.id
  const { device_id } = await introduce(server.system, '0c1111bb0902')
  const { device_id: stays } = await introduce(server.system, '0c1111bb0903')
  await db.run(sql`update device set scene_id = ${scene_id} where id in (${device_id}, ${stays})`)
  const hangs = { ...other, id: 'hangs', name: 'hangs:8080', roles: ['api', 'gateway'] }
  await beatNode(db, hangs, well)
  await db.run(sql`
    with run as (insert into gateway_run (host, node, started_at, seen_at) values ('elsewhere', 'hangs', 1, 1234) returning id)
    update device_state set gateway_run = run.id from run where device_id = ${device_id}`)
  await beatNode(db, hangs, { ...well, hung: true })
  await settleOutages(db)
  expect(await stateOf('hangs')).toBe('hung')
  const fares = await server.call(token, 'GET stat/scene/count', { scene_id })
  expect(fares.data).toMatchObject({ online: 1, abnormal: 0, partial: 1, unknown: 0, offline: 0 })
  const { data: map } = await server.call(token, 'GET scene/map')
  expect(map.list.find(({ id }: { id: number }) => id === scene_id)).toMatchObject({ device_unknown: 1, state: 5 })
  expect(await device(device_id)).toMatchObject({ online: 0, unknown_since: 1234 })
  expect(missingOf((await readNodes(db)).nodes)).toEqual(['node'])
  const outage = async () => (await list()).outages.find(({ name }: { name: string }) => name === hangs.name)
  expect(await outage()).toMatchObject({ kind: 'node', roles: ['gateway'], ended_at: null })
  expect(await server.call(token, nodeCalls.forget.at, { id: 'hangs' })).toMatchObject({ code: 11290 })
  await beatNode(db, hangs, well)
  await settleOutages(db)
  expect(await outage()).toMatchObject({ ended_at: expect.any(Number) })
  expect(await device(device_id)).toMatchObject({ online: 1, unknown_since: null })
})

test('a process that was restarted in time replaces the former one, without an outage', async () => {
  const { db } = server.system
  const outages = (await list()).outages.length
  const [first, second] = ['first', 'second'].map((id) => ({ ...other, id, name: 'again:8080' }))
  if (!first || !second) throw new Error('both')
  await beatNode(db, first, well)
  await beatNode(db, second, well)
  await lose('first')
  expect(await stateOf('first')).toBeUndefined()
  expect(await stateOf('second')).toBe('running')
  expect((await list()).outages).toHaveLength(outages)
})

test('administrators receive one mail about what was lost and recovered', async () => {
  const { db } = server.system
  await db.run(sql`update outage set notified = 2`)
  await db.run(sql`update account set email = 'admin@example.net' where account = 'admin'`)
  const mails = () => db.rows(sql`select id from message where purpose = 'outage'`)
  const before = (await mails()).length
  await beatNode(db, { ...other, id: 'mailed', name: 'mailed:8080' }, well)
  await lose('mailed')
  await reportOutages.run({}, server.system)
  await reportOutages.run({}, server.system)
  expect(await mails()).toHaveLength(before + 1)
  await beatNode(db, { ...other, id: 'mailed', name: 'mailed:8080' }, well)
  await settleOutages(db)
  await reportOutages.run({}, server.system)
  expect(await mails()).toHaveLength(before + 2)
})

test('an outage of the database that several processes detected is one', async () => {
  const { db } = server.system
  const noted = [await noteDatabaseOutage(db, 20), await noteDatabaseOutage(db, 18)]
  expect(noted).toEqual([true, false])
  expect((await list()).outages.filter(({ kind }: { kind: string }) => kind === 'database')).toHaveLength(1)
})

test('only a stopped node can be removed, without a report of its recovery', async () => {
  const { db } = server.system
  expect(await server.call(token, nodeCalls.forget.at, { id: server.system.node })).toMatchObject({ code: 11290 })
  await beatNode(db, { ...other, id: 'gone', name: 'gone:8080' }, well)
  await lose('gone')
  expect(await server.call(token, nodeCalls.forget.at, { id: 'gone' })).toMatchObject({ code: 0 })
  expect(await stateOf('gone')).toBeUndefined()
  const outage = await db.one<{ notified: number }>(sql`select notified from outage where name = 'gone:8080'`)
  expect(outage.notified).toBe(2)
})
