import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { endWatches } from './watch.ts'

let server: TestServer
let token: string
let id: number
const reported: unknown[] = []
let answer: CommandResult = { result: 0, msg: '' }

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  id = (await introduce(server.system, '0c6666aa0001', { identity: { verbs: ['watch'] as never } })).device_id
  await server.call(token, 'POST device/add', { sn: '0c6666aa0001', scene_id })
  server.system.bus.serve(commandSubject(id), async ({ args }: DeviceCommand) => {
    reported.push(args['seconds'])
    return answer
  })
})
afterAll(() => server?.close())

const start = () => server.call(token, 'POST device/watch', { id })
const stop = () => server.call(token, 'DELETE device/watch', { id })

test('a stream begins once, continues while it is requested, and is stopped', async () => {
  expect((await start()).code).toBe(0)
  expect((await start()).code).toBe(0)
  expect(reported.splice(0), 'the former stream is stopped first').toEqual([0, 5])
  expect((await stop()).code).toBe(0)
  expect(reported.splice(0)).toEqual([0])
})

test('without further requests it is stopped', async () => {
  await start()
  reported.length = 0
  await endWatches.run({}, server.system as never)
  expect(reported, 'its time is not over').toEqual([])
  const { pool } = server.system.database
  await pool.query('update device_watch set until = 1')
  await endWatches.run({}, server.system as never)
  expect(reported.splice(0)).toEqual([0])
  expect((await pool.query('select from device_watch')).rowCount).toBe(0)
})

test('a device that refuses reports why, and is not stored', async () => {
  answer = { result: 1, msg: 'Periodic telemetry is enabled' }
  expect(await start()).toMatchObject({ code: 10307 })
  answer = { result: 0, msg: '' }
  expect((await start()).code).toBe(0)
  expect((await stop()).code).toBe(0)
})
