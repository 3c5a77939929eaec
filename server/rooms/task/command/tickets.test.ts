import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageSubject, uploadRequestSubject } from '../../../devices/enrol-link.ts'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'
import { issueTickets } from './tickets.job.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('an address for a file is valid in the scene of the ticket, and for one device', async () => {
  const token = await server.signIn()
  const { system } = server
  const [one, other] = await Promise.all(
    ['One', 'Other'].map(async (name) => (await server.call(token, 'POST scene', { name })).data.id as number),
  )
  const { device_id } = await introduce(system, '0c4444aa0001')
  await server.call(token, 'POST device/add', { sn: '0c4444aa0001', scene_id: one })
  const issue = async (kind: 'upload' | 'package') => {
    const list = [{ device_id, args: { file: 'f', sealed: true } }]
    const url = (await issueTickets(system, system.db, kind, null, list)).get(device_id) ?? ''
    return url.split('/').at(-1) ?? ''
  }
  const [up, down] = [await issue('upload'), await issue('package')]
  const good = async () => [
    await system.bus.request(uploadRequestSubject, { ticket: up }, 5000),
    await system.bus.request(packageSubject, { ticket: down }, 5000),
  ]
  expect(Buffer.from(up.replace(/^_/, '-'), 'base64url').length).toBe(32)
  expect(await good()).toEqual([{ team_id: expect.any(Number) }, { file: 'f', sealed: true }])
  expect((await server.call(token, 'PUT device', { id: device_id, scene_id: other })).code).toBe(0)
  expect(await good(), 'it is another scene’s now').toEqual([null, null])
})
