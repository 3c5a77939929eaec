import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { type CommandAnswer, commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { letGuestIn } from '../scene/api.ts'
import { loseTasks } from './store.ts'
import { runTask } from './command/run-task.ts'
import { watchRights } from './command/watch-rights.ts'

let server: TestServer
let token: string
let scene: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

type ReceivedCommand = DeviceCommand & { timeout?: number }

/** A claimed device; `obey` replaces its gateway, absent: it is offline. */
async function device(
  serial: string,
  obey?: (command: ReceivedCommand) => Promise<CommandAnswer>,
  family = 'ucentral-ap',
): Promise<number> {
  const { device_id } = await introduce(server.system, serial, { family })
  await server.call(token, 'POST device/add', { sn: serial, scene_id: scene, name: `D ${serial}` })
  if (obey) server.system.bus.serve(commandSubject(device_id), obey)
  return device_id
}

const yes = async (): Promise<CommandAnswer> => ({ result: 0, msg: '' })
const reboot = (ids: number[], more = {}) => server.call(token, 'POST device/command/reboot', { ids, ...more })
const task = async (id: number) => (await server.call(token, 'GET log/task', { task_id: id })).data.list[0]
const items = async (id: number) =>
  (await server.call(token, 'GET log/task/item', { task_id: id, orderby: 'name asc', lang: 'en' })).data.list

describe('a batch', () => {
  test('is answered immediately and each device’s result becomes a row', async () => {
    const heard: string[] = []
    const good = await device('0c2222aa0001', async ({ verb }) => {
      heard.push(verb)
      return { result: 0, msg: '' }
    })
    const wrong = await device('0c2222aa0002', async () => ({ result: 1, msg: 'busy' }))
    const cannot = await device('0c2222aa0003', async () => ({ unsupported: true }))
    const gone = await device('0c2222aa0004')
    const { data } = await reboot([good, wrong, cannot, gone, 4711])
    expect(data).toMatchObject({ total_cnt: 5, accepted_cnt: 4, err_cnt: 1, rejected: [{ id: 4711 }] })
    await expect.poll(async () => (await task(data.task_id)).result).toBe(2)
    expect(await task(data.task_id)).toMatchObject({
      type: 'reboot',
      operator: 'admin',
      total_cnt: 4,
      err_cnt: 3,
      done_cnt: 4,
      progress: 100,
    })
    expect((await items(data.task_id)).map(({ result, msg }: any) => [result, msg])).toEqual([
      [0, ''],
      [1, 'It failed: busy'],
      [1, 'This device cannot do that'],
      [1, 'The device is offline'],
    ])
    expect(heard).toEqual(['reboot'])
  })

  test('with wait returns the results, in the caller’s language', async () => {
    const [good, gone] = [await device('0c2222aa0005', yes), await device('0c2222aa0006')]
    const { data } = await reboot([good, gone], { wait: 5 })
    expect(data).toMatchObject({
      err_cnt: 1,
      results: [
        { id: good, result: 0 },
        { id: gone, sn: '0c2222aa0006', result: 1, msg: '设备不在线' },
      ],
    })
  })

  test('does not wait longer than requested, and is finished later', async () => {
    let finish = () => {}
    const slow = await device(
      '0c2222aa0007',
      () => new Promise((resolve) => (finish = () => resolve({ result: 0, msg: 'late' }))),
    )
    const { data } = await reboot([slow], { wait: 1 })
    expect(data.results).toBeUndefined()
    expect(await task(data.task_id)).toMatchObject({ result: 3, done_cnt: 0 })
    finish()
    await expect.poll(async () => (await task(data.task_id)).result).toBe(0)
  })

  test('of many devices is sent and stored in one batch', async () => {
    const ids: number[] = []
    for (let n = 0; n < 60; n++) ids.push(await device(`0c2222bb00${n.toString(16).padStart(2, '0')}`, yes))
    const { data } = await reboot(ids, { wait: 10 })
    expect(data.results.filter(({ result }: any) => result === 0)).toHaveLength(60)
    expect(await task(data.task_id)).toMatchObject({ result: 0, total_cnt: 60, err_cnt: 0 })
    const { data: log } = await server.call(token, 'GET log/sys', { object: `task:${data.task_id}` })
    expect(log.list[0]).toMatchObject({ call: 'POST device/command/reboot', after: { devices: 60, task: 'reboot' } })
  })

  test('that restarts devices begins furthest from the uplink', async () => {
    const heard: string[] = []
    const told = (name: string) => async (): Promise<CommandAnswer> => {
      heard.push(name)
      return { result: 0, msg: '' }
    }
    const site = (await server.call(token, 'POST scene', { name: 'Tower' })).data.id
    const macOf = (serial: string) => serial.match(/../g)?.join(':')
    const made = async (name: string, serial: string, type: 0 | 1 | 2, above?: string) => {
      const { device_id } = await introduce(server.system, serial, { identity: { type, mac: macOf(serial) } as never })
      await server.call(token, 'POST device/add', { sn: serial, scene_id: site, name })
      server.system.bus.serve(commandSubject(device_id), told(name))
      const neighbours = above ? [{ port: 'eth0', mac: macOf(above) }] : []
      await server.system.database.pool.query('insert into device_detail (device_id, at, facts) values ($1, 1, $2)', [
        device_id,
        { neighbours },
      ])
      return device_id
    }
    const router = await made('router', '0c2222ee0001', 0)
    const core = await made('switch', '0c2222ee0002', 2, '0c2222ee0001')
    const ap = await made('ap', '0c2222ee0003', 1, '0c2222ee0002')
    await reboot([router, core, ap], { wait: 10 })
    expect(heard).toEqual(['ap', 'switch', 'router'])
    heard.length = 0
    const image = { uri: 'http://images.example/one.bin', wait: 10 }
    await server.call(token, 'POST device/command/upgrade', { ids: [core, router, ap], ...image })
    expect(heard).toEqual(['ap', 'switch', 'router'])
  })

  test('of no accessible devices creates no task', async () => {
    const { data } = await reboot([987_654])
    expect(data).toEqual({
      total_cnt: 1,
      err_cnt: 1,
      accepted_cnt: 0,
      rejected: [expect.objectContaining({ id: 987_654 })],
    })
  })

  test('that cannot end any more is closed as lost', async () => {
    const slow = await device('0c2222aa0008', () => new Promise(() => {}))
    const { data } = await reboot([slow])
    const now = server.system.now()
    expect(await loseTasks(server.system, now, now)).toEqual([])
    expect(await loseTasks(server.system, now, now + 1000)).toEqual([scene])
    expect(await task(data.task_id)).toMatchObject({ result: 2, err_cnt: 1 })
    expect(await items(data.task_id)).toMatchObject([
      { result: 2, msg: 'The server restarted; the outcome is unknown' },
    ])
  })
})

describe('an upgrade', () => {
  test('requires an address, except for hosts with the agent', async () => {
    const ap = await device('0c2222cc0001', yes)
    expect((await server.call(token, 'POST device/command/upgrade', { ids: [ap] })).code).toBe(10309)
    let args: Record<string, unknown> = {}
    const told = await device('0c2222cc0002', async (command) => {
      args = command.args
      return { result: 0, msg: '' }
    })
    await server.call(token, 'POST device/command/upgrade', {
      ids: [told],
      uri: 'https://files.example/fw.bin',
      wait: 5,
    })
    expect(args).toEqual({ uri: 'https://files.example/fw.bin' })
    expect(
      (await server.call(token, 'POST device/command/upgrade', { ids: [told], uri: 'file:///etc/passwd' })).code,
    ).toBe(10001)
  })
})

describe('device/cgi', () => {
  const ask = (payload: object) => server.call(token, 'POST device/cgi', payload as Record<string, unknown>)

  test('is answered live by the device', async () => {
    const heard: ReceivedCommand[] = []
    await device('0c2222dd0001', async (command) => {
      heard.push(command)
      return { result: 0, msg: '', data: { total: 1, list: [{ name: 'lo' }] } }
    })
    const { code, data } = await ask({ sn: '0c:22:22:dd:00:01', type: 'interfaces', content: '{"page":1,"limit":10}' })
    expect({ code, data }).toEqual({ code: 0, data: { code: 0, msg: '', data: { total: 1, list: [{ name: 'lo' }] } } })
    expect(heard).toMatchObject([{ verb: 'cgi', args: { type: 'interfaces', content: { page: 1, limit: 10 } } }])
  })

  test('reports when the model does not support it, the device is offline, or the content is not JSON', async () => {
    await device('0c2222dd0002', async () => ({ unsupported: true }))
    expect((await ask({ sn: '0c2222dd0002', type: 'routes' })).data).toMatchObject({ code: 10307, msg: 'Not support' })
    await device('0c2222dd0003')
    expect((await ask({ sn: '0c2222dd0003', type: 'routes' })).data).toMatchObject({ code: 10306 })
    expect((await ask({ sn: '0c2222dd0003', type: 'routes', content: '[1' })).code).toBe(10314)
    expect((await ask({ sn: '0c2222ddffff', type: 'routes' })).code).toBe(10002)
  })

  test('uses the main device of a scene', async () => {
    expect((await ask({ scene_id: scene, is_main: 1, type: 'routes' })).code).toBe(10313)
    const { device_id } = await introduce(server.system, '0c2222dd0004', { identity: { type: 4 } })
    await server.call(token, 'POST device/add', { sn: '0c2222dd0004', scene_id: scene })
    server.system.bus.serve(commandSubject(device_id), async () => ({ result: 0, msg: '', data: 'main' }))
    expect((await ask({ scene_id: scene, is_main: 1, type: 'routes' })).data).toEqual({
      code: 0,
      msg: '',
      data: 'main',
    })
  })
})

test('a long task commands no further device once its author lost the right', async () => {
  const rights = watchRights(server.system, 4711, { kind: 'reboot' })
  const heard: number[] = []
  const devices = [1, 2, 3].map((id) => ({ id: 900_000 + id, scene_id: scene }))
  for (const { id } of devices)
    server.system.bus.serve(commandSubject(id), async () => {
      heard.push(id)
      await new Promise((resolve) => setTimeout(resolve, 1100))
      return { result: 0, msg: '' }
    })
  const ends = await runTask(server.system, devices, {
    task_id: 0,
    by: 'admin',
    timeout: 5000,
    atOnce: 1,
    commandOf: () => ({ verb: 'reboot', args: {} }),
    lost: rights,
  })
  expect(heard).toEqual([900_001])
  expect([...ends.values()].map(({ reason }) => reason)).toEqual([undefined, 'account_gone', 'account_gone'])
})

test('a device of a read-only scene is refused by name, with the reason', async () => {
  const { system } = server
  const team = { team: 'guests', account: 'reader', password: 'Testing-2026', now: system.now() }
  const { uid } = await foundTeam(system, team)
  const scene_id = (await server.call(token, 'POST scene', { name: 'Read only' })).data.id
  const { id } = (await server.call(token, 'POST device/add', { sn: '0c77cc000001', scene_id, name: 'Core' })).data
  await letGuestIn(system, scene_id, uid, 3, system.now())
  const guest = await server.signIn('reader', 'Testing-2026')
  const { code, data } = await server.call(guest, 'POST device/command/reboot', { ids: [id, 987_654] })
  expect(code).toBe(0)
  expect(data).toMatchObject({
    total_cnt: 2,
    err_cnt: 2,
    rejected: [
      { id, name: 'Core', reason: commonErrors.sceneReadOnly.zh },
      { id: 987_654, name: '987654', reason: commonErrors.notFound.zh },
    ],
  })
})
