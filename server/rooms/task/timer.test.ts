import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { loseTasks } from './store.ts'
import { followDevices, runTimers } from './timer/run-timers.job.ts'

let server: TestServer
let token: string
let shanghai: number
let berlin: number
const heard: [number, string][] = []

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  shanghai = (await call('POST scene', { name: 'Shanghai', time_zone: 'Asia/Shanghai' })).data.id
  berlin = (await call('POST scene', { name: 'Berlin', time_zone: 'Europe/Berlin' })).data.id
})
afterAll(() => server?.close())

const call = (at: string, payload: Record<string, unknown> = {}) => server.call(token, at as 'GET x', payload)
const list = async (request = {}) => (await call('GET device/task/timer', { limit: 100, ...request })).data.list
const row = async (id: number) => (await list()).find((one: any) => one.id === id)
const turn = () => runTimers.run({}, server.system)
const every = { weekdays: ['0', '1', '2', '3', '4', '5', '6'], time: '03:30' }

async function device(serial: string, scene_id: number, there = true): Promise<number> {
  const { device_id } = await introduce(server.system, serial)
  await call('POST device/add', { sn: serial, scene_id, name: serial })
  const { bus, db } = server.system
  await db.run(sql`update device_state set online = ${there} where device_id = ${device_id}`)
  if (there)
    bus.serve(commandSubject(device_id), async ({ verb }: DeviceCommand) => {
      heard.push([device_id, verb])
      return { result: 0, msg: '' }
    })
  return device_id
}

/** The timer has been due for this number of seconds. */
const due = (timer_id: number, seconds = 5, scene = shanghai) =>
  server.system.db.run(sql`
    update device_timer_scene set next_at = ${server.system.now() - seconds} where timer_id = ${timer_id} and scene_id = ${scene}`)

describe('a timer', () => {
  test('runs in the time zone of each scene', async () => {
    const ids = [await device('0c7777aa0001', shanghai), await device('0c7777aa0002', berlin)]
    const { data } = await call('POST device/timer/reboot', { ids, name: 'Night', ...every })
    const timer = await row(data.id)
    expect(timer).toMatchObject({ type: 'reboot_timer', scope: 'device', device_cnt: 2, time: '03:30', paused: 0, ids })
    expect(timer.next_at).toBe(data.next_at)
    for (const { next_at, time_zone } of timer.scenes) {
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' })
      expect(clock.format(next_at * 1000)).toBe('03:30')
      expect(next_at).toBeGreaterThan(server.system.now())
    }
    expect(new Set(timer.scenes.map(({ next_at }: any) => next_at)).size).toBe(2)
    await call('PUT scene', { id: berlin, rev: 1, time_zone: 'Asia/Shanghai' })
    await expect.poll(async () => new Set((await row(data.id)).scenes.map((one: any) => one.next_at)).size).toBe(1)
    await call('PUT scene', { id: berlin, rev: 2, time_zone: 'Europe/Berlin' })
  })

  test('a time set too far ahead by a wrong clock is corrected to the next one', async () => {
    const ids = [await device('0c7777ab0001', shanghai)]
    const { data } = await call('POST device/timer/reboot', { ids, name: 'Ahead', ...every })
    const { next_at } = await row(data.id)
    await due(data.id, -10 * 365 * 86_400)
    await followDevices.run({}, server.system)
    expect((await row(data.id)).next_at).toBe(next_at)
  })

  test('runs once when due, as a task of its type in the name of its owner', async () => {
    const id = await device('0c7777bb0001', shanghai)
    const { data } = await call('POST device/timer/reboot', { ids: [id], name: 'Once', ...every })
    await turn()
    expect((await row(data.id)).scenes[0].last, 'not due yet').toBeNull()
    await due(data.id)
    await Promise.all([turn(), turn(), turn()])
    await expect.poll(async () => (await row(data.id)).scenes[0].result).toBe(0)
    expect(heard.filter(([one]) => one === id)).toEqual([[id, 'reboot']])
    const [scene] = (await row(data.id)).scenes
    expect(scene).toMatchObject({ last: 'ran', missed_cnt: 0, total_cnt: 1, err_cnt: 0 })
    expect(scene.next_at).toBeGreaterThan(server.system.now())
    const tasks = await call('GET log/task', { task_id: scene.task_id })
    expect(tasks.data.list).toMatchObject([{ type: 'reboot_timer', operator: 'admin', result: 0 }])
    const log = await call('GET log/sys', { object: `device:${id}`, way: 'timer' })
    expect(log.data.list).toMatchObject([{ call: 'POST device/timer/reboot', account: 'admin' }])
  })

  test('waits for devices that are offline', async () => {
    const id = await device('0c7777bb0002', shanghai, false)
    const { data } = await call('POST device/timer/backup', { ids: [id], wait_hours: 3, ...every })
    await due(data.id)
    await turn()
    const [scene] = (await row(data.id)).scenes
    expect(scene).toMatchObject({ last: 'ran', result: 3 })
    const items = await call('GET log/task/item', { task_id: scene.task_id })
    expect(items.data.list[0].waits_until).toBeGreaterThan(server.system.now() + 3 * 3600 - 60)
  })

  test('of a group or a scene applies to the devices in it at that time', async () => {
    const first = await device('0c7777cc0001', berlin)
    const group = (await call('POST device/group', { name: 'Lobby' })).data.id
    const made = await call('POST device/timer/reboot', { group_id: group, ...every })
    expect(made.data.next_at, 'nobody is in it').toBeNull()
    await call('POST device/group/join', { group_id: group, ids: [first] })
    await followDevices.run({}, server.system)
    expect(await row(made.data.id)).toMatchObject({ device_cnt: 1, scope: 'group', scenes: [{ scene_id: berlin }] })
    await due(made.data.id, 5, berlin)
    await turn()
    await expect.poll(() => heard.filter(([one]) => one === first).length).toBe(1)
    expect((await call('POST device/timer/reboot', { scene_ids: [berlin], ...every })).code, 'a whole scene').toBe(
      11400,
    )
    const whole = await server.confirmed(token, 'POST device/timer/reboot', { scene_ids: [berlin], ...every })
    const late = await device('0c7777cc0002', berlin)
    await due(whole.data.id, 5, berlin)
    await turn()
    await expect.poll(() => heard.filter(([one]) => one === late).length).toBe(1)
    expect((await list({ device_id: late })).map(({ id }: any) => id)).toEqual([whole.data.id])
    expect((await list({ group_id: group })).map(({ id }: any) => id)).toEqual([made.data.id])
  })

  test('for one day runs once and ends', async () => {
    const id = await device('0c7777bb0003', shanghai)
    const past = await call('POST device/timer/reboot', { ids: [id], date: '2020-01-01', time: '03:00' })
    expect(past.code).toBe(10362)
    const { data } = await call('POST device/timer/reboot', { ids: [id], date: '2100-01-01', time: '03:00' })
    expect(data.next_at).toBe(Date.parse('2100-01-01T03:00:00+08:00') / 1000)
    await server.system.db.run(sql`update device_timer set day = '2020-01-01' where id = ${data.id}`)
    await due(data.id)
    await turn()
    expect(await row(data.id)).toMatchObject({ next_at: null, scenes: [{ last: 'ran' }] })
  })
})

describe('while the server was down', () => {
  test('a run within its grace period is carried out, and earlier ones are counted', async () => {
    const id = await device('0c7777dd0001', shanghai)
    const ago = new Date((server.system.now() - 600) * 1000)
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
    }).format(ago)
    const { data } = await call('POST device/timer/reboot', { ids: [id], ...every, time, grace_minutes: 30 })
    await due(data.id, 3 * 86_400 + 600)
    await turn()
    await expect.poll(() => heard.filter(([one]) => one === id).length).toBe(1)
    expect((await row(data.id)).scenes[0]).toMatchObject({ last: 'late', missed_cnt: 3 })
  })

  test('a run beyond it is reported as missed and not carried out', async () => {
    const id = await device('0c7777dd0002', shanghai)
    const ago = new Date((server.system.now() - 7200) * 1000)
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
    }).format(ago)
    const { data } = await call('POST device/timer/reboot', { ids: [id], ...every, time, grace_minutes: 60 })
    await due(data.id, 86_400 + 7200)
    await turn()
    expect((await row(data.id)).scenes[0]).toMatchObject({ last: 'missed', missed_cnt: 2, task_id: null })
    expect(heard.filter(([one]) => one === id)).toEqual([])
    const log = await call('GET log/sys', { object: `device-timer:${data.id}`, way: 'timer' })
    expect(log.data.list).toMatchObject([{ after: { outcome: 'missed', missed: 2 } }])
  })

  test('a server that died after the run was stored does not repeat it, and reports that its end is unknown', async () => {
    const id = await device('0c7777dd0003', shanghai)
    server.system.bus.serve(commandSubject(id), () => new Promise(() => {}))
    const { data } = await call('POST device/timer/reboot', { ids: [id], ...every })
    await due(data.id)
    await turn()
    await loseTasks(server.system, server.system.now(), Number.MAX_SAFE_INTEGER)
    await turn()
    expect((await row(data.id)).scenes[0]).toMatchObject({ last: 'ran', result: 2 })
  })

  test('a run whose task cannot be stored is retried, without partial effects', async () => {
    const id = await device('0c7777dd0004', shanghai)
    const { data } = await call('POST device/timer/reboot', { ids: [id], ...every })
    await due(data.id)
    const { system } = server
    const dead = { ...system, database: { ...system.database, transaction: () => Promise.reject(new Error('gone')) } }
    await expect(runTimers.run({}, dead as typeof system)).rejects.toThrow('gone')
    expect((await row(data.id)).scenes[0]).toMatchObject({ last: null })
    await turn()
    await expect.poll(() => heard.filter(([one]) => one === id).length).toBe(1)
  })
})

describe('rights', () => {
  test('that the owner has lost stop the timer, and that is recorded', async () => {
    const id = await device('0c7777ee0001', shanghai)
    const { data } = await call('POST device/timer/reboot', { ids: [id], ...every })
    await server.system.db.run(sql`update device_timer set uid = 4711 where id = ${data.id}`)
    await due(data.id)
    await turn()
    const [scene] = (await row(data.id)).scenes
    expect(scene).toMatchObject({ last: 'account_gone', result: 1, err_cnt: 1 })
    expect(scene.next_at).toBeGreaterThan(server.system.now())
    expect(heard.filter(([one]) => one === id)).toEqual([])
  })

  test('arguments of an installation are replaced as a whole', async () => {
    const id = await device('0c7777ee0003', shanghai)
    const [uri, other] = ['https://files.example/fw.bin', 'https://files.example/new.bin']
    const { data } = await call('POST device/timer/upgrade', { ids: [id], uri, sha256: 'a'.repeat(64), ...every })
    expect((await row(data.id)).args).toEqual({ uri, sha256: 'a'.repeat(64) })
    await call('POST device/timer/upgrade', { id: data.id, rev: 1, uri: other })
    expect((await row(data.id)).args).toEqual({ uri: other })
    await call('POST device/timer/upgrade', { id: data.id, rev: 2, time: '05:00' })
    expect(await row(data.id)).toMatchObject({ args: { uri: other }, time: '05:00' })
  })
})

describe('a timer is stored', () => {
  test('changed, paused, resumed and removed', async () => {
    const id = await device('0c7777ff0001', shanghai)
    const { data } = await call('POST device/timer/backup', {
      ids: [id],
      note: 'weekly',
      weekdays: ['0'],
      time: '04:00',
    })
    const changed = await call('POST device/timer/backup', { id: data.id, rev: 1, weekdays: ['3', '1'] })
    expect(changed.data).toMatchObject({ id: data.id, rev: 2 })
    expect(await row(data.id)).toMatchObject({
      weekdays: ['1', '3'],
      time: '04:00',
      ids: [id],
      args: { note: 'weekly' },
    })
    expect((await call('POST device/timer/backup', { id: data.id, rev: 1, time: '05:00' })).code).toBe(10008)
    expect((await call('POST device/timer/reboot', { id: data.id, time: '05:00' })).code, 'of another type').toBe(10002)
    await call('POST device/timer/pause', { ids: [data.id], paused: 1 })
    expect(await row(data.id)).toMatchObject({ paused: 1, next_at: null })
    await turn()
    await call('POST device/timer/pause', { ids: [data.id], paused: 0 })
    expect((await row(data.id)).next_at).toBe(changed.data.next_at)
    const undone = async () => {
      const [newest] = (await call('GET log/sys', { object: `device-timer:${data.id}`, limit: 1 })).data.list
      return (await call('POST log/undo', { id: newest.id })).data.err_cnt
    }
    const before = await row(data.id)
    const other = { id: data.id, name: 'Other', scene_ids: [berlin], date: '2100-01-01', time: '05:30', note: '' }
    expect((await call('POST device/timer/backup', other)).code).toBe(0)
    expect(await row(data.id)).toMatchObject({ scope: 'scene', ids: [], date: '2100-01-01', weekdays: [] })
    expect(await undone(), 'a change goes back with all it said').toBe(0)
    const { rev: _, updated_at: __, ...same } = before
    expect(await row(data.id)).toMatchObject(same)
    expect((await call('DELETE device/task/timer', { ids: [data.id, 4711] })).data).toMatchObject({
      total_cnt: 2,
      err_cnt: 1,
    })
    expect(await row(data.id)).toBeUndefined()
  })

  test.each([
    ['no target', { ...every }, 10360],
    ['two targets', { ids: [1], scene_ids: [1], ...every }, 10360],
    ['no time', { weekdays: ['1'] }, 10361],
    ['neither weekdays nor a day', { time: '03:00' }, 10361],
    ['both', { ...every, date: '2100-01-01' }, 10361],
    ['a day that is none', { date: '2100-02-30', time: '03:00' }, 10361],
    ['a weekday that is none', { weekdays: ['7'], time: '03:00' }, 10001],
    ['a time that is none', { weekdays: ['1'], time: '24:00' }, 10001],
  ])('not with %s', async (_, request: object, code) => {
    const target = 'ids' in request || code === 10360 ? {} : { scene_ids: [shanghai] }
    expect((await call('POST device/timer/reboot', { ...target, ...request })).code).toBe(code)
  })

  test('over devices of another customer is refused', async () => {
    expect((await call('POST device/timer/reboot', { ids: [987_654], ...every })).code).toBe(10002)
    expect((await call('POST device/timer/reboot', { scene_ids: [987_654], ...every })).code).toBe(10023)
  })
})
