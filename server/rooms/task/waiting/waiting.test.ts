import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { type CommandAnswer, commandSubject, deviceConnected } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { loseTasks } from '../store.ts'
import { sweepWaiting } from './run-waiting.job.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

async function offline(serial: string): Promise<number> {
  const { device_id } = await introduce(server.system, serial)
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: serial })
  await server.system.db.run(sql`update device_state set online = false where device_id = ${device_id}`)
  return device_id
}

const heard = new Map<number, string[]>()

/** The device is online from now on; `news`: with an event. */
function come(device_id: number, serial: string, news = true, answer: CommandAnswer = { result: 0, msg: '' }): void {
  heard.set(device_id, [])
  server.system.bus.serve(commandSubject(device_id), async ({ verb }: DeviceCommand) => {
    // the state of a connecting device is requested too
    if (verb !== 'refresh') heard.get(device_id)?.push(verb)
    return answer
  })
  const session = 'new'
  const at = server.system.now()
  if (news)
    server.system.emit(deviceConnected, { device_id, scene_id: scene, serial, at, session, address: '192.0.2.1' })
}

const order = (verb: string, payload: object) =>
  server.call(token, `POST device/command/${verb}`, { wait_offline: 1, ...payload })
const items = async (task_id: number) =>
  (await server.call(token, 'GET log/task/item', { task_id, orderby: 'name asc', lang: 'en' })).data.list
const sweep = () => sweepWaiting.run({}, server.system)

test('a command waits for an offline device, reports until when, and runs once when it connects', async () => {
  const id = await offline('0c6666aa0001')
  const { data } = await order('reboot', { ids: [id], wait: 2, wait_hours: 2 })
  expect(data.results).toEqual([])
  const until = server.system.now() + 7200
  const [item] = await items(data.task_id)
  expect(item).toMatchObject({ result: 3, msg: 'Waiting for the device to come online' })
  expect(Math.abs(item.waits_until - until)).toBeLessThan(5)
  come(id, '0c6666aa0001')
  come(id, '0c6666aa0001')
  await expect.poll(async () => (await items(data.task_id))[0].result).toBe(0)
  expect((await items(data.task_id))[0]).toMatchObject({ msg: '', waits_until: null })
  await sweep()
  expect(heard.get(id)).toEqual(['reboot'])
})

test('without the option an offline device fails immediately', async () => {
  const id = await offline('0c6666aa0002')
  const { data } = await order('reboot', { ids: [id], wait: 2, wait_offline: 0 })
  expect(data.results).toMatchObject([{ result: 1, msg: '设备不在线' }])
})

test('a device whose event was lost is found by the job; its package ticket is created when it runs', async () => {
  const id = await offline('0c6666aa0003')
  const { data } = await order('backup', { ids: [id] })
  come(id, '0c6666aa0003', false, { result: 1, msg: 'disk full' })
  await sweep()
  expect(heard.get(id), 'still offline as far as anybody knows').toEqual([])
  await server.system.db.run(sql`update device_state set online = true where device_id = ${id}`)
  await sweep()
  await expect.poll(async () => (await items(data.task_id))[0].result).toBe(1)
  expect(heard.get(id)).toEqual(['backup'])
})

test('a restarted server continues to wait, and ends what waited too long', async () => {
  const { db, now } = server.system
  const id = await offline('0c6666aa0004')
  const { data } = await order('reboot', { ids: [id] })
  await loseTasks(server.system, now(), Number.MAX_SAFE_INTEGER)
  expect(await items(data.task_id)).toMatchObject([{ result: 3 }])
  await db.run(
    sql`update pending_command set until = ${now() - 1}, expires_at = ${now() - 1} where task_id = ${data.task_id}`,
  )
  await sweep()
  expect(await items(data.task_id)).toMatchObject([
    { result: 2, msg: 'The device did not come online while it was waited for' },
  ])
  come(id, '0c6666aa0004')
  await sweep()
  expect(heard.get(id)).toEqual([])
})

test('work begun when the server died ends as lost, and is not repeated', async () => {
  const { db, now } = server.system
  const id = await offline('0c6666aa0005')
  const { data } = await order('reboot', { ids: [id] })
  await db.run(
    sql`update pending_command set started_at = ${now()}, until = ${now() - 1} where task_id = ${data.task_id}`,
  )
  await sweep()
  come(id, '0c6666aa0005')
  await sweep()
  expect(heard.get(id)).toEqual([])
  expect((await items(data.task_id))[0].msg).toContain('restarted')
})

test('an author who lost the scene meanwhile no longer commands in it', async () => {
  const id = await offline('0c6666aa0006')
  const { data } = await order('reboot', { ids: [id] })
  await server.system.db.run(sql`update pending_command set uid = 4711 where task_id = ${data.task_id}`)
  come(id, '0c6666aa0006')
  await expect.poll(async () => (await items(data.task_id))[0].result).toBe(1)
  expect((await items(data.task_id))[0].msg).toContain('account that ordered it was removed')
  expect(heard.get(id)).toEqual([])
})

test('pending work ends within a minute when its author lost the right, with the reason', async () => {
  const id = await offline('0c6666aa0016')
  const { data } = await order('reboot', { ids: [id] })
  await sweep()
  expect((await items(data.task_id))[0].result).toBe(3)
  await server.system.db.run(sql`update pending_command set uid = 4711 where task_id = ${data.task_id}`)
  await sweep()
  expect((await items(data.task_id))[0]).toMatchObject({ result: 1 })
  expect((await items(data.task_id))[0].msg).toContain('account that ordered it was removed')
  come(id, '0c6666aa0016')
  await sweep()
  expect(heard.get(id)).toEqual([])
})

test('a device that disconnected before the command is waited for again', async () => {
  const id = await offline('0c6666aa0007')
  const { data } = await order('reboot', { ids: [id] })
  const { db } = server.system
  await db.run(sql`update device_state set online = true where device_id = ${id}`)
  await sweep()
  const waits = async () =>
    (
      await db.one<{ waits: boolean }>(
        sql`select started_at is null as waits from pending_command where device_id = ${id}`,
      )
    ).waits
  await expect.poll(waits).toBe(true)
  expect(await items(data.task_id)).toMatchObject([{ result: 3, msg: 'Waiting for the device to come online' }])
  come(id, '0c6666aa0007', false)
  await sweep()
  await expect.poll(async () => (await items(data.task_id))[0].result).toBe(0)
})
