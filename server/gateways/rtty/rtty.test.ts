import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { streamSubject } from '../../devices/device-link.ts'
import { type RunningGateway, gatewayPortSubject } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { newAuthority, type GatewayRig, startRig, until } from '../ucentral/conformance/rig.ts'
import type { DeviceCredentials } from '../ucentral/conformance/test-device.ts'
import type { ReceivedCall, TestDevice } from '../ucentral/conformance/test-device.ts'
import { Frames, type RttyFrame, frame, kind } from './frames.ts'
import { rtty } from './gateway.ts'

let rig: GatewayRig
let port: RunningGateway
let ap: TestDevice
const serial = '5ce91e102001'
const own = new Map<string, DeviceCredentials>()

beforeAll(async () => {
  rig = await startRig()
  const config = { host: '127.0.0.1', 'shell-port': 0, 'device-proxy': [] }
  port = await rtty.start({ bus: rig.bus, config } as unknown as System, { pki: rig.pki } as never)
  rig.bus.serve(gatewayPortSubject('rtty'), async () => port.port)
  for (const one of [serial, '5ce91e102002', '24fe9a000007']) own.set(one, await rig.certificate(one))
  ap = await rig.device(serial)
})
afterAll(async () => {
  await port?.stop()
  await rig?.close()
})

let count = 0
const sessionName = () => `session-${++count}`
const idOf = (one: string) => rig.events('device.connected').findLast((came) => came.serial === one).device_id as number

/** The device's program: the messages that it receives, in order. */
async function dialIn(credentials?: DeviceCredentials) {
  const frames = new Frames()
  const heard: RttyFrame[] = []
  const socket: TLSSocket = connect({ port: port.port, host: '127.0.0.1', rejectUnauthorized: false, ...credentials })
  const seen = { closed: false }
  socket.on('data', (bytes: Buffer) => heard.push(...frames.take(bytes)))
  socket.on('close', () => (seen.closed = true))
  socket.on('error', () => (seen.closed = true))
  await until(() => !socket.connecting && (socket.getCipher() !== undefined || seen.closed))
  return { socket, heard, seen }
}

const register = ({ params: { id, token } }: ReceivedCall, device: TLSSocket, last = '') =>
  device.write(frame(kind.register, Buffer.from(`${id}\0AP\0${last || token}\0`)))

/** All steps up to an open terminal. */
async function opened(device: TestDevice, one: string, credentials = own.get(one)) {
  const session = sessionName()
  const pieces: { data?: string; closed?: true }[] = []
  rig.bus.subscribe(streamSubject(idOf(one), session), (piece) => pieces.push(piece))
  const answer = rig.command(one, 'shell', { op: 'open', session, cols: 300, rows: 40 })
  const told = await device.next('rtty')
  device.answer(told.id)
  const line = await dialIn(credentials)
  register(told, line.socket)
  await until(() => line.heard.length >= 2)
  expect(line.heard.map((heard) => heard.kind)).toEqual([kind.register, kind.login])
  line.socket.write(frame(kind.login, [0, 3]))
  expect(await answer).toEqual({ result: 0, msg: '' })
  await until(() => line.heard.length === 3)
  return { ...line, session, pieces, told }
}

test('an access point gets the address, registers with its certificate, and carries a terminal', async () => {
  const { told, heard, socket, session, pieces, seen } = await opened(ap, serial)
  expect(told.params).toMatchObject({ method: 'rtty', server: '127.0.0.1', port: port.port, user: '', password: '' })
  expect(told.params.token).toMatch(/^[0-9a-f]{32}$/)
  expect(told.params.timeout).toBeGreaterThan(0)
  expect(heard[0]?.body[0]).toBe(0)
  expect(heard[2]).toEqual({ kind: kind.size, body: Buffer.from([3, 1, 44, 0, 40]) })
  socket.write(frame(kind.data, [3], Buffer.from('login: ')))
  await until(() => pieces.length === 1)
  expect(Buffer.from(pieces[0]?.data ?? '', 'base64').toString()).toBe('login: ')
  const write = rig.command(serial, 'shell', { op: 'write', session, data: Buffer.from('root\r').toString('base64') })
  expect(await write).toEqual({ result: 0, msg: '' })
  await until(() => heard.length === 4)
  expect(heard[3]).toEqual({ kind: kind.data, body: Buffer.from('\x03root\r') })
  await rig.command(serial, 'shell', { op: 'resize', session, cols: 90, rows: 20 })
  socket.write(frame(kind.heartbeat))
  await until(() => heard.length === 6)
  expect(heard.slice(4)).toEqual([
    { kind: kind.size, body: Buffer.from([3, 0, 90, 0, 20]) },
    { kind: kind.heartbeat, body: Buffer.alloc(0) },
  ])
  expect(await rig.command(serial, 'shell', { op: 'close', session })).toEqual({ result: 0, msg: '' })
  await until(() => seen.closed)
  expect(heard[6], 'its program ends with the terminal').toEqual({ kind: kind.logout, body: Buffer.from([3]) })
  expect(await rig.command(serial, 'shell', { op: 'write', session, data: 'eA==' })).toMatchObject({ result: 1 })
})

test('a terminal that ends on the device ends on the page', async () => {
  const { socket, pieces, seen } = await opened(ap, serial)
  socket.write(frame(kind.logout, [3]))
  await until(() => seen.closed && pieces.length > 0)
  expect(pieces).toEqual([{ closed: true }])
})

test('a token is valid once, for its device, with the certificate of that device', async () => {
  const session = sessionName()
  const answer = rig.command(serial, 'shell', { op: 'open', session }, 20_000)
  const told = await ap.next('rtty')
  ap.answer(told.id)
  const refused = async (credentials: DeviceCredentials | undefined, token = '') => {
    const { socket, heard, seen } = await dialIn(credentials)
    register(told, socket, token)
    await until(() => seen.closed)
    expect(heard.map((one) => one.kind).filter((one) => one === kind.login)).toEqual([])
  }
  await refused(own.get(serial), 'f'.repeat(32))
  await refused(own.get('5ce91e102002'))
  await refused(undefined)
  const line = await dialIn(own.get(serial))
  register(told, line.socket)
  await until(() => line.heard.length === 2)
  await refused(own.get(serial))
  line.socket.write(frame(kind.login, [0, 0]))
  expect(await answer).toEqual({ result: 0, msg: '' })
  line.socket.destroy()
})

test('a certificate of another authority is refused', async () => {
  const stranger = await rig.certificate(serial, { issuer: await newAuthority('x') })
  const { socket, seen } = await dialIn(stranger)
  socket.write(frame(kind.register, Buffer.from(`${'a'.repeat(32)}\0AP\0${'b'.repeat(32)}\0`)))
  await until(() => seen.closed)
})

test('a switch, whose program presents no certificate, authenticates by its token alone', async () => {
  const device = await rig.device('24fe9a000007', { like: 'ucentral-switch' })
  const { told, socket, seen } = await opened(device, '24fe9a000007', {} as DeviceCredentials)
  expect(Object.keys(told.params)).toEqual(
    expect.arrayContaining(['serial', 'token', 'id', 'server', 'port', 'user', 'timeout', 'password']),
  )
  device.close()
  await until(() => seen.closed)
  socket.destroy()
})

test.each([
  ['a device that refuses', { error: 2, text: 'RTTY is restricted.' }, 'RTTY is restricted.'],
  [
    'a device that never connects',
    { error: 0 },
    'the device did not dial in within 1 s; is the terminal port reachable from it?',
  ],
])('%s is reported', async (_, status, msg) => {
  const answer = rig.command(serial, 'shell', { op: 'open', session: sessionName() }, 1000)
  const { id } = await ap.next('rtty')
  ap.answer(id, { status })
  expect(await answer).toMatchObject({ result: 1, msg })
})

test('a device without a free terminal, and one with a newer program, get different reasons', async () => {
  const answer = rig.command(serial, 'shell', { op: 'open', session: sessionName() })
  const told = await ap.next('rtty')
  ap.answer(told.id)
  const newer = await dialIn(own.get(serial))
  newer.socket.write(frame(kind.register, [5, 1, 0, 1, 5]))
  await until(() => newer.seen.closed)
  expect(newer.heard[0]?.body.toString()).toContain('rtty 7')
  const line = await dialIn(own.get(serial))
  register(told, line.socket)
  await until(() => line.heard.length === 2)
  line.socket.write(frame(kind.login, [1]))
  expect(await answer).toMatchObject({ result: 1, msg: 'the device has no terminal to spare' })
})

test('invalid data ends its own connection', async () => {
  for (const bytes of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(70_000, 255), frame(kind.register)]) {
    const { socket, seen } = await dialIn()
    socket.write(bytes)
    await until(() => seen.closed)
  }
})

test('a terminal that the vendor disables is not offered', async () => {
  await rig.device('5ce91e102002', { hello: { capabilities: { platform: 'ap', restrictions: { rtty: true } } } })
  expect(await rig.command('5ce91e102002', 'shell', { op: 'open', session: 's' })).toEqual({ unsupported: true })
})
