import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LooseJson } from '../loose.ts'
import { tunnelCommands } from './tunnel.ts'

let server: Server
let port: number
const peers: Socket[] = []
const reported: LooseJson[] = []
let there = true
const host = {
  connection: {
    event: (_: string, params: LooseJson) => {
      const { event } = params.data as { event: [number, { payload: LooseJson }] }
      if (there) reported.push(event[1].payload)
      return there
    },
  },
  directory: { read: () => ({ serial: '0c1111ee0001' }) },
} as never

beforeAll(async () => {
  server = createServer((socket) => {
    peers.push(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => socket.write(`heard ${data}`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  for (const peer of peers) peer.destroy()
  server.close()
})

const run = (op: keyof typeof tunnelCommands, params: LooseJson) =>
  Promise.resolve().then(() => tunnelCommands[op].run(params, host))
const open = (session: string, to = port) => run('x-belvedere.tunnel.open', { session, host: '127.0.0.1', port: to })
const heard = (session: string) =>
  Buffer.concat(
    reported
      .filter((one) => one.session === session && one.data)
      .map(({ data }) => Buffer.from(String(data), 'base64')),
  )

test('a connection carries data in both directions and ends with its far end', async () => {
  await open('a')
  await run('x-belvedere.tunnel.write', { session: 'a', data: Buffer.from('hello').toString('base64') })
  await expect.poll(() => heard('a').toString()).toBe('heard hello')
  peers.at(-1)?.end()
  await expect.poll(() => reported.at(-1)).toEqual({ session: 'a', closed: true })
  await expect(run('x-belvedere.tunnel.write', { session: 'a', data: '' })).rejects.toThrow('closed')
})

test('missing acknowledgements stop the far end, and it continues afterwards', async () => {
  await open('b')
  await expect.poll(() => peers.length).toBe(2)
  const whole = 8 << 20
  peers.at(-1)?.write(Buffer.alloc(whole, 1))
  await expect.poll(() => heard('b').length).toBeGreaterThan(512 << 10)
  const before = heard('b').length
  expect(before, 'about one window').toBeLessThan(1 << 20)
  let acknowledged = 0
  while (heard('b').length < whole) {
    const bytes = heard('b').length - acknowledged
    acknowledged += bytes
    await run('x-belvedere.tunnel.ack', { session: 'b', bytes })
    await new Promise((resolve) => setImmediate(resolve))
  }
  await run('x-belvedere.tunnel.close', { session: 'b' })
  await expect.poll(() => reported.at(-1)).toEqual({ session: 'b', closed: true })
})

test('a connection ends with the connection to the controller', async () => {
  await open('c')
  await expect.poll(() => peers.length).toBe(3)
  there = false
  const gone = once(peers.at(-1) as Socket, 'close')
  peers.at(-1)?.write('anybody?')
  await gone
  there = true
  await expect(run('x-belvedere.tunnel.ack', { session: 'c', bytes: 1 })).rejects.toThrow('closed')
})

test.each([
  ['an invalid session name', { session: '../x', host: '127.0.0.1', port: 80 }],
  ['an invalid host', { session: 'd', host: 'a b', port: 80 }],
  ['an invalid port', { session: 'd', host: '127.0.0.1', port: 70_000 }],
])('%s is refused', async (_, params) => {
  await expect(run('x-belvedere.tunnel.open', params)).rejects.toThrow('not valid')
})

test('a closed port is reported as closed', async () => {
  await expect(open('e', 1)).rejects.toThrow('Cannot connect: ECONNREFUSED')
})
