import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AnswerLimiter, answerLimits } from './answers.ts'

const MB = 1 << 20
let server: Server | undefined
let answers: AnswerLimiter | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const one of sockets.splice(0)) one.destroy()
  answers?.close()
  server?.close()
})

/** A server that answers with a number of bytes, and a client at an address of this machine. */
async function listen(bytes: number, limits: Partial<typeof answerLimits>) {
  answers = new AnswerLimiter({ ...answerLimits, lookMs: 50, ...limits })
  server = createServer((_request, reply) => reply.on('error', () => {}).end(Buffer.alloc(bytes)))
  answers.watch(server, ({ socket }) => socket.remoteAddress ?? '')
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return async (from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {})
    sockets.push(socket)
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    return socket
  }
}

const open = (): Promise<number> => new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)))

test('a response that is not read is aborted, a slowly read one is not', async () => {
  const ask = await listen(30 * MB, { stallMs: 1000 })
  await ask()
  const slow = await ask('127.0.0.2')
  let bytes = 0
  slow.on('data', (piece) => {
    bytes += piece.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  await expect.poll(open).toBe(1)
  const had = bytes
  await expect.poll(() => bytes).toBeGreaterThan(had + 5 * MB)
})

test('when too much is unread, the client with the most unread bytes loses its oldest response', async () => {
  const ask = await listen(20 * MB, { bytes: 70 * MB })
  const [other] = [await ask('127.0.0.2')]
  for (let n = 0; n < 6; n++) await ask()
  await expect.poll(open).toBeLessThanOrEqual(3)
  expect(other.closed).toBe(false)
})
