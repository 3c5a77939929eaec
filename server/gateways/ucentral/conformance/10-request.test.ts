import { afterEach, beforeEach, expect, test } from 'vitest'
import { recorded, type GatewayRig, sleep, startRig } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
beforeEach(async () => {
  rig = await startRig()
  device = await rig.device(serial)
})
afterEach(() => rig.close())

const pending = async (answer: Promise<unknown>) =>
  (await Promise.race([answer, sleep(60).then(() => 'pending')])) === 'pending'

test('every request has its own number, and ends with the state that repeats it', async () => {
  const first = rig.command(serial, 'refresh')
  const { id, params } = await device.next('request')
  expect(params).toMatchObject({ serial, message: 'state', request_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  device.answer(id)
  expect(await pending(first)).toBe(true)
  device.send(recorded('ucentral-ap', 'state', serial))
  device.send(recorded('ucentral-ap', 'state', serial, { request_uuid: 'another' }))
  device.send(recorded('ucentral-ap', 'healthcheck', serial, { request_uuid: params.request_uuid }))
  expect(await pending(first)).toBe(true)
  device.send(recorded('ucentral-ap', 'state', serial, { request_uuid: params.request_uuid }))
  expect(await first).toEqual({ result: 0, msg: '' })
  expect(rig.reports).toHaveLength(4)
  void rig.command(serial, 'refresh')
  expect((await device.next('request')).params.request_uuid).not.toBe(params.request_uuid)
})

test('the state may arrive before the acknowledgement', async () => {
  const answer = rig.command(serial, 'refresh')
  const { id, params } = await device.next('request')
  device.send(recorded('ucentral-ap', 'state', serial, { request_uuid: params.request_uuid }))
  expect(await answer).toEqual({ result: 0, msg: '' })
  device.answer(id)
  const next = rig.command(serial, 'reboot')
  device.answer((await device.next('reboot')).id)
  expect(await next).toEqual({ result: 0, msg: '' })
})

test('a healthcheck can be requested', async () => {
  const answer = rig.command(serial, 'refresh', { message: 'healthcheck' })
  const { id, params } = await device.next('request')
  expect(params.message).toBe('healthcheck')
  device.answer(id)
  device.send(recorded('ucentral-ap', 'healthcheck', serial, { request_uuid: params.request_uuid }))
  expect(await answer).toMatchObject({ result: 0 })
})

test('a compressed state answers as well', async () => {
  const { deflateSync } = await import('node:zlib')
  const answer = rig.command(serial, 'refresh')
  const { params } = await device.next('request')
  const state = recorded('ucentral-ap', 'state', serial, { request_uuid: params.request_uuid }).params
  device.tell('state', { compress_64: deflateSync(JSON.stringify(state)).toString('base64'), compress_sz: 1 })
  expect(await answer).toMatchObject({ result: 0 })
})

test('a refusal ends it at once; an acknowledgement without a state is not a success', async () => {
  const refused = rig.command(serial, 'refresh', { message: 'healthcheck' })
  device.answer((await device.next('request')).id, { status: { error: 2, text: 'no' } })
  expect(await refused).toEqual({ result: 1, msg: 'no' })
  const promised = rig.command(serial, 'refresh', {}, 120)
  device.answer((await device.next('request')).id)
  expect(await promised).toMatchObject({ result: 2, msg: expect.stringContaining('accepted') })
})

const lost = { status: { error: 1, text: 'failed to execute ustats', resultCode: 32_512 } }

test('firmware without state requests streams one state, and the stream is stopped', async () => {
  const answer = rig.command(serial, 'refresh')
  device.answer((await device.next('request')).id, lost)
  const { id, params } = await device.next('telemetry')
  expect(params).toMatchObject({ serial, interval: 60, types: ['state'] })
  device.answer(id)
  expect(await pending(answer)).toBe(true)
  const { state, uuid } = recorded('ucentral-ap', 'state', serial).params as unknown as { state: unknown; uuid: number }
  device.tell('telemetry', { data: { state: [[1_790_003_600, { serial, uuid, state }]] } })
  expect(await answer).toEqual({ result: 0, msg: '' })
  expect(rig.reports.at(-1)?.facts).toMatchObject({ config_uuid: uuid, uptime: 86_400 })
  expect((await device.next('telemetry')).params).toMatchObject({ interval: 0 })
})

test('where it refuses to stream too, the refusal of the request is the result, and nothing is stopped', async () => {
  const answer = rig.command(serial, 'refresh')
  device.answer((await device.next('request')).id, lost)
  device.answer((await device.next('telemetry')).id, { status: { error: 2, text: 'Invalid Arguments' } })
  expect(await answer).toEqual({ result: 1, msg: 'failed to execute ustats' })
  const next = rig.command(serial, 'reboot')
  device.answer((await device.next()).id)
  expect(await next).toMatchObject({ result: 0 })
})
