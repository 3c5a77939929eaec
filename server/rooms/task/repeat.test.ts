import { taskErrors as errors } from '@belvedere/contract/rooms/task/errors.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandSubject } from '../../devices/device-link.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
let scene_id: number

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

let serial = 0x02cc00000000
async function device(): Promise<number> {
  const sn = (serial++).toString(16).padStart(12, '0')
  return (await server.call(token, 'POST device/add', { sn, scene_id, name: sn })).data.id
}
const task = async (task_id: number) => (await server.call(token, 'GET log/task', { task_id })).data.list[0]
const items = async (task_id: number) =>
  (await server.call(token, 'GET log/task/item', { task_id, orderby: 'name asc', lang: 'en' })).data.list

test('failed commands are repeated, for those devices only, as a task that names the former', async () => {
  const [good, bad] = [await device(), await device()]
  const heard: number[] = []
  const answers = (id: number) =>
    server.system.bus.serve(commandSubject(id), async ({ verb }: DeviceCommand) => {
      heard.push(id)
      return { result: 0, msg: verb }
    })
  answers(good)
  const { data } = await server.call(token, 'POST device/command/reboot', { ids: [good, bad], wait: 5 })
  expect(await task(data.task_id)).toMatchObject({ result: 2, err_cnt: 1, repeatable: 1, retry_of: null })
  answers(bad)
  const again = await server.call(token, 'POST log/task/retry', { task_id: data.task_id })
  expect(again).toMatchObject({ code: 0, data: { total_cnt: 1, err_cnt: 0 } })
  await expect.poll(async () => (await task(again.data.task_id)).result).toBe(0)
  expect(await task(again.data.task_id)).toMatchObject({ total_cnt: 1, retry_of: data.task_id, type: 'reboot' })
  expect(heard).toEqual([good, bad])
  expect((await server.call(token, 'POST log/task/retry', { task_id: again.data.task_id })).code).toBe(
    errors.nothingFailed.code,
  )
})

test('repeating for many devices requires typing their number', async () => {
  const ids: number[] = []
  for (let n = 0; n < 11; n++) ids.push(await device())
  const { data } = await server.call(token, 'POST device/command/reboot', { ids, wait: 5 })
  const retry = { task_id: data.task_id }
  expect(await server.call(token, 'POST log/task/retry', retry)).toMatchObject({
    code: 11_400,
    data: { blast: { unnamed_cnt: 11 }, confirm: { text: '11' } },
  })
  expect((await server.confirmed(token, 'POST log/task/retry', retry)).data).toMatchObject({ total_cnt: 11 })
})

test('a task without a stored order cannot be repeated', async () => {
  const id = await device()
  const { data } = await server.call(token, 'POST device/command/reboot', { ids: [id], wait: 5 })
  await server.system.db.run(sql`update task set command = null where id = ${data.task_id}`)
  expect((await server.call(token, 'POST log/task/retry', { task_id: data.task_id })).code).toBe(
    errors.notRepeatable.code,
  )
})

test('pending work is cancelled; a sent command is not', async () => {
  const [one, two] = [await device(), await device()]
  const { data } = await server.call(token, 'POST device/command/reboot', { ids: [one, two], wait_offline: 1 })
  await expect.poll(async () => (await task(data.task_id)).waiting_cnt).toBe(2)
  await server.system.db.run(sql`update pending_command set started_at = 1 where device_id = ${two}`)
  expect(await server.call(token, 'POST log/task/cancel', { task_id: data.task_id })).toMatchObject({
    code: 0,
    data: { total_cnt: 2, err_cnt: 1 },
  })
  expect(await items(data.task_id)).toMatchObject([{ result: 4, msg: 'Cancelled before it began' }, { result: 3 }])
  expect((await server.call(token, 'POST log/task/cancel', { task_id: data.task_id })).code).toBe(
    errors.nothingWaits.code,
  )
  await server.system.db.run(sql`update pending_command set started_at = null where device_id = ${two}`)
  await server.call(token, 'POST log/task/cancel', { task_id: data.task_id })
  expect(await task(data.task_id)).toMatchObject({ result: 4, done_cnt: 2 })
})
