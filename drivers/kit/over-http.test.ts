import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import * as x509 from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StandIn, standInOverHttp } from './channel-conformance.ts'
import type { Delivery } from './define-notify-channel.ts'
import { isInside } from '@belvedere/pure/network/outbound.ts'
import { overHttp } from './over-http.ts'

let provider: StandIn
const requested: string[] = []
beforeAll(async () => {
  provider = await standInOverHttp(({ url, body }) => {
    requested.push(url)
    return { body: `got ${body}` }
  })
})
afterAll(() => provider.close())

const read = (status: number, answer: string): Delivery => ({ ok: status === 200, answer })
const send = (url: string, outlet?: Parameters<typeof overHttp>[3]) =>
  overHttp({ url, headers: {}, body: 'héllo' }, AbortSignal.timeout(3000), read, outlet)

describe('internal addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ])('%s is internal', (one) => expect(isInside(one)).toBe(true))
  test.each([
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'ff02::1',
  ])('%s is internal', (one) => expect(isInside(one)).toBe(true))
  test.each(['8.8.8.8', '172.32.0.1', '203.0.113.7', '2400:3200::1', '2606:4700::1111'])('%s is not', (one) =>
    expect(isInside(one)).toBe(false),
  )
})

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://0177.0.0.1',
  'http://2130706433',
  'http://[::ffff:127.0.0.1]',
])('%s is refused where no internal address may be contacted, and not retried', async (host) => {
  const before = requested.length
  const { ok, again, answer } = await send(`${host}:${provider.port}/`, { inside: false })
  expect({ ok, again }).toEqual({ ok: false, again: undefined })
  expect(answer).toContain('private network')
  expect(requested.length).toBe(before)
})

test('a name that resolves to another address the second time gains nothing', async () => {
  const before = requested.length
  let looked = 0
  // the first result is harmless, every later one is internal
  const resolve = async () => [{ address: looked++ === 0 ? '203.0.113.7' : '127.0.0.1', family: 4 }]
  const short = AbortSignal.timeout(300)
  const request = { url: `http://rebinding.test:${provider.port}/`, headers: {}, body: 'x' }
  const delivery = await overHttp(request, short, read, { inside: false, resolve })
  expect(delivery.ok).toBe(false)
  expect({ looked, reached: requested.length - before }, 'what was judged is what is asked').toEqual({
    looked: 1,
    reached: 0,
  })
  const mixed = async () => ['203.0.113.7', '10.0.0.1'].map((address) => ({ address, family: 4 }))
  const refused = await send(`http://rebinding.test:${provider.port}/`, { inside: false, resolve: mixed })
  expect(refused.answer, 'one bad address of several is enough').toContain('private network')
})

test('a redirection is the response and not followed', async () => {
  const reached: string[] = []
  const hop = createServer((from, to) => {
    reached.push(from.url ?? '')
    to.writeHead(302, { location: '/inside' }).end()
  })
  await new Promise<void>((resolve) => hop.listen(0, '127.0.0.1', resolve))
  const { port } = hop.address() as AddressInfo
  expect(await send(`http://127.0.0.1:${port}/first`, { inside: true })).toMatchObject({ ok: false })
  expect(reached).toEqual(['/first'])
  hop.close()
})

test('link-local and metadata addresses are refused even where internal ones are allowed, and so is the machine itself', async () => {
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]'])
    expect((await send(`http://${host}/`, { inside: true })).answer, host).toContain('private network')
  const own = await send('http://203.0.113.9/', { inside: false, own: ['203.0.113.9'] })
  expect(own.answer).toContain('private network')
})

test('an allowed internal address is contacted', async () => {
  expect(await send(`http://localhost:${provider.port}/in`, { inside: true })).toEqual({
    ok: true,
    answer: 'got héllo',
  })
  expect(await send(`${provider.url}/in`)).toEqual({ ok: true, answer: 'got héllo' })
})

test('name and password in an address are sent, unless the channel sends its own', async () => {
  const sent: unknown[] = []
  const server = createServer((from, to) => {
    sent.push(from.headers.authorization)
    to.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://user:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/`
  await overHttp({ url, headers: {} }, AbortSignal.timeout(3000), read)
  await overHttp({ url, headers: { authorization: 'Bearer x' } }, AbortSignal.timeout(3000), read)
  expect(sent).toEqual([`Basic ${Buffer.from('user:p@ss').toString('base64')}`, 'Bearer x'])
  server.close()
})

test('a response without an end, and one that never arrives, time out', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((from, to) => {
    if (from.url === '/slow') to.write('x'.repeat(100_000))
  })
  server.on('connection', (socket) => void sockets.add(socket).size)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (path: string) =>
    overHttp({ url: `http://127.0.0.1:${port}${path}`, headers: {} }, AbortSignal.timeout(500), read)
  expect(await ask('/slow'), 'the first 64 KB are enough, and no connection is kept').toEqual({
    ok: true,
    answer: 'x'.repeat(65_536),
  })
  expect(await ask('/never')).toMatchObject({ ok: false, again: true })
  await expect.poll(() => [...sockets].every(({ destroyed }) => destroyed)).toBe(true)
  server.close()
})

describe('through a proxy', () => {
  const seen: string[] = []
  const proxy = createServer((from, to) => {
    seen.push(`${from.method} ${from.url} ${from.headers['proxy-authorization'] ?? ''}`)
    const { 'proxy-authorization': _, ...headers } = from.headers
    from.pipe(request(from.url ?? '', { method: from.method, headers }, (answer) => answer.pipe(to)))
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    seen.push(`CONNECT ${url}`)
    const [host = '', port] = url.split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const one of [socket, onward]) one.on('error', () => {})
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    url = `http://user:p%40ss@127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(() => void proxy.close())

  test('a plain request has the complete address and the password of the proxy', async () => {
    const delivery = await send(`${provider.url}/through`, { inside: true, proxy: { url, trusted: true } })
    expect(delivery).toEqual({ ok: true, answer: 'got héllo' })
    expect(seen.at(-1)).toBe(`POST ${provider.url}/through Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  })

  test('a secure one uses a tunnel', async () => {
    // the provider has no TLS: the exchange ends there, behind the tunnel
    const delivery = await send(`https://127.0.0.1:${provider.port}/`, { inside: true, proxy: { url, trusted: true } })
    expect(delivery).toMatchObject({ ok: false, again: true })
    expect(seen.at(-1)).toBe(`CONNECT 127.0.0.1:${provider.port}`)
  })

  test('a server with an untrusted certificate gets no data, directly or through a tunnel', async () => {
    const reached: unknown[] = []
    const server = createSecureServer(await selfSigned(), (from, to) => {
      reached.push(from.url)
      to.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const target = `https://localhost:${(server.address() as AddressInfo).port}/`
    for (const outlet of [{ inside: true }, { inside: true, proxy: { url, trusted: true } }])
      expect(await send(target, outlet)).toMatchObject({ ok: false, answer: expect.stringContaining('self-signed') })
    expect(reached).toEqual([])
    server.close()
  })

  test('neither a customer’s proxy nor the target behind the operator’s proxy may be internal', async () => {
    const count = seen.length
    const own = await send('http://203.0.113.7/', { inside: false, proxy: { url, trusted: false } })
    const behind = await send(`${provider.url}/`, { inside: false, proxy: { url, trusted: true } })
    expect([own, behind]).toMatchObject([{ ok: false }, { ok: false }])
    expect(own.answer + behind.answer).toMatch(/private network.*private network/)
    expect(seen.length).toBe(count)
  })
})

/** A key and a certificate for `localhost` that no authority signed. */
async function selfSigned(): Promise<{ key: string; cert: string }> {
  x509.cryptoProvider.set(webcrypto as never)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as never as CryptoKeyPair
  const extensions = [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])]
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    extensions,
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey as never)
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: made.toString('pem') }
}
