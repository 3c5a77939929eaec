import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
let scene_id: number
/** The behaviour of the device on the capture command. */
let obey: (uri: string) => Promise<CommandResult>
const told: DeviceCommand[] = []
const done: CommandResult = { result: 0, msg: '' }
const pcap = Buffer.concat([
  Buffer.from('d4c3b2a1020004000000000000000000ffff000001000000', 'hex'),
  Buffer.alloc(2000, 7),
])

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
})
afterAll(() => server?.close())

let count = 0
async function device(verbs = ['capture']): Promise<number> {
  const sn = `0c5555aa00${String(++count).padStart(2, '0')}`
  const { device_id } = await introduce(server.system, sn, { identity: { verbs: verbs as never } })
  await server.call(token, 'POST device/add', { sn, scene_id, name: `AP ${count}` })
  server.system.bus.serve(commandSubject(device_id), async (command: DeviceCommand) => {
    told.push(command)
    return obey(String(command.args['uri']))
  })
  return device_id
}

/** Like the device's uploader: a form with the identifier and the file. */
function post(uri: string, bytes: Buffer = pcap, field = 'data'): Promise<Response> {
  const form = new FormData()
  form.append('name', '0c5555aa0001')
  form.append(field, new Blob([new Uint8Array(bytes)]), 'pcap-0c5555aa0001-1')
  return fetch(uri, { method: 'POST', body: form })
}

const start = (id: number, more: object = {}) =>
  server.call(token, 'POST device/capture', { id, interface: 'any', seconds: 5, ...more })
const rows = async (device_id: number) => (await server.call(token, 'GET device/capture', { device_id })).data.list
const end = async (task_id: number) => {
  const item = async () => (await server.call(token, 'GET log/task/item', { task_id })).data.list[0]
  await expect.poll(async () => (await item()).result).not.toBe(3)
  return item()
}

test('a capture is uploaded once, stored sealed, downloaded and deleted', async () => {
  const statuses: number[] = []
  obey = async (uri) => {
    statuses.push((await post(uri)).status, (await post(uri)).status)
    return done
  }
  const device_id = await device()
  const { data } = await start(device_id, { filter: 'port 53' })
  expect(await end(data.task_id)).toMatchObject({ type: 'capture', result: 0 })
  expect(statuses, 'the link is good once').toEqual([200, 403])
  expect(told.at(-1)).toMatchObject({ verb: 'capture', args: { interface: 'any', seconds: 5, filter: 'port 53' } })
  expect(await rows(device_id)).toMatchObject([{ id: data.id, state: 1, bytes: pcap.length, operator: 'admin' }])
  const answer = await fetch(`${server.url}/api/v1/device/capture/download?id=${data.id}&uid=1`, {
    headers: { authorization: `Bearer ${token}`, token },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(pcap)).toBe(true)
  const { rows: kept } = await server.system.database.pool.query('select file from device_capture where id = $1', [
    data.id,
  ])
  expect((await server.system.files.read(kept[0].file)).includes(pcap.subarray(0, 64))).toBe(false)
  expect((await server.call(token, 'DELETE device/capture', { id: data.id })).code).toBe(0)
  expect(await rows(device_id)).toEqual([])
  await expect.poll(() => server.system.files.has(kept[0].file)).toBe(false)
})

test('a capture that is deleted as soon as it has arrived is no failure', async () => {
  obey = async (uri) => {
    await post(uri)
    const [{ id }] = await rows(device_id)
    await server.call(token, 'DELETE device/capture', { id })
    return done
  }
  const device_id = await device()
  const { data } = await start(device_id)
  expect(await end(data.task_id)).toMatchObject({ result: 0 })
})

test('a file that is not a capture, or too large, is not stored', async () => {
  const statuses: number[] = []
  obey = async (uri) => {
    statuses.push((await post(uri, Buffer.from('x'.repeat(100)))).status)
    statuses.push((await post(uri, pcap, 'file')).status)
    statuses.push((await fetch(uri, { method: 'POST', body: pcap })).status)
    // refused before it is read, so the sender may see a closed connection
    const large = post(uri, Buffer.alloc(11 << 20))
    statuses.push(
      await large.then(
        ({ status }) => status,
        () => 413,
      ),
    )
    return { result: 1, msg: 'Invalid network device specified' }
  }
  const device_id = await device()
  const { data } = await start(device_id)
  expect(await end(data.task_id)).toMatchObject({
    result: 1,
    msg: expect.stringContaining('Invalid network device specified'),
  })
  expect(statuses).toEqual([400, 400, 400, 413])
  expect(await rows(device_id)).toMatchObject([{ state: 2, bytes: null }])
  expect((await server.call(token, 'GET device/capture/download', { id: data.id })).code).toBe(11269)
})

test('one at a time; only on supporting devices, and no filter that is an option', async () => {
  let release = () => {}
  obey = () => new Promise((resolve) => (release = () => resolve({ result: 1, msg: 'enough' })))
  const device_id = await device()
  const { data } = await start(device_id)
  await expect.poll(() => told.at(-1)?.verb).toBe('capture')
  expect((await start(device_id)).code).toBe(11266)
  release()
  await end(data.task_id)
  for (const filter of ['-z reboot', 'port 53 -w /etc/passwd'])
    expect((await start(device_id, { filter })).code).toBe(11265)
  for (const filter of ['$(reboot)', 'a;b']) expect((await start(device_id, { filter })).code).not.toBe(0)
  expect((await start(await device(['reboot']))).code).toBe(10307)
})

test('an expired capture is removed with its file', async () => {
  obey = async (uri) => (await post(uri), done)
  const device_id = await device()
  const { data } = await start(device_id)
  await end(data.task_id)
  const { pool } = server.system.database
  const { rows: kept } = await pool.query('update device_capture set expires_at = 1 where id = $1 returning file', [
    data.id,
  ])
  const { purge } = await import('./capture/take-captures.gateway.ts')
  await purge.run({}, server.system as never)
  expect(await rows(device_id)).toEqual([])
  expect(await server.system.files.has(kept[0].file)).toBe(false)
})
