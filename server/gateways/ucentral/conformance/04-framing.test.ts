import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inflateSync } from 'node:zlib'
import { type GatewayRig, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

let rig: GatewayRig
let device: TestDevice
const serial = '0c1111aa0001'
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  device = await rig.device(serial)
})

const noise = (length: number) => randomBytes(length / 2).toString('hex')
const config = (text: string) => ({ uuid: 1790000400, config: { interfaces: [{ role: 'upstream' }], note: text } })

/** First bytes (fin, extension bits and opcode) of the received frames, with their lengths. */
function framesOf(device: TestDevice): { first: number; length: number }[] {
  const frames: { first: number; length: number }[] = []
  let bytes = Buffer.alloc(0)
  device.tls.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (let head = headOf(bytes); head && bytes.length >= head.size + head.length; head = headOf(bytes)) {
      frames.push({ first: bytes[0] ?? 0, length: head.length })
      bytes = bytes.subarray(head.size + head.length)
    }
  })
  return frames
}

function headOf(bytes: Buffer): { size: number; length: number } | undefined {
  if (bytes.length < 4) return undefined
  const short = (bytes[1] ?? 0) & 0x7f
  return short === 126 ? { size: 4, length: bytes.readUInt16BE(2) } : { size: 2, length: short }
}

test('a command is one unfragmented text frame', async () => {
  const frames = framesOf(device)
  const answer = rig.command(serial, 'configure', config('x'.repeat(20_000)))
  const { id, params } = await device.next('configure')
  device.answer(id, { uuid: params.uuid, status: { error: 0, text: '' } })
  await answer
  expect(frames).toHaveLength(1)
  // 0x81: last fragment of a text, no extension bits
  expect(frames[0]?.first).toBe(0x81)
  expect(frames[0]?.length).toBeGreaterThan(20_000)
})

describe('at most 32,768 bytes for an access point', () => {
  test('a message that can be compressed is sent compressed, with its exact size', async () => {
    const input = config('x'.repeat(60_000))
    const answer = rig.command(serial, 'configure', input)
    const { id, params } = await device.next('configure')
    expect(Object.keys(params).sort()).toEqual(['compress_64', 'compress_sz'])
    const plain = inflateSync(Buffer.from(params.compress_64, 'base64'))
    expect(plain.length).toBe(params.compress_sz)
    expect(JSON.parse(String(plain))).toMatchObject({ serial, uuid: input.uuid, config: { uuid: input.uuid } })
    device.answer(id, { uuid: input.uuid, status: { error: 0, text: '' } })
    expect(await answer).toMatchObject({ result: 0 })
  })

  test('a message that is still too large is refused with its size, and nothing is sent', async () => {
    const answer = await rig.command(serial, 'configure', config(noise(60_000)))
    expect(answer).toMatchObject({ result: 1 })
    expect(answer).toHaveProperty(
      'msg',
      expect.stringMatching(/^message of \d{5} bytes; the device takes 32768 at most$/),
    )
    expect(device.heard).toEqual([])
  })

  test('a device without decompression gets no compressed command', async () => {
    const old = await rig.device('0c1111aa0002', { hello: { capabilities: { platform: 'ap', wifi: { phy0: {} } } } })
    expect(await rig.command('0c1111aa0002', 'configure', config('x'.repeat(60_000)))).toMatchObject({
      result: 1,
      msg: expect.stringContaining('32768'),
    })
    expect(old.heard).toEqual([])
  })

  test('a script is never compressed: no client decompresses it', async () => {
    expect(await rig.command(serial, 'script', { script: 'x'.repeat(60_000) })).toMatchObject({
      result: 1,
      msg: expect.stringContaining('32768'),
    })
    expect(device.heard).toEqual([])
  })
})

test('a switch accepts 300 kB in one uncompressed message', async () => {
  const other = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
  const answer = rig.command('24fe9a000007', 'configure', config(noise(300_000)))
  const { id, params } = await other.next('configure')
  expect(params.config.note).toHaveLength(300_000)
  other.answer(id, { uuid: 1790000400, status: { error: 0, text: '' } })
  expect(await answer).toMatchObject({ result: 0 })
})

test('binary frames of a device are read like text', async () => {
  device.sendText(
    Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'healthcheck', params: { serial, uuid: 1, sanity: 55 } })),
    true,
  )
  await until(() => rig.reports.some(({ facts }) => facts.health === 55))
})

test('fragments of a device are reassembled', async () => {
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'healthcheck', params: { serial, uuid: 1, sanity: 56 } })
  device.ws.send(text.slice(0, 10), { fin: false })
  device.ws.send(text.slice(10, 40), { fin: false })
  device.ws.send(text.slice(40), { fin: true })
  await until(() => rig.reports.some(({ facts }) => facts.health === 56))
})
