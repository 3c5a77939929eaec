import type { CommandResult } from '@belvedere/drivers/kit/facts.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandSubject, deviceConnected } from '../../devices/device-link.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { facts, introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { invalidateSurroundings, learnedOf } from '../topology/api.ts'
import { sendCommand } from '../../devices/send-command.ts'
import type { Incident } from './incident/incident.ts'
import { incidentsAfter } from './incident/incidents-after.ts'
import { raise } from './raise.ts'
import { invalidatePlacements } from './watch/uplinks.ts'
import { lookAtPresence } from './watch/watch-presence.job.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene: number
let serials = 0
let reported: Incident[] = []
/** The answers of devices; by default they obey. */
let answer: CommandResult

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
})
afterAll(() => server?.close())
beforeEach(async () => {
  scene = (await server.call(token, 'POST scene', { name: `Site ${serials++}` })).data.id
  await server.system.db.run(sql`delete from alarm`)
  await server.system.db.run(sql`update device_state set online = true`)
  invalidatePlacements()
  invalidateSurroundings(server.system)
  reported = []
  answer = { result: 0, msg: '' }
})

const mac = (id: number) => `02:00:00:01:00:${String(id % 100).padStart(2, '0')}`

async function device(type: 0 | 1 | 2, above?: number, port = 'up'): Promise<number> {
  const sn = `0c4646aa${String(serials++).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn, { identity: { type } })
  await server.call(token, 'POST device/add', { sn, scene_id: scene, name: `Device ${device_id}` })
  await server.system.db.run(sql`update device set mac = ${mac(device_id)} where id = ${device_id}`)
  const neighbours = above ? [{ port, mac: mac(above) }] : []
  ingest.push({ device_id, scene_id: scene, at: server.system.now(), facts: facts(0, 0, { neighbours }) })
  await ingest.drain()
  server.system.bus.serve(commandSubject(device_id), async () => answer)
  return device_id
}

const { round } = Math
/** This number of seconds passes, for declarations. */
const pass = (seconds: number) =>
  server.system.db.run(sql`update device_absence set from_at = from_at - ${seconds}, until = until - ${seconds},
    back_at = back_at - ${seconds}`)
const away = (ids: number[], ago: number) =>
  server.system.db.run(sql`update device_state set online = false, since = ${server.system.now() - ago},
    seen_at = ${server.system.now() - ago} where device_id = any(${ids}::int[])`)
async function back(device_id: number): Promise<void> {
  await server.system.db.run(
    sql`update device_state set online = true, since = ${server.system.now()} where device_id = ${device_id}`,
  )
  const link = { device_id, scene_id: scene, serial: '', at: server.system.now(), session: 's', address: '' }
  server.system.emit(deviceConnected, link)
  const ended = async () => (await absences(device_id)).every(({ back_at }) => back_at !== null)
  await expect.poll(ended).toBe(true)
}
const absences = (device_id: number) =>
  server.system.db.rows<{ work: string; cause_id: number; back_at: number | null; bound: number }>(sql`
    select work, cause_id, back_at, until - from_at as bound from device_absence where device_id = ${device_id} order by id`)
async function readNews(): Promise<void> {
  reported.push(...(await incidentsAfter(server.system.db, reported.at(-1)?.news_id ?? 0, 500)))
}
const look = async () => {
  await lookAtPresence(server.system)
  await readNews()
}
const listed = async () =>
  (await server.call(token, 'GET alarm/log', { scene_id: scene, all: 1, lang: 'en' })).data.list as any[]
const reboot = (ids: number[]) => server.call(token, 'POST device/command/reboot', { ids, wait: 5 })

test('a reboot from the console raises nothing', async () => {
  const ap = await device(1)
  expect((await reboot([ap])).data).toMatchObject({ err_cnt: 0 })
  await pass(100)
  await away([ap], 95)
  await look()
  await back(ap)
  await look()
  ingest.push({ device_id: ap, scene_id: scene, at: server.system.now() + 5, facts: facts(0, 0, { uptime: 20 }) })
  await ingest.drain()
  expect(await listed()).toEqual([])
  expect(reported).toEqual([])
})

test('a second restart without an order is notified', async () => {
  const ap = await device(1)
  await reboot([ap])
  await pass(60)
  await away([ap], 50)
  await back(ap)
  for (const uptime of [20, 10]) {
    const at = server.system.now() + 30 - uptime
    ingest.push({ device_id: ap, scene_id: scene, at, facts: facts(0, 0, { uptime }) })
    await ingest.drain()
  }
  expect(await listed()).toMatchObject([{ type: 'dev_reboot' }])
})

test('work beyond its bound is an incident that names the work', async () => {
  const ap = await device(1)
  const { data } = await reboot([ap])
  const [{ bound } = { bound: 0 }] = await absences(ap)
  await pass(bound - 2)
  await away([ap], bound - 10)
  await look()
  expect(reported).toEqual([])
  await pass(3)
  await look()
  expect(reported).toMatchObject([{ state: 'opened', type: 'dev_offline', device_id: ap }])
  expect(reported[0]?.words.text).toEqual({
    zh: `重启后 ${round(bound / 60)} 分钟内未恢复连接（admin，任务 ${data.task_id}）`,
    en: `Not connected again within ${round(bound / 60)} minutes after the reboot (ordered by admin, task ${data.task_id})`,
  })
})

test('a device that goes offline without an order, or before it, is an outage', async () => {
  const [ap, early] = [await device(1), await device(1)]
  await away([early], 300)
  await reboot([early])
  await away([ap], 70)
  await look()
  expect((await listed()).map(({ device_id }) => device_id).toSorted((a, b) => a - b)).toEqual(
    [ap, early].toSorted((a, b) => a - b),
  )
})

test('a device that refuses is not expected to go offline', async () => {
  const ap = await device(1)
  answer = { result: 1, msg: 'busy' }
  await reboot([ap])
  expect(await absences(ap)).toEqual([])
})

test('devices behind a device are offline with it, with their own time to start', async () => {
  const router = await device(0)
  const core = await device(2, router)
  const aps = [await device(1, core), await device(1, core)]
  await reboot([core])
  await pass(120)
  await away([core, ...aps], 110)
  await look()
  expect(reported).toEqual([])
  await back(core)
  await look()
  expect(reported, 'they start after it').toEqual([])
  const [{ bound } = { bound: 0 }] = await absences(aps[0] as number)
  await pass(bound)
  await away(aps, bound + 110)
  await look()
  expect(reported.map(({ device_id }) => device_id).toSorted((a, b) => a - b)).toEqual(aps.toSorted((a, b) => a - b))
  expect(reported[0]?.words.text.en).toContain(`after the reboot of Device ${core}`)
  expect((await listed()).some(({ device_id }) => device_id === router)).toBe(false)
})

test('ports that lose their power affect the devices that they power only', async () => {
  const core = await device(2)
  const [one, other] = [await device(1, core), await device(1, core)]
  ingest.push({
    device_id: core,
    scene_id: scene,
    at: server.system.now() + 5,
    facts: facts(0, 0, {
      neighbours: [
        { port: 'Ethernet1', mac: mac(one) },
        { port: 'Ethernet2', mac: mac(other) },
      ],
    }),
  })
  await ingest.drain()
  const work = { by: 'admin', ref: '', power: { ports: ['Ethernet1'], seconds: 5 } }
  await sendCommand(server.system, core, { verb: 'configure', args: {} }, 1000, work)
  expect(await absences(one)).toMatchObject([{ work: 'power', cause_id: core }])
  expect([...(await absences(core)), ...(await absences(other))]).toEqual([])
})

test('a line that is down while its router starts is notified only when it lasts', async () => {
  const router = await device(0)
  await reboot([router])
  const now = server.system.now()
  const rise = { device_id: router, scene_id: scene, key: 'wan', at: now, params: {} }
  await raise(server.system, [{ ...rise, type: 'dev_wan_disconnect', level: 1 }], now)
  await raise(server.system, [{ ...rise, type: 'dev_attacked', level: 2 }], now)
  await look()
  expect(reported.map(({ type }) => type)).toEqual(['dev_attacked'])
  expect(await listed()).toMatchObject([
    { type: 'dev_attacked', state: 0 },
    { type: 'dev_wan_disconnect', state: 2, ignored_until: expect.any(Number) },
  ])
})

test('the bound is learned from completed restarts', async () => {
  const aps = [await device(1), await device(1), await device(1), await device(1)]
  await server.system.db.run(sql`delete from device_absence`)
  for (const ap of aps.slice(0, 3)) {
    await reboot([ap])
    await pass(80)
    await away([ap], 75)
    await back(ap)
  }
  const last = aps[3] as number
  expect(await learnedOf(server.system.db, last, 'reboot')).toMatchObject({ n: 3 })
  invalidateSurroundings(server.system)
  await reboot([last])
  const [{ bound } = { bound: 0 }] = await absences(last)
  expect(bound).toBeGreaterThanOrEqual(220)
  expect(bound).toBeLessThan(400)
})

test('an accepted and confirmed configuration covers moments only, not the time of the device’s own timer', async () => {
  const ap = await device(1)
  const tell = (verb: 'arm' | 'configure' | 'confirm', args = {}) =>
    sendCommand(server.system, ap, { verb, args }, 1000, { by: 'admin', ref: 'change:7' })
  await tell('arm', { seconds: 600 })
  await tell('configure')
  expect((await absences(ap)).map(({ work, bound }) => [work, bound > 600])).toEqual([
    ['configure', true],
    ['configure', false],
  ])
  await tell('confirm')
  expect((await absences(ap)).every(({ bound }) => bound <= 121)).toBe(true)
})
