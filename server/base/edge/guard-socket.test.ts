import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import type { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { openFiles } from '../files/files.ts'
import { guardChild, guardServer, onUpgrade, openWebSocket } from './guard-socket.ts'

const caught: unknown[] = []
const keep = (error: unknown) => caught.push(error)
const told: unknown[] = []
const server = guardServer(createServer())
const sockets = new WebSocketServer({ noServer: true })
let port = 0

beforeAll(async () => {
  process.on('uncaughtException', keep).on('unhandledRejection', keep)
  server.on('request', (request, reply) => {
    reply.end('fine')
    // as a timer that does not know of the end
    if (request.url === '/late') setImmediate(() => reply.write('late'))
  })
  const take = (request: { url?: string }, socket: Duplex, head: Buffer) => {
    if (request.url === '/throws') throw new RangeError('at once')
    if (request.url === '/rejects') return Promise.reject(new RangeError('later'))
    if (request.url === '/socket') return openWebSocket(sockets, [request as never, socket, head], () => {})
    // the socket has no further handler
    if (request.url === '/fails') setImmediate(() => socket.emit('error', new Error('ECONNRESET')))
    return undefined
  }
  onUpgrade(server, take, (error) => told.push(error))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  const [first] = caught.splice(0)
  if (first) throw new Error('an error went past its socket', { cause: first })
})
afterAll(() => {
  process.off('uncaughtException', keep).off('unhandledRejection', keep)
  server.closeAllConnections()
  server.close()
})

async function ended(text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.write(text)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
}

const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`

test('an exception of an upgrade handler, sync or async, ends its connection and is reported', async () => {
  await ended(upgrade('/throws'))
  await ended(upgrade('/rejects'))
  expect(told.map(String)).toEqual(['RangeError: at once', 'RangeError: later'])
})

test('a failing upgraded socket is closed', () => expect(ended(upgrade('/fails'))).resolves.toBeUndefined())

test('a frame of another protocol closes its WebSocket', async () => {
  await ended(`${upgrade('/socket')}\xff\xff\xff\xff\xff\xff`)
  expect(caught).toEqual([])
})

test('bytes after the end of a response are ignored', async () => {
  await ended('GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await new Promise((resolve) => setImmediate(resolve))
  expect(caught).toEqual([])
})

test('a missing file is reported only to its reader', async () => {
  const file = openFiles(tmpdir()).stream('0'.repeat(64))
  await new Promise((resolve) => file.once('close', resolve))
  expect(file.errored).toMatchObject({ code: 'ENOENT' })
})

test('a missing program, and one that does not read', async () => {
  const none = guardChild(spawn('/nowhere/nothing', { stdio: 'pipe' }))
  none.stdin.write('x')
  await once(none, 'close').catch(() => {})
  const deaf = guardChild(spawn('true', { stdio: 'pipe' }))
  for (let n = 0; n < 50; n++) deaf.stdin.write(Buffer.alloc(65_536))
  await once(deaf, 'close')
  expect(caught).toEqual([])
})
