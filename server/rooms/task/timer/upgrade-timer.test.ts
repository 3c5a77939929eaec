import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { installer, tar } from '../../firmware/test-images.ts'
import { runTimers } from './run-timers.job.ts'

let server: TestServer
let token: string
let scene: number
const heard: number[] = []

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene = (await call('POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

const call = (at: string, payload: Record<string, unknown> = {}) =>
  server.call(token, at as 'GET x', { lang: 'en', ...payload })
const every = { weekdays: ['0', '1', '2', '3', '4', '5', '6'], time: '03:30' }
const keep = (payload: Record<string, unknown>) => call('POST device/timer/upgrade', { ...every, ...payload })
const atOnce = (payload: Record<string, unknown>) => call('POST device/command/upgrade', payload)

let serials = 0
async function device(model: string, online = true): Promise<number> {
  const sn = `0c77aa00${String(++serials).padStart(4, '0')}`
  const { device_id } = await introduce(server.system, sn, {
    family: 'ucentral-ap',
    identity: { vendor: 'Skylark', model, firmware: 'TIP-v4.1.0' },
  })
  await call('POST device/add', { sn, scene_id: scene, name: sn })
  await server.system.db.run(sql`update device_state set online = ${online} where device_id = ${device_id}`)
  server.system.bus.serve(commandSubject(device_id), async ({ verb }: DeviceCommand) => {
    if (verb === 'upgrade') heard.push(device_id)
    return { result: 0, msg: '' }
  })
  return device_id
}

async function upload(bytes: Buffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'image.bin')
  const answer = await fetch(`${server.url}/api/v1/firmware`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return ((await answer.json()) as { data: { firmware: { id: number } } }).data.firmware.id
}
const imageOf = (model: string) =>
  upload(
    installer(Buffer.from(`payload of ${model} ${++serials}`), `machine="skylark_${model}"\nimage_version="4.3.0"`),
  )

/** Runs it now; returns the scene's part of its row. */
async function run(timer_id: number): Promise<any> {
  await server.system.db.run(
    sql`update device_timer_scene set next_at = ${server.system.now() - 5} where timer_id = ${timer_id}`,
  )
  await runTimers.run({}, server.system)
  const { list } = (await call('GET device/task/timer', { limit: 100 })).data
  return list.find(({ id }: { id: number }) => id === timer_id).scenes[0]
}
const items = async (task_id: number) => (await call('GET log/task/item', { task_id })).data.list

test('refuses with the same words as the immediate upgrade', async () => {
  const [fitting, foreign] = [await device('sa-1'), await device('sa-2')]
  const firmware_id = await imageOf('sa-1')
  const unready = await upload(tar({ root: 'x' }))
  const cases: [Record<string, unknown>, number][] = [
    [{ ids: [fitting] }, 10309],
    [{ ids: [fitting], firmware_id: 987_654 }, 10002],
    [{ ids: [fitting], firmware_id: unready }, 11215],
    [{ ids: [foreign], firmware_id }, 11216],
    [{ ids: [fitting, foreign], firmware_id }, 11216],
    [{ ids: [fitting], uri: 'http://x/$(reboot)' }, 10001],
  ]
  for (const [payload, code] of cases) {
    const { data: _, ...refused } = await keep(payload)
    const { data: __, ...same } = await atOnce(payload)
    expect(refused).toEqual(same)
    expect(refused.code).toBe(code)
  }
  expect((await call('GET device/task/timer')).data.total, 'none was kept').toBe(0)
  const whole = await keep({ scene_ids: [scene], firmware_id })
  expect(whole.code, 'one of the scene has another model').toBe(11216)
  const { data } = await keep({ ids: [fitting], firmware_id })
  const changed = await call('POST device/timer/upgrade', { id: data.id, rev: 1, ids: [foreign] })
  expect(changed.code, 'nor is it changed to that').toBe(11216)
})

test('a run whose image was deleted is a failed task that names the reason', async () => {
  const id = await device('sb-1')
  const firmware_id = await imageOf('sb-1')
  const { data } = await keep({ ids: [id], firmware_id })
  expect((await call('POST firmware/delete', { ids: [firmware_id] })).data.err_cnt).toBe(0)
  const scene = await run(data.id)
  expect(scene).toMatchObject({ last: 'failed', result: 1, total_cnt: 1, err_cnt: 1 })
  expect(await items(scene.task_id)).toMatchObject([
    { device_id: id, result: 1, msg: 'The image is no longer in the library' },
  ])
  const { list } = (await call('GET log/task', { task_id: scene.task_id })).data
  expect(list).toMatchObject([{ type: 'upgrade_timer', operator: 'admin', result: 1 }])
  const log = await call('GET log/sys', { object: `device-timer:${data.id}`, way: 'timer' })
  expect(log.data.list[0].after).toMatchObject({ outcome: 'failed', code: 10002 })
})

test('a device that the image does not fit fails alone, the others are upgraded', async () => {
  const fitting = await device('sc-1')
  const group_id = (await call('POST device/group', { name: 'Lobby' })).data.id
  await call('POST device/group/join', { group_id, ids: [fitting] })
  const { data } = await keep({ group_id, firmware_id: await imageOf('sc-1') })
  const late = await device('sc-2')
  await call('POST device/group/join', { group_id, ids: [late] })
  const { task_id, last } = await run(data.id)
  expect(last).toBe('ran')
  await expect.poll(async () => (await call('GET log/task', { task_id })).data.list[0].result).toBe(2)
  expect(heard).toContain(fitting)
  expect(heard).not.toContain(late)
  const ends = new Map((await items(task_id)).map((one: any) => [one.device_id, one]))
  expect(ends.get(fitting)).toMatchObject({ result: 0 })
  expect(ends.get(late)).toMatchObject({ result: 1, msg: 'The image does not fit the model: sc-2' })
})

test('the task of a run whose owner lost the right names that', async () => {
  const id = await device('sd-1')
  const { data } = await keep({ ids: [id], uri: 'https://files.example/fw.bin' })
  await server.system.db.run(sql`update device_timer set uid = 4711 where id = ${data.id}`)
  const { last, task_id } = await run(data.id)
  expect(last).toBe('account_gone')
  expect(await items(task_id)).toMatchObject([{ msg: 'The account that ordered it was removed' }])
  expect(heard).not.toContain(id)
})
