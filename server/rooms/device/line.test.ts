import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { commandSubject } from '../../devices/device-link.ts'

let server: TestServer
let ingest: Ingest
let token: string
let scene_id: number
const sn = '0c5555ac0001'
let id: number
const reported: unknown[] = []

beforeAll(async () => {
  server = await startTestServer()
  ingest = await openIngest(server.system)
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Branch' })).data.id
  id = (await introduce(server.system, sn, { identity: { verbs: ['measure'] as never } })).device_id
  await server.call(token, 'POST device/add', { sn, scene_id })
  server.system.bus.serve(commandSubject(id), async (command) => {
    reported.push(command)
    return { result: 0, msg: '' }
  })
  const at = server.system.now()
  for (let n = 0; n < 3; n++) {
    const counted = { rx_bytes: n * 75_000_000, tx_bytes: n * 7_500_000 }
    ingest.push({
      device_id: id,
      scene_id,
      at: at - 120 + n * 60,
      facts: {
        interfaces: [{ name: 'wan0', role: 'wan', up: true, ...counted }],
        wans: [
          { name: 'wan0', up: true, type: 'dhcp', addresses: [] },
          { name: 'wan1', up: false, type: 'disabled', addresses: [] },
        ],
      },
    })
    await ingest.drain()
  }
})
afterAll(() => server?.close())

const list = async () => (await server.call(token, 'GET device/line', { id })).data
const set = (line: object) => server.call(token, 'POST device/line', { id, name: 'wan0', ...line })

test('the reported lines of a device, with their peak rates', async () => {
  expect(await list()).toEqual({
    measures: 1,
    list: [
      {
        name: 'wan0',
        down_mbps: null,
        up_mbps: null,
        speed_from: 0,
        peak_down_mbps: 10,
        peak_up_mbps: 1,
        targets: null,
      },
    ],
  })
})

test('settings are returned, the device is sent its addresses, and undo restores both', async () => {
  expect(await set({ down_mbps: 100, up_mbps: 20, targets: ['192.0.2.9', '2001:db8::9'] })).toMatchObject({ code: 0 })
  expect((await list()).list).toMatchObject([
    { down_mbps: 100, up_mbps: 20, speed_from: 1, targets: ['192.0.2.9', '2001:db8::9'] },
  ])
  await expect
    .poll(() => reported)
    .toMatchObject([{ verb: 'measure', args: { lines: [{ name: 'wan0', targets: ['192.0.2.9', '2001:db8::9'] }] } }])
  const { list: operations } = (await server.call(token, 'GET log/sys', { limit: 1 })).data
  expect(await server.call(token, 'POST log/undo', { id: operations[0].id })).toMatchObject({ code: 0 })
  expect((await list()).list).toMatchObject([{ down_mbps: null, speed_from: 0, targets: null }])
  await expect.poll(() => reported).toMatchObject([{}, { verb: 'measure', args: { lines: [] } }])
})

test('invalid settings are refused', async () => {
  expect((await set({ name: 'wan7', down_mbps: 5 })).code).toBe(11360)
  expect((await set({ targets: ['1.2.3'] })).code).toBe(11361)
  expect((await set({ down_mbps: 0.01 })).code).not.toBe(0)
  const other = (await introduce(server.system, '0c5555ac0002')).device_id
  await server.call(token, 'POST device/add', { sn: '0c5555ac0002', scene_id })
  const wans = [{ name: 'WAN', up: true, type: 'dhcp' as const, addresses: [] }]
  ingest.push({ device_id: other, scene_id, at: server.system.now(), facts: { wans } })
  await ingest.drain()
  expect((await set({ id: other, name: 'WAN', targets: ['192.0.2.9'] })).code).toBe(11362)
  expect((await set({ id: other, name: 'WAN', down_mbps: 50 })).code).toBe(0)
})
