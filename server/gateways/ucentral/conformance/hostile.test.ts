import { randomBytes } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GatewayRig, sleep, startRig, until } from './rig.ts'
import type { TestDevice } from './test-device.ts'

const serial = '0c1111aa0001'
let rig: GatewayRig
let good: TestDevice
beforeEach(async () => {
  rig = await startRig({
    limits: {
      upgradeMs: 1500,
      tickMs: 20,
      closeMs: 300,
      messageMs: 2,
      bytesPerMs: 4096,
      aheadMs: 1000,
      slowedMs: 1000,
    },
  })
  good = await rig.device('0c1111aa0abc')
})
afterEach(() => rig.close())

/** After each attack, a command to another device is answered and its messages arrive. */
async function unharmed(): Promise<void> {
  const answer = rig.command('0c1111aa0abc', 'reboot')
  good.answer((await good.next('reboot')).id)
  expect(await answer).toEqual({ result: 0, msg: '' })
  const before = rig.reports.length
  good.tell('healthcheck', { sanity: 77 })
  await until(() => rig.reports.slice(before).some(({ facts }) => facts.health === 77))
}

const ended = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket
      .once('close', () => resolve())
      .on('error', () => {})
      .resume(),
  )

async function tls(): Promise<TLSSocket> {
  const { cert, key } = await rig.certificate(serial)
  const socket = connectTls({ host: '127.0.0.1', port: rig.gateway.port, cert, key, ca: rig.pki.ca })
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  socket.on('error', () => {})
  return socket
}

describe('before TLS', () => {
  test('bytes that are not TLS', async () => {
    const socket = connectTcp(rig.gateway.port, '127.0.0.1')
    socket.write(randomBytes(4000))
    await ended(socket)
    await unharmed()
  })

  test('a handshake that never ends', async () => {
    const sockets = Array.from({ length: 20 }, () => connectTcp(rig.gateway.port, '127.0.0.1'))
    for (const socket of sockets) socket.write(Buffer.from([0x16, 0x03]))
    await Promise.all(sockets.map(ended))
    await unharmed()
  })
})

describe('before the upgrade', () => {
  test('bytes that are not HTTP', async () => {
    const socket = await tls()
    socket.write('\r\n\u0000\u0001 what?\r\n\r\n')
    await ended(socket)
    await unharmed()
  })

  test('silence', async () => {
    await ended(await tls())
    await unharmed()
  })

  test('a header that is sent letter by letter', async () => {
    const socket = await tls()
    const drip = setInterval(() => socket.write('X'), 20)
    socket.write('GET / HTTP/1.1\r\nX-Slow: ')
    await ended(socket)
    clearInterval(drip)
    await unharmed()
  })

  test('headers without end', async () => {
    const socket = await tls()
    socket.write(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(100_000)}`)
    await ended(socket)
    await unharmed()
  })

  test('an upgrade to another protocol', async () => {
    const socket = await tls()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
    await ended(socket)
    await unharmed()
  })
})

/** A client frame; `mask` false breaks the rule that clients mask. */
function frame(first: number, length: number, payload = Buffer.alloc(0), mask = true): Buffer {
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  head[0] = first
  head[1] = (mask ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, mask ? Buffer.alloc(4) : Buffer.alloc(0), payload])
}

describe('on the WebSocket', () => {
  let device: TestDevice
  beforeEach(async () => {
    device = await rig.device(serial)
  })

  test('a message over the limit', async () => {
    device.sendText('x'.repeat(600_000))
    expect((await device.closed).code).toBe(1009)
    await until(() => rig.events('device.disconnected').length === 1)
    await unharmed()
  })

  test('a message of the largest allowed size is accepted', async () => {
    const log = 'x'.repeat(511_000)
    device.tell('log', { log, severity: 3 })
    await until(() => rig.events('device.event').length === 1)
    expect(rig.events('device.event')[0].event.text.length).toBeLessThanOrEqual(4096)
  })

  test.each<[string, Buffer]>([
    ['a frame with a length of a gigabyte', frame(0x81, 1_000_000_000)],
    [
      'a frame with a length beyond its bytes',
      Buffer.concat([Buffer.from([0x81, 0xff]), Buffer.alloc(8, 0xff), Buffer.alloc(4)]),
    ],
    ['an unmasked frame', frame(0x81, 5, Buffer.from('hello'), false)],
    ['reserved bits', frame(0xf1, 0)],
    ['an unknown kind of frame', frame(0x83, 0)],
    ['a continuation without a first frame', frame(0x80, 0)],
    ['a ping that is too long', frame(0x89, 200, Buffer.alloc(200))],
    ['a ping in pieces', frame(0x09, 0)],
    ['a text that is not UTF-8', frame(0x81, 3, Buffer.from([0xff, 0xfe, 0xfd]))],
    ['a close with a code that does not exist', frame(0x88, 2, Buffer.from([0x00, 0x01]))],
  ])('%s', async (_, bytes) => {
    device.tls.write(bytes)
    expect((await device.closed).code).toBeGreaterThan(1001)
    await until(() => rig.events('device.disconnected').length === 1)
    await unharmed()
  })

  test('a message in ten thousand pieces', async () => {
    device.tls.write(frame(0x01, 1, Buffer.from('{')))
    for (let i = 0; i < 10_000 && device.ws.readyState === 1; i++) device.tls.write(frame(0x00, 1, Buffer.from(' ')))
    expect((await device.closed).code).toBeGreaterThan(1001)
    await unharmed()
  })

  test('a message that never ends: the device cannot answer pings behind it and is disconnected', async () => {
    device.tls.write(frame(0x81, 400_000))
    const drip = setInterval(() => device.tls.writable && device.tls.write(Buffer.alloc(1)), 20)
    await device.closed
    clearInterval(drip)
    await until(() => rig.events('device.disconnected').length === 1)
    expect(rig.events('device.disconnected')).toMatchObject([{ serial, reason: 'silent' }])
    await unharmed()
  })

  test('invalid data as text and as bytes', async () => {
    for (let i = 0; i < 12; i++) device.sendText(randomBytes(300), i % 2 === 0)
    await device.closed
    await unharmed()
  })

  test('a document nested half a million deep', async () => {
    device.sendText(`{"method":"state","params":{"state":${'['.repeat(240_000)}${']'.repeat(240_000)}}}`)
    device.sendText(
      `{"method":"event","params":{"data":{"event":[1,{"type":"x","payload":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}]}}}`,
    )
    device.tell('healthcheck', { sanity: 12 })
    await until(() => rig.reports.some(({ facts }) => facts.health === 12))
    await unharmed()
  })

  test('prototypes are not polluted', async () => {
    device.sendText(
      '{"method":"event","params":{"__proto__":{"x":1},"data":{"event":[1,{"type":"x","payload":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]}}}',
    )
    await until(() => rig.events('device.event').length === 1)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('a flood is read slowly, and the sender stays connected', async () => {
    for (let i = 0; i < 3000; i++) device.tell('healthcheck', { sanity: 1 })
    device.tell('healthcheck', { sanity: 2 })
    await unharmed()
    expect(rig.reports.filter(({ facts }) => facts.health === 1).length).toBeLessThan(3000)
    await until(() => rig.reports.some(({ facts }) => facts.health === 2))
    expect(device.ws.readyState).toBe(1)
  })

  test('a flood of small messages with large decompressed content is slowed by the decompressed size', async () => {
    const bomb = deflateSync(JSON.stringify({ sanity: 3, x: 'x'.repeat(7_000_000) })).toString('base64')
    for (let i = 0; i < 30; i++) device.tell('healthcheck', { compress_64: bomb })
    await sleep(400)
    await unharmed()
    expect(rig.reports.filter(({ facts }) => facts.health === 3).length).toBeLessThan(30)
    expect(device.ws.readyState).toBe(1)
  })

  test('a flood of pings ends the connection', async () => {
    for (let i = 0; i < 3000; i++) device.ws.ping()
    expect((await device.closed).code).toBeGreaterThan(1001)
    await until(() => rig.events('device.disconnected').length === 1)
    await unharmed()
  })

  test('a device that does not read gets no more messages', async () => {
    const deaf = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
    deaf.ws.pause()
    const config = { interfaces: [], note: 'x'.repeat(1_000_000) }
    const told: string[] = []
    for (let i = 0; i < 20 && !told.some((msg) => /does not read/.test(msg)); i++) {
      const answer = await rig.command('24fe9a000007', 'configure', { uuid: 5 + i, config }, 20)
      told.push('msg' in answer ? answer.msg : '')
    }
    expect(told[0]).toMatch(/no answer/)
    expect(told.at(-1)).toBe('the device does not read what it is sent')
    await unharmed()
  })

  test('repeated connections with one serial number leave one connection', async () => {
    const many = await Promise.all(Array.from({ length: 15 }, () => rig.device(serial)))
    await until(() => many.filter(({ ws }) => ws.readyState === 1).length === 1)
    expect(rig.gateway.size.devices).toBe(2)
    expect(rig.events('device.disconnected')).toEqual([])
    await unharmed()
  })

  test('a device that does not answer the close frame is cut off', async () => {
    for (let i = 0; i < 10; i++) device.sendText('{')
    device.ws.pause()
    await until(() => rig.gateway.size.sockets === 1)
    await unharmed()
  })
})

test('devices that connect and disconnect leave no resources', async () => {
  for (let i = 0; i < 30; i++) {
    const device = await rig.device(`0c1111ab00${10 + i}`)
    if (i % 2) device.close()
    else device.ws.close()
  }
  await until(() => rig.gateway.size.sockets === 1)
  expect(rig.gateway.size).toEqual({ devices: 1, sockets: 1 })
  await sleep(10)
  expect(rig.events('device.disconnected')).toHaveLength(30)
})
