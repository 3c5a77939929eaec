import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommandAnswer, streamSubject } from '../../../devices/device-link.ts'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
const done: CommandAnswer = { result: 0, msg: '' }
beforeEach(async () => {
  rig = await startRig({ limits: { queued: 3, aside: 2 } })
  device = await rig.device(serial)
})
afterEach(() => rig.close())

describe('ids', () => {
  test('are integers from 2 on, different for every command of the gateway', async () => {
    const other = await rig.device('0c1111aa0002')
    const ids: number[] = []
    for (const [name, at] of [
      [serial, device],
      ['0c1111aa0002', other],
      [serial, device],
    ] as const) {
      const answer = rig.command(name, 'reboot')
      const { id } = await at.next('reboot')
      ids.push(id)
      at.answer(id)
      await answer
    }
    expect(Math.min(...ids)).toBe(2)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(Number.isInteger(id) && id < 2 ** 31).toBe(true)
  })

  test('a number as text is accepted', async () => {
    const answer = rig.command(serial, 'reboot')
    const { id } = await device.next('reboot')
    device.send({ jsonrpc: '2.0', id: String(id), result: { status: { error: 0 } } })
    expect(await answer).toEqual(done)
  })

  test('another device cannot answer', async () => {
    const other = await rig.device('0c1111aa0002')
    const answer = rig.command(serial, 'reboot', {}, 5000)
    const { id } = await device.next('reboot')
    other.answer(id, { status: { error: 0, text: '' } })
    await sleep(50)
    device.answer(id, { status: { error: 1, text: 'busy' } })
    expect(await answer).toEqual({ result: 1, msg: 'busy' })
  })
})

describe('answers', () => {
  test('duplicates: the first counts, the second is passed on', async () => {
    const answer = rig.command(serial, 'script', { script: 'true' })
    const { id } = await device.next('script')
    device.answer(id, { status: { error: 0, text: 'pending' } })
    expect(await answer).toMatchObject({ result: 0 })
    device.answer(id, { status: { error: 1, text: 'done' } })
    await until(() => rig.events('device.event').length === 1)
    expect(rig.events('device.event')[0].event).toMatchObject({
      type: 'command.answered-again',
      text: 'done',
      data: { method: 'script', id },
    })
  })

  test('without a command they change nothing', async () => {
    for (const id of [0, 1, 999_999, -4]) device.answer(id)
    for (const id of [null, {}, 'x', 2.5]) device.send({ jsonrpc: '2.0', id, result: {} })
    const answer = rig.command(serial, 'reboot')
    device.answer((await device.next('reboot')).id)
    expect(await answer).toEqual(done)
  })

  test('that never arrive end in a time-out, and the next command is sent', async () => {
    const first = rig.command(serial, 'reboot', {}, 80)
    const second = rig.command(serial, 'factory')
    expect(await first).toEqual({ result: 2, msg: 'no answer within 0 s' })
    device.answer((await device.next('factory')).id)
    expect(await second).toEqual(done)
  })

  test('that arrive too late do not answer the next command', async () => {
    const first = rig.command(serial, 'reboot', {}, 60)
    const { id } = await device.next('reboot')
    await first
    const second = rig.command(serial, 'factory')
    const next = await device.next('factory')
    device.answer(id, { status: { error: 2, text: 'late' } })
    await sleep(30)
    device.answer(next.id)
    expect(await second).toEqual(done)
  })

  test.each<[string, unknown]>([
    ['without status', {}],
    ['with a status of another type', { status: 'ok' }],
    ['with a list', { status: [0] }],
  ])('%s is not a success', async (_, result) => {
    const answer = rig.command(serial, 'reboot')
    const { id } = await device.next('reboot')
    device.send({ jsonrpc: '2.0', id, result })
    expect(await answer).toMatchObject({ result: 1 })
  })

  test('a JSON-RPC error is a refusal with its message', async () => {
    const answer = rig.command(serial, 'reboot')
    const { id } = await device.next('reboot')
    device.send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })
    expect(await answer).toEqual({ result: 1, msg: 'unknown' })
  })
})

describe('one at a time', () => {
  test('the second waits for the answer of the first', async () => {
    const first = rig.command(serial, 'reboot')
    const second = rig.command(serial, 'factory')
    const { id } = await device.next('reboot')
    await sleep(40)
    expect(device.heard).toHaveLength(1)
    device.answer(id)
    device.answer((await device.next('factory')).id)
    expect(await Promise.all([first, second])).toEqual([done, done])
  })

  test('devices do not wait for each other', async () => {
    const other = await rig.device('0c1111aa0002')
    void rig.command(serial, 'reboot')
    const answer = rig.command('0c1111aa0002', 'reboot')
    other.answer((await other.next('reboot')).id)
    expect(await answer).toEqual(done)
  })

  test('the queue is bounded', async () => {
    const running = rig.command(serial, 'reboot')
    const waiting = [1, 2, 3].map(() => rig.command(serial, 'factory'))
    expect(await rig.command(serial, 'factory')).toMatchObject({ result: 1, msg: expect.stringContaining('waiting') })
    device.close()
    expect(await running).toMatchObject({ result: 2, msg: expect.stringContaining('connection was lost') })
    for (const one of waiting) expect(await one).toEqual({ result: 1, msg: 'the device went offline' })
  })

  test('a command that waited too long is not sent any more', async () => {
    const first = rig.command(serial, 'reboot')
    expect(await rig.command(serial, 'factory', {}, 60)).toMatchObject({
      result: 2,
      msg: expect.stringContaining('busy'),
    })
    device.answer((await device.next('reboot')).id)
    await first
    await sleep(30)
    expect(device.heard).toHaveLength(1)
  })

  test('keystrokes are sent beside the running command', async () => {
    const host = await rig.device('5ce91e102001', { like: 'linux-agent' })
    void rig.command('5ce91e102001', 'backup', { uri: 'https://gateway/put' })
    await host.next('x-belvedere.backup')
    const written = rig.command('5ce91e102001', 'shell', { op: 'write', session: 's', data: 'bHMK' })
    host.answer((await host.next('x-belvedere.shell.write')).id)
    expect(await written).toEqual(done)
  })
})

test('no gateway executes commands for a device that is offline', async () => {
  device.close()
  await until(() => rig.events('device.disconnected').length === 1)
  await expect(rig.command(serial, 'reboot')).rejects.toThrow('nobody serves')
})

test('a command that a device does not support is reported without sending it', async () => {
  expect(await rig.command(serial, 'backup', { uri: 'https://x' })).toEqual({ unsupported: true })
  expect(await rig.command(serial, 'no such verb')).toEqual({ unsupported: true })
  expect(await rig.command(serial, 'ping', { host: '; reboot' })).toEqual({ result: 1, msg: 'host: not valid' })
  expect(device.heard).toEqual([])
})

test('the output of a shell is sent to its viewer, piece by piece', async () => {
  const host = await rig.device('5ce91e102001', { like: 'linux-agent' })
  const pieces: unknown[] = []
  rig.bus.subscribe(streamSubject(rig.events('device.connected').at(-1).device_id, 's1'), (piece) => pieces.push(piece))
  const tell = (payload: object) => host.tell('event', { data: { event: [1, { type: 'belvedere.shell', payload }] } })
  tell({ session: 's1', data: 'aGk=' })
  tell({ session: 's2', data: 'bm8=' })
  tell({ session: 's1', closed: true, exit: 0 })
  await until(() => pieces.length === 2)
  expect(pieces).toEqual([{ data: 'aGk=' }, { closed: true, exit: 0 }])
})
