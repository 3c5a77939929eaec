import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { AddressList } from './address.ts'
import { addressOf, behindProxies, parseProxyHeader } from './proxy-protocol.ts'

const signature = '0d0a0d0a000d0a515549540a'
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const tcp4 = hex(`${signature} 21 11 000c c0000209 c0000201 d431 3a9a`)

test.each([
  ['PROXY TCP4 192.0.2.9 192.0.2.1 54321 15002\r\nrest', { length: 44, address: '192.0.2.9' }],
  ['PROXY TCP6 2001:db8::9 ::1 54321 15002\r\n', { length: 40, address: '2001:db8::9' }],
  ['PROXY TCP6 ::ffff:192.0.2.9 ::1 1 2\r\n', { length: 37, address: '192.0.2.9' }],
  ['PROXY UNKNOWN\r\n', { length: 15 }],
  ['PROXY TCP4 192.0.2.9 192.0.2.1 543', 'more'],
  ['PRO', 'more'],
  ['', 'more'],
  ['PROXY TCP4 192.0.2.9\r\n', 'wrong'],
  [`PROXY TCP4 ${'1'.repeat(120)}`, 'wrong'],
  ['\u0016\u0003\u0001', 'wrong'],
  ['GET / HTTP/1.1\r\n', 'wrong'],
])('version 1: %j', (text, header) => {
  expect(parseProxyHeader(Buffer.from(text, 'latin1'))).toEqual(header)
})

test.each([
  [tcp4, { length: 28, address: '192.0.2.9' }],
  [
    hex(`${signature} 21 21 0024 20010db8000000000000000000000009 00000000000000000000000000000001 d431 3a9a`),
    { length: 52, address: '2001:db8:0:0:0:0:0:9' },
  ],
  [
    hex(`${signature} 21 21 0024 00000000000000000000ffffc0000209 00000000000000000000000000000001 d431 3a9a`),
    { length: 52, address: '192.0.2.9' },
  ],
  // with TLVs after the addresses
  [hex(`${signature} 21 11 0010 c0000209 c0000201 d431 3a9a 040001 00`), { length: 32, address: '192.0.2.9' }],
  // a health check of the proxy itself
  [hex(`${signature} 20 00 0000`), { length: 16 }],
  [tcp4.subarray(0, 20), 'more'],
  [hex(`${signature} 11 11 000c`), 'wrong'],
  [hex(`${signature} 22 11 000c`), 'wrong'],
  [hex(`${signature} 21 11 ffff`), 'wrong'],
  [hex('0d0a0d0a000d0a515549540b'), 'wrong'],
])('version 2: %#', (bytes, header) => {
  expect(parseProxyHeader(bytes)).toEqual(header)
})

let server: Server | undefined
afterEach(() => void server?.close())

/** A server behind these proxies, with address and first bytes of each connection. */
async function listen(proxies: string[]) {
  const told: { address: string; text: string }[] = []
  server = createServer((socket) => {
    socket.on('error', () => {}).once('data', (bytes) => told.push({ address: addressOf(socket), text: String(bytes) }))
  })
  behindProxies(server, new AddressList(proxies))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const dial = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {})
    })
  return { told, dial }
}

test('the header is removed, even if it arrives byte by byte, and the rest reaches the server', async () => {
  const { told, dial } = await listen(['127.0.0.1'])
  const whole = await dial()
  whole.write(Buffer.concat([tcp4, Buffer.from('hello')]))
  await expect.poll(() => told).toEqual([{ address: '192.0.2.9', text: 'hello' }])
  const slow = await dial()
  slow.setNoDelay(true)
  for (const letter of 'PROXY TCP4 192.0.2.10 192.0.2.1 54321 15002\r\n') {
    slow.write(letter)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  slow.write('bytes')
  await expect.poll(() => told.at(-1)).toEqual({ address: '192.0.2.10', text: 'bytes' })
  for (const one of [whole, slow]) one.destroy()
})

test('a header from another address is refused, and a proxy without a header is closed', async () => {
  const stranger = await listen(['198.51.100.1'])
  const direct = await stranger.dial()
  direct.write('PROXY TCP4 192.0.2.9 192.0.2.1 54321 15002\r\n')
  await expect.poll(() => stranger.told[0]?.address).toBe('127.0.0.1')
  direct.destroy()
  server?.close()
  const proxy = await listen(['127.0.0.0/8'])
  const headless = await proxy.dial()
  headless.resume().write(Buffer.from('160301', 'hex'))
  await expect.poll(() => headless.closed).toBe(true)
  expect(proxy.told).toEqual([])
})
