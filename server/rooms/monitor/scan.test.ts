import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token = ''
let scene_id = 0

beforeAll(async () => {
  server = await startTestServer(['--monitor-networks', '127.0.0.0/8'])
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Depot' })).data.id
})
afterAll(() => server?.close())

const scan = (more = {}) => server.call(token, 'POST device/scan', { scene_id, ...more })

test('a scene without a main device has no device to scan from', async () => {
  expect((await scan()).code).toBe(10313)
})

test('the main device pings its own networks and reports its neighbours; known ones are marked', async () => {
  const { device_id } = await introduce(server.system, '0c1111ef0001', { identity: { type: 0, verbs: ['script'] } })
  await server.call(token, 'POST device/add', { sn: '0c1111ef0001', scene_id })
  const ingest = await openIngest(server.system)
  const lan = { name: 'br-lan', role: 'lan' as const, up: true, addresses: ['192.168.7.1/28'] }
  const wan = { name: 'wan', role: 'wan' as const, up: true, addresses: ['203.0.113.9/24'] }
  ingest.push({ device_id, scene_id, at: server.system.now(), facts: { interfaces: [wan, lan] } })
  await ingest.drain()
  let request = ''
  const stop = server.system.bus.serve(commandSubject(device_id), async ({ verb, args }: any) => {
    request = args.script
    const text =
      'up 192.168.7.1\n192.168.7.5 dev br-lan lladdr 44:19:b6:00:11:22 REACHABLE\n192.168.7.6 dev br-lan lladdr b8:27:eb:44:55:66 STALE\n'
    return { result: 0, msg: '', data: { text, exit: 0 }, verb }
  })
  const input = { scene_id, name: 'Gate', kind: 'camera', ip: '192.168.7.5', monitor: { type: 'none' } }
  const { data: made } = await server.call(token, 'POST device/third/mod', input)
  const { data } = await scan()
  expect(request).toContain('192.168.7.14')
  expect(request).not.toContain('203.0.113')
  expect(data).toMatchObject({ from: { id: device_id }, subnets: ['192.168.7.0/28'] })
  expect(data.list).toMatchObject([
    { ip: '192.168.7.1', known: { id: device_id } },
    { ip: '192.168.7.5', mac: '44:19:b6:00:11:22', known: { id: made.id } },
    { ip: '192.168.7.6', known: null, vendor: expect.stringMatching(/./) },
  ])
  const told = { terminals: [{ mac: 'b8:27:eb:44:55:66', link: 'wired' as const, port: 'LAN2' }] }
  ingest.push({ device_id, scene_id, at: server.system.now(), facts: told })
  await ingest.drain()
  expect((await server.call(token, 'GET scene/scan', { scene_id })).data).toMatchObject({
    from: { id: device_id, simulated: 0 },
    subnets: ['192.168.7.0/28'],
    list: [
      { ip: '192.168.7.1', known: { id: device_id }, terminal: 0 },
      { ip: '192.168.7.5', known: { id: made.id }, terminal: 0 },
      { ip: '192.168.7.6', known: null, terminal: 1 },
    ],
  })
  stop()
  expect((await scan()).code, 'its connection is gone').toBe(10306)
})

test('from the server, for the team of the installation', async () => {
  const { code, data } = await scan({ device_id: 0, subnet: '127.0.0.0/30' })
  expect(code).toBe(0)
  expect(data).toMatchObject({ from: null, subnets: ['127.0.0.0/30'] })
  expect((await scan({ device_id: 0, subnet: '10.0.0.0/16' })).code).toBe(10392)
  const password = 'Operator-2026'
  await server.call(token, 'POST user/member', { account: 'operator', password, role: 2 })
  const operator = await server.signIn('operator', password)
  expect((await server.call(operator, 'POST device/scan', { scene_id, device_id: 0 })).code).toBe(10022)
})
