import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { facts, introduce, openIngest } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { invalidateSettings } from '../../alarm-type/config/settings.gateway.ts'
import { raise } from '../raise.ts'
import { invalidatePlacements } from '../watch/uplinks.ts'
import { lookAtPresence } from '../watch/watch-presence.job.ts'
import type { Incident } from './incident.ts'
import { incidentsAfter } from './incidents-after.ts'

let server: TestServer
let token: string
let scene: number
let reported: Incident[] = []
let serials = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())
beforeEach(async () => {
  scene = (await server.call(token, 'POST scene', { name: `Site ${serials++}` })).data.id
  await server.system.db.run(sql`delete from alarm`)
  await server.system.db.run(sql`update device_state set online = true`)
  invalidateSettings()
  invalidatePlacements()
  reported = []
})

const mac = (id: number) =>
  `02:00:00:00:${String(Math.floor(id / 100)).padStart(2, '0')}:${String(id % 100).padStart(2, '0')}`

/** A device whose neighbour is the other one. */
async function device(type: 0 | 1 | 2, above?: number): Promise<number> {
  const sn = `0c4545aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn, { identity: { type } })
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `Device ${serials}` })
  await server.system.db.run(sql`update device set mac = ${mac(device_id)} where id = ${device_id}`)
  const ingest = await openIngest(server.system)
  const neighbours = above ? [{ port: 'up', mac: mac(above) }] : []
  ingest.push({ device_id, scene_id: scene, at: server.system.now(), facts: facts(0, 0, { neighbours }) })
  await ingest.drain()
  return device_id
}

/** A router, a core switch below it, and access points below that. */
async function site(aps: number) {
  const router = await device(0)
  const core = await device(2, router)
  const below: number[] = []
  for (let n = 0; n < aps; n++) below.push(await device(1, core))
  return { router, core, below }
}

const away = (ids: number[], ago: number) =>
  server.system.db.run(sql`update device_state set online = false, since = ${server.system.now() - ago},
    seen_at = ${server.system.now() - ago} where device_id = any(${ids}::int[])`)
const back = (ids: number[]) =>
  server.system.db.run(
    sql`update device_state set online = true, since = ${server.system.now()} where device_id = any(${ids}::int[])`,
  )
async function readNews(): Promise<void> {
  reported.push(...(await incidentsAfter(server.system.db, reported.at(-1)?.news_id ?? 0, 500)))
}
const look = async () => {
  await lookAtPresence(server.system)
  await readNews()
}
const states = () => reported.map(({ state }) => state)
const listed = async (request = {}) => (await server.call(token, 'GET alarm/log', { scene_id: scene, ...request })).data

describe('a cause', () => {
  test('of many is one event when it goes offline and one when all are back', async () => {
    const { core, below } = await site(4)
    await away([core, ...below], 11)
    await look()
    await look()
    expect(reported).toMatchObject([
      { state: 'opened', type: 'dev_offline', device_id: core, children: 4, level: 1, momentary: false },
    ])
    expect((await listed()).total).toBe(1)
    expect((await server.call(token, 'GET alarm/log/count', { scene_id: scene })).data.critical).toBe(1)
    await back([core, ...below.slice(1)])
    await look()
    expect(states()).toEqual(['opened'])
    await back(below)
    await look()
    await look()
    expect(states()).toEqual(['opened', 'recovered'])
    expect(reported[1]).toMatchObject({ id: reported[0]?.id, children: 4 })
  })

  test('that is found further upstream makes the same incident worse', async () => {
    const { router, core, below } = await site(2)
    await away([core, ...below], 70)
    await look()
    await away([router], 11)
    await look()
    expect(reported).toMatchObject([
      { state: 'opened', device_id: core },
      { state: 'worsened', device_id: router, children: 3, id: reported[0]?.id },
    ])
  })

  test('that recovers leaves devices that stay offline independent', async () => {
    const { core, below } = await site(2)
    await away([core, ...below], 400)
    await look()
    await back([core, below[0] as number])
    await server.system.db.run(sql`update alarm set ended_at = null`)
    await look()
    await server.system.db.run(
      sql`update alarm set ended_at = ended_at - 200, last_at = last_at - 200 where ended_at is not null`,
    )
    await look()
    expect(reported.map(({ state, device_id }) => [state, device_id])).toEqual([
      ['opened', core],
      ['recovered', core],
      ['opened', below[1]],
    ])
  })

  test('that is not known makes each device independent', async () => {
    const { below } = await site(3)
    await away(below, 61)
    await look()
    expect(states()).toEqual(['opened', 'opened', 'opened'])
  })
})

test('a flapping alarm is notified twice at most', async () => {
  const { below } = await site(1)
  for (let turn = 0; turn < 20; turn++) {
    await away(below, 61)
    await look()
    await back(below)
    await look()
  }
  expect((await listed()).list).toMatchObject([{ cnt: 20 }])
  expect(states()).toEqual(['opened', 'recovered', 'opened'])
  await server.system.db.run(sql`update alarm set ended_at = ended_at - 400, last_at = last_at - 400`)
  await look()
  expect(states().at(-1)).toBe('recovered')
})

test('a line that is down, and the loss and delay that come with it, are one incident', async () => {
  const { router, below } = await site(2)
  const { system } = server
  const now = system.now()
  const rise = (device_id: number, type: string, key = '') => ({
    type: `dev_${type}`,
    level: 2 as const,
    device_id,
    scene_id: scene,
    key,
    at: now,
    params: {},
  })
  const opened = () => reported.filter(({ state }) => state === 'opened').map(({ type }) => type)
  await raise(system, [rise(router, 'net_pkg_loss', 'WAN')], now)
  await readNews()
  expect(opened()).toEqual(['dev_net_pkg_loss'])
  await raise(system, [rise(router, 'wan_disconnect', 'WAN'), ...below.map((id) => rise(id, 'net_delay'))], now)
  await raise(system, [rise(router, 'net_delay', 'WAN')], now)
  // a separate line
  await raise(system, [rise(router, 'net_delay', 'WAN2')], now)
  await readNews()
  expect(opened()).toEqual(['dev_net_pkg_loss', 'dev_net_delay'])
  const list = (await server.call(token, 'GET alarm/log', { scene_id: scene, all: 1 })).data.list
  const cause = list.find((one: { type: string }) => one.type === 'dev_wan_disconnect')
  expect(cause).toMatchObject({ parent_id: null, children: 4 })
  const own = list.filter((one: { parent_id: number | null }) => one.parent_id === null)
  expect(own.map(({ type }: { type: string }) => type).sort()).toEqual(['dev_net_delay', 'dev_wan_disconnect'])
  expect(reported.at(-1)).toBeDefined()
  expect(reported.filter(({ state }) => state === 'worsened').map(({ type }) => type)).toEqual(['dev_wan_disconnect'])
})
