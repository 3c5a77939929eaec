import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recorded, type GatewayRig, sleep, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
const U = 1790000400
const input = { uuid: U, config: { interfaces: [{ role: 'upstream' }] } }
beforeEach(async () => {
  rig = await startRig()
  device = await rig.device(serial)
})
afterEach(() => rig.close())

const numbers = (id: number) =>
  rig.reports.filter(({ device_id }) => device_id === id).map(({ facts }) => facts.config_uuid)

describe('the number of the active configuration', () => {
  test('is reported on connect, by state and by healthcheck', async () => {
    expect(rig.asks[0]?.config_uuid).toBe(1790000101)
    device.send(recorded('ucentral-ap', 'state', serial, { uuid: 1790000102 }))
    device.send(recorded('ucentral-ap', 'healthcheck', serial, { uuid: 1790000103 }))
    await until(() => rig.reports.length === 2)
    expect(numbers(1)).toEqual([1790000102, 1790000103])
  })

  test('the state of a switch contains refused numbers: only its healthcheck is used', async () => {
    const other = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
    other.send(recorded('ucentral-switch', 'state', '24fe9a000007', { uuid: 1790009999 }))
    other.send(recorded('ucentral-switch', 'healthcheck', '24fe9a000007', { uuid: 1790000300 }))
    await until(() => rig.reports.length === 2)
    expect(numbers(2)).toEqual([undefined, 1790000300])
  })

  test.each([
    [-1, 0],
    [3_000_000_000, 0],
    ['1790000101', 1790000101],
    [null, 0],
    [{}, 0],
  ])('%j in connect counts as %i', async (uuid, told) => {
    await rig.device('0c1111aa0002', { hello: { uuid } })
    expect(rig.asks.at(-1)?.config_uuid).toBe(told)
  })
})

describe('configure', () => {
  const configure = async (status: object, uuid: number = U) => {
    const answer = rig.command(serial, 'configure', input)
    const { id, params } = await device.next('configure')
    expect(params).toMatchObject({ serial, uuid: U, when: 0, config: { uuid: U } })
    device.answer(id, { serial, uuid, status })
    return answer
  }

  test('applied, partly applied, refused', async () => {
    expect(await configure({ error: 0, text: 'Success' })).toMatchObject({ result: 0, data: { uuid: U } })
    expect(await configure({ error: 1, text: '', rejected: ['[W] x'] })).toMatchObject({
      result: 2,
      data: { rejected: [{ text: '[W] x', level: 'warning' }] },
    })
    expect(await configure({ error: 2, text: 'no', rejected: ['[E] y'] })).toMatchObject({ result: 1, msg: 'no' })
  })

  test('the number that is already active is a success', async () => {
    expect(await configure({ error: 1, text: 'Already applied.' })).toMatchObject({ result: 0 })
  })

  test('an access point that has stored a higher number keeps that one, and did not apply the new one', async () => {
    expect(await configure({ error: 0, text: 'Already applied.' }, U + 1)).toMatchObject({
      result: 1,
      data: { uuid: U + 1 },
    })
  })

  test('after a refusal nothing is sent again, whatever number the device reports', async () => {
    await configure({ error: 2, text: 'no' }, 1790000101)
    for (let i = 0; i < 5; i++) device.send(recorded('ucentral-ap', 'state', serial))
    await until(() => rig.reports.length === 5)
    await sleep(30)
    expect(device.heard).toHaveLength(1)
  })

  test('the connection is lost during the change and the device reconnects with the number: success', async () => {
    const answer = rig.command(serial, 'configure', input)
    await device.next('configure')
    device.close()
    await until(() => rig.events('device.disconnected').length === 1)
    await rig.device(serial, { hello: { uuid: U, reason: 'socket' } })
    expect(await answer).toMatchObject({ result: 0, data: { uuid: U } })
  })

  test('it reconnects with another number: failed, with that number in the reason', async () => {
    const answer = rig.command(serial, 'configure', input)
    await device.next('configure')
    device.close()
    await until(() => rig.events('device.disconnected').length === 1)
    await rig.device(serial)
    expect(await answer).toMatchObject({ result: 1, msg: expect.stringContaining('1790000101') })
  })

  test('the old connection hangs and the device reconnects: completed by the new connect too', async () => {
    const answer = rig.command(serial, 'configure', input)
    await device.next('configure')
    await rig.device(serial, { hello: { uuid: U } })
    expect(await answer).toMatchObject({ result: 0 })
  })

  test('it does not reconnect: unclear after the time-out', async () => {
    const answer = rig.command(serial, 'configure', input, 150)
    await device.next('configure')
    device.close()
    expect(await answer).toMatchObject({ result: 2 })
  })

  test('numbers that a device cannot store are not sent', async () => {
    for (const uuid of [0, -1, 3_000_000_000, 1790000101000, 'x']) {
      expect(await rig.command(serial, 'configure', { ...input, uuid })).toEqual({ result: 1, msg: 'uuid: not valid' })
    }
    expect(await rig.command(serial, 'configure', { uuid: U, config: {} })).toEqual({
      result: 1,
      msg: 'config: not valid',
    })
    expect(device.heard).toEqual([])
  })
})

describe('commit-confirm', () => {
  const scriptOf = (params: Record<string, unknown>) => Buffer.from(String(params.script), 'base64').toString()

  test('an access point is armed, confirmed and queried by scripts, one after the other', async () => {
    const armed = rig.command(serial, 'arm', { uuid: U, seconds: 60 })
    const running = rig.command(serial, 'running', {})
    const { id, params } = await device.next('script')
    expect(scriptOf(params)).toMatch(new RegExp(`^#!/bin/sh\\n# belvedere arm ${U} 60\\n`))
    await sleep(30)
    expect(device.heard).toHaveLength(1)
    device.answer(id, { serial, uuid: 1790000101, status: { error: 0, result: '' } })
    expect(await armed).toEqual({ result: 0, msg: '' })
    const request = await device.next('script')
    expect(scriptOf(request.params)).toContain('# belvedere running')
    const config = { uuid: 1790000101, unit: { name: 'lobby' } }
    device.answer(request.id, { serial, uuid: 1790000101, status: { error: 0, result: JSON.stringify(config) } })
    expect(await running).toEqual({ result: 0, msg: '', data: { uuid: 1790000101, config } })
  })

  test('one that reports that it is not armed is reported with its own words', async () => {
    const confirmed = rig.command(serial, 'confirm', { uuid: U })
    const { id } = await device.next('script')
    const result = 'not armed for this configuration\n'
    device.answer(id, { serial, uuid: 1790000101, status: { error: 1, result } })
    expect(await confirmed).toEqual({ result: 1, msg: 'not armed for this configuration' })
  })

  test('a switch keeps no document and has no timer: neither is requested from it', async () => {
    const other = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
    for (const verb of ['arm', 'confirm', 'running'] as const)
      expect(await rig.command('24fe9a000007', verb, { uuid: U, seconds: 60 })).toEqual({ unsupported: true })
    expect(other.heard).toEqual([])
  })
})
