import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandAnswer, commandSubject, deviceEvent } from '../../../devices/device-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let scene: number
let device: number
/** Verbs that the device was sent. */
let request: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  device = (await introduce(server.system, '0c1111dd0201')).device_id
  server.system.bus.serve(commandSubject(device), async (command): Promise<CommandAnswer> => {
    request.push((command as { verb: string }).verb)
    return { result: 0, msg: '' }
  })
  await server.call(token, 'POST device/add', { sn: '0c1111dd0201', scene_id: scene })
})
afterAll(() => server?.close())

const happens = (type: string) =>
  server.system.emit(deviceEvent, { device_id: device, scene_id: scene, event: { at: 0, type, data: {} } })
const refreshes = () => request.filter((verb) => verb === 'refresh').length

test('a port that loses its link causes an immediate state request; a flapping one, once in a while', async () => {
  await expect.poll(refreshes).toBe(1)
  request = []
  happens('client.join')
  happens('wired.carrier-down')
  await expect.poll(refreshes).toBe(1)
  for (let n = 0; n < 40; n++) happens(n % 2 ? 'wired.carrier-down' : 'wired.carrier-up')
  // the last change causes a request too
  await expect.poll(refreshes).toBe(2)
})
