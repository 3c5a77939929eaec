import { once } from 'node:events'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backOff } from './connection.ts'
import { connectPinned } from './pinned.ts'
import { type TestAuthority, makeAuthority } from '../test-gateway.ts'

let authority: TestAuthority
let stranger: TestAuthority
let server: Server
let port: number
const heard: string[] = []

beforeAll(async () => {
  ;[authority, stranger] = await Promise.all([makeAuthority(), makeAuthority()])
  server = createServer({ cert: authority.cert, key: authority.key }, (socket: TLSSocket) => {
    socket.on('data', (data) => heard.push(data.toString()))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const peer = () => ({ host: '127.0.0.1', port, pin: authority.pin, timeout: 3000 })

test('the pinned key alone is enough to enrol', async () => {
  const socket = await connectPinned(peer())
  socket.end('token')
  await expect.poll(() => heard).toEqual(['token'])
})

test('key and authority together are required for a connection', async () => {
  const socket = await connectPinned({ ...peer(), ca: authority.ca, serverName: 'gateway' })
  expect(socket.authorized).toBe(true)
  socket.destroy()
})

test('another key is refused although the authority is right', async () => {
  await expect(connectPinned({ ...peer(), pin: stranger.pin, ca: authority.ca })).rejects.toThrow('pinned key')
})

test('another authority is refused although the key is right', async () => {
  await expect(connectPinned({ ...peer(), ca: stranger.ca })).rejects.toThrow(/certificate|signature/)
})

test('a server that sends nothing times out', async () => {
  const { createServer: createPlain } = await import('node:net')
  const silent = createPlain(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port: mute } = silent.address() as AddressInfo
  await expect(connectPinned({ ...peer(), port: mute, timeout: 200 })).rejects.toThrow('No answer')
  silent.close()
})

test('the back-off grows to half a minute and is random', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((n) => backOff(n, 1))).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(backOff(5, 0)).toBe(15_000)
})
