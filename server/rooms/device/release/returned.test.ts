import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { lookAtPresence } from '../../alarm/watch/watch-presence.job.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Harbour' })).data.id
})
afterAll(() => server?.close())

const call = async (at: `${string} ${string}`, input: object = {}): Promise<any> => {
  const { code, msg, data } = await server.call(token, at, input as Record<string, unknown>)
  expect(code, `${at}: ${msg}`).toBe(0)
  return data
}
const stays = (id: number) =>
  server.system.db.rows<{ online: boolean; since: number; until: number | null }>(
    sql`select online, since, until from device_presence_interval where device_id = ${id} order by since`,
  )

/** A device that connected ten hours ago, and has been online or offline since then. */
async function present(sn: string, online: boolean, ago: number): Promise<number> {
  const { db, now } = server.system
  const { device_id } = await introduce(server.system, sn)
  await call('POST device/add', { sn, scene_id: scene })
  const since = now() - ago
  await db.run(sql`update device set claimed_at = ${since - 60} where id = ${device_id}`)
  await db.run(
    sql`update device_state set online = ${online}, since = ${since}, seen_at = ${since} where device_id = ${device_id}`,
  )
  await db.run(sql`delete from device_presence_interval where device_id = ${device_id}`)
  await db.run(
    sql`insert into device_presence_interval (device_id, scene_id, online, since) values (${device_id}, ${scene}, ${online}, ${since})`,
  )
  return device_id
}

/** Removed an hour ago, and restored now. Returns when it was removed. */
async function removeAndUndo(device_id: number): Promise<number> {
  const { db } = server.system
  await call('DELETE device', { ids: [device_id] })
  const object = `device:${device_id}`
  const { at } = await db.one<{ at: number }>(
    sql`update audit_log set at = at - 3600 where object = ${object} and call = 'DELETE device' returning at`,
  )
  const [{ id }] = (await call('GET log/sys', { object, limit: 1 })).list
  expect(await call('POST log/undo', { id })).toMatchObject({ err_cnt: 0 })
  return at
}

test('undoing a removal leaves the past of a device unchanged', async () => {
  const id = await present('0c9900000001', true, 36_000)
  const [{ since } = {}] = await stays(id)
  const began = server.system.now()
  const removed = await removeAndUndo(id)
  const rows = await stays(id)
  expect(rows).toEqual([
    { online: true, since, until: removed },
    { online: false, since: expect.any(Number), until: null },
  ])
  // the absence begins when it was restored: a removed device is not absent
  expect(rows[1]?.since).toBeGreaterThanOrEqual(began)
  await lookAtPresence(server.system)
  expect((await call('GET alarm/log')).total).toBe(0)
  const at = server.system.now() - 20_000
  const drawn = await call('GET scene/topology', { scene_id: scene, at })
  expect(drawn.nodes).toContainEqual(expect.objectContaining({ device_id: id, status: 1 }))
  const to = began
  const report = await call('GET scene/report/preview', { scene_id: scene, from: to - 30_000, to, lang: 'en' })
  const availability = report.sections.find((one: { id: string }) => one.id === 'availability')
  expect(availability.tables[0].rows[0].slice(2, 5)).toEqual(['100.000 %', 0, '0'])
})

test('one that was offline when it was removed was offline until then', async () => {
  const id = await present('0c9900000002', false, 36_000)
  const [{ since } = {}] = await stays(id)
  const removed = await removeAndUndo(id)
  expect(await stays(id)).toEqual([
    { online: false, since, until: removed },
    { online: false, since: expect.any(Number), until: null },
  ])
})

test('one that never connected stays so', async () => {
  const { id } = await call('POST device/add', { sn: '0c9900000003', scene_id: scene })
  const before = await stays(id)
  await removeAndUndo(id)
  expect(await stays(id)).toEqual(before)
  expect((await call('GET device/detail', { id })).device).toMatchObject({ online: 0, since: 0 })
})
