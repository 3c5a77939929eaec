import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { refreshApps } from './app/query-apps.job.ts'
import { readApps } from './app/read-apps.ts'

let server: TestServer
let token: string
let scene: number
const states = new Map([
  ['ssh.service', 'running'],
  ['cron.service', 'dead'],
])

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const call = (at: string, payload: Record<string, unknown> = {}) => server.call(token, at as 'GET x', payload)
const list = async (request: object) =>
  (await call('GET device/app/installed', { orderby: 'name asc', limit: 100, ...request })).data.list

async function device(serial: string, able = true): Promise<number> {
  const { device_id } = await introduce(server.system, serial, {
    identity: { cgi: able ? ['services'] : [], verbs: able ? ['cgi', 'service'] : ['reboot'] },
  })
  await call('POST device/add', { sn: serial, scene_id: scene, name: serial })
  server.system.bus.serve(commandSubject(device_id), async ({ verb, args }: DeviceCommand) => {
    if (!able) return { unsupported: true }
    if (verb === 'service') {
      const { name, action } = args as { name: string; action: string }
      if (!states.has(name)) return { result: 1, msg: `Unit ${name} not found.` }
      states.set(name, action === 'stop' ? 'dead' : 'running')
      return { result: 0, msg: '' }
    }
    const rows = [...states].map(([unit, sub]) => ({
      unit,
      load: 'loaded',
      active: sub === 'dead' ? 'inactive' : 'active',
      sub,
      description: `The ${unit}`,
    }))
    return { result: 0, msg: '', data: { total: rows.length, list: rows } }
  })
  return device_id
}

test('the apps of a device are queried, and its answer is stored', async () => {
  const id = await device('0c8888aa0001')
  const { markOnline } = await import('../device/presence/store.ts')
  await markOnline(server.system.db, [{ device_id: id, session: 's', address: '', config_uuid: 0 }], 1)
  expect((await call('POST device/app/refresh', { ids: [id] })).data).toEqual({ total_cnt: 1, err_cnt: 0 })
  expect(await list({ device_id: id })).toMatchObject([
    { name: 'cron.service', status: 11, detail: 'dead', settable: 1, online: 1 },
    { name: 'ssh.service', status: 10, detail: 'running', description: 'The ssh.service' },
  ])
  expect(await list({ device_id: id, status: 10 })).toHaveLength(1)
  states.delete('cron.service')
  await call('POST device/app/refresh', { scene_id: scene })
  expect(await list({ device_id: id })).toHaveLength(1)
  states.set('cron.service', 'dead')
})

test('an app is started, the list is updated and the operation log has it; a refusal of the device is reported', async () => {
  const [one] = await list({ scene_id: scene })
  const { device_id } = one
  const set = (name: string, action: string) => call('POST device/app/setting', { device_id, name, action, lang: 'en' })
  expect((await set('cron.service', 'start')).data).toEqual({ status: 10, detail: 'running' })
  expect(await list({ search: 'cron' })).toMatchObject([{ status: 10 }])
  const log = await call('GET log/sys', { object: `device:${device_id}` })
  expect(log.data.list[0]).toMatchObject({ after: { app: 'cron.service', action: 'start' } })
  expect(await set('nothing.service', 'stop')).toMatchObject({
    code: 10363,
    msg: 'The device refused: Unit nothing.service not found.',
  })
  expect((await set('cron.service', 'remove')).code).toBe(10001)
})

test('a device without support is not queried, and the answer says so', async () => {
  const id = await device('0c8888aa0002', false)
  expect((await call('POST device/app/refresh', { ids: [id] })).data).toEqual({ total_cnt: 1, err_cnt: 1 })
  expect((await call('POST device/app/setting', { device_id: id, name: 'x', action: 'stop' })).code).toBe(10307)
  expect((await call('POST device/app/setting', { device_id: 987_654, name: 'x', action: 'stop' })).code).toBe(10002)
})

test('old data is queried again automatically', async () => {
  const { data } = await call('GET device/app/installed', { limit: 1 })
  await server.system.database.pool.query('update device_app set reported_at = 1')
  await refreshApps.run({}, server.system)
  expect((await list({ limit: 1 }))[0].told_at).toBeGreaterThan(1)
  expect(data.total).toBeGreaterThan(0)
})

test('the list of a device is not trusted', () => {
  expect(readApps(undefined)).toEqual([])
  expect(readApps([null, 7, {}, { unit: 'a', load: 'not-found' }, { unit: 5, load: 'loaded' }])).toEqual([])
  const rows = Array.from({ length: 3000 }, (_, n) => ({ unit: `u${n}`, load: 'loaded', active: 'failed' }))
  expect(readApps(rows)).toHaveLength(1000)
  expect(readApps([{ unit: 'a', load: 'loaded', active: 'active', sub: 'exited' }])).toMatchObject([{ status: 11 }])
  expect(readApps([{ unit: 'a', load: 'loaded', active: 'maintenance', sub: 'x'.repeat(999) }])[0]).toMatchObject({
    status: 14,
    detail: 'x'.repeat(200),
  })
})
