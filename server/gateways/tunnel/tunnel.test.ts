import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { request as ask } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { readConfig, tunnelOrigin } from '../../base/settings/config.ts'
import { MakerPki } from '../../base/keys/test-maker-pki.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { commandSubject, deviceDisconnected, streamSubject } from '../../devices/device-link.ts'
import { hashToken } from '../../kernel/session.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { openTunnelSubject } from '../../devices/tunnel-link.ts'

let server: TestServer
let token: string
let id: number
let scene: number
let page: Server
let pagePort: number
const links = new Map<string, Socket>()
const big = Buffer.alloc(6 << 20, 'b')

beforeAll(async () => {
  server = await startTestServer(['--remote-port', '0'])
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  page = createServer((request, reply) => {
    if (request.url === '/big') return void reply.end(big)
    if (request.url === '/away')
      return void reply.writeHead(302, { location: `http://127.0.0.1:${pagePort}/login` }).end()
    if (request.method === 'POST') return void request.pipe(reply)
    reply.setHeader('set-cookie', 'sid=1; Path=/')
    reply.end(`page of ${request.headers.host}, cookies ${request.headers.cookie ?? 'none'}`)
  })
  new WebSocketServer({ server: page }).on('connection', (socket) =>
    socket.on('message', (data) => socket.send(`heard ${data}`)),
  )
  page.listen(0, '127.0.0.1')
  await once(page, 'listening')
  pagePort = (page.address() as AddressInfo).port
  id = await device('0c9999aa0001', ['tunnel'])
})
afterAll(async () => {
  page.closeAllConnections()
  page.close()
  await server?.close()
})

/** A device whose agent opens connections, like our agent. */
async function device(
  serial: string,
  verbs: string[],
  { of, admin, own } = { of: server, admin: token, own: scene },
): Promise<number> {
  const { device_id } = await introduce(of.system, serial, { identity: { verbs: verbs as never } })
  await of.call(admin, 'POST device/add', { sn: serial, scene_id: own, name: serial })
  await of.system.database.pool.query('update device_state set online = true where device_id = $1', [device_id])
  const { bus } = of.system
  bus.serve(commandSubject(device_id), async ({ verb, args }: DeviceCommand) => {
    if (verb !== 'tunnel') return { unsupported: true }
    const { op, session, port, data } = args as { op: string; session: string; port: number; data: string }
    if (op === 'open') {
      const socket = connect(port, '127.0.0.1')
      const fine = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (!fine) return { result: 1, msg: 'Cannot connect: ECONNREFUSED' }
      links.set(session, socket)
      socket.on('data', (bytes) => bus.publish(streamSubject(device_id, session), { data: bytes.toString('base64') }))
      socket.on('error', () => {})
      socket.once(
        'close',
        () => links.delete(session) && bus.publish(streamSubject(device_id, session), { closed: true }),
      )
    }
    if (op === 'write') links.get(session)?.write(Buffer.from(data, 'base64'))
    if (op === 'close') links.get(session)?.destroy()
    return { result: 0, msg: '' }
  })
  return device_id
}

const custom = (more = {}) => server.call(token, 'POST device/command/remote/custom', { id, port: pagePort, ...more })

async function enter(): Promise<{ base: string; cookie: string; id: number; task_id: number; path: string }> {
  const { data } = await custom()
  const base = `http://127.0.0.1:${data.port}`
  const answer = await fetch(base + data.path, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { ...data, base, cookie }
}

test('a page behind a device is used at its own origin, with only its own cookies', async () => {
  const { base, cookie, path } = await enter()
  const first = await fetch(base, { headers: { cookie: `${cookie}; other=1` } })
  expect(await first.text()).toBe(`page of 127.0.0.1:${pagePort}, cookies none`)
  expect(first.headers.get('content-security-policy')).toContain("connect-src 'self'")
  const port = new URL(base).port
  expect(first.headers.get('set-cookie')).toBe(`r${port}_sid=1; Path=/; SameSite=Strict`)
  const second = await fetch(base, { headers: { cookie: `${cookie}; r${port}_sid=1` } })
  expect(await second.text()).toContain('cookies sid=1')
  const away = await fetch(`${base}/away`, { headers: { cookie }, redirect: 'manual' })
  expect(away.headers.get('location')).toBe('/login')
  expect((await fetch(base + path, { redirect: 'manual' })).status, 'a ticket works once').toBe(403)
  expect((await fetch(base)).status, 'without the cookie').toBe(403)
  expect((await fetch(base, { headers: { cookie: `${cookie}x` } })).status, 'with another').toBe(403)
})

test('data that pages of an earlier service stored at the port does not reach those of this one', async () => {
  const { data } = await custom()
  const left = `r${data.port}_sid=former; r${data.port}_lang=zh; r1_sid=another`
  const to = encodeURIComponent('/\\elsewhere.example/')
  const answer = await fetch(`http://127.0.0.1:${data.port}${data.path}?to=${to}`, {
    redirect: 'manual',
    headers: { cookie: left },
  })
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  expect(answer.headers.getSetCookie().slice(1)).toEqual([
    `r${data.port}_sid=; Max-Age=0; Path=/`,
    `r${data.port}_lang=; Max-Age=0; Path=/`,
  ])
  expect(answer.headers.get('location')).toBe('/')
})

test('large amounts of data pass in both directions', async () => {
  const { base, cookie } = await enter()
  const down = Buffer.from(await (await fetch(`${base}/big`, { headers: { cookie } })).arrayBuffer())
  expect(down.equals(big)).toBe(true)
  const body = Buffer.alloc(1 << 20, 'u')
  const up = await fetch(`${base}/echo`, { method: 'POST', body, headers: { cookie } })
  expect(Buffer.from(await up.arrayBuffer()).equals(body)).toBe(true)
})

test('WebSockets of the page work, from its own origin alone', async () => {
  const { base, cookie } = await enter()
  const open = (origin: string) => new WebSocket(base.replace('http', 'ws'), { headers: { cookie, origin } })
  const socket = open(base)
  await once(socket, 'open')
  socket.send('hello')
  expect(String((await once(socket, 'message'))[0])).toBe('heard hello')
  const foreign = open('http://elsewhere.example')
  expect(((await once(foreign, 'unexpected-response'))[1] as { statusCode: number }).statusCode).toBe(403)
})

test('a TCP service is available as a WebSocket', async () => {
  const { data } = await custom({ scheme: 'tcp' })
  const socket = new WebSocket(`ws://127.0.0.1:${data.port}${data.path}`)
  await once(socket, 'open')
  socket.send(Buffer.from('GET / HTTP/1.0\r\n\r\n'))
  expect(String((await once(socket, 'message'))[0])).toContain('HTTP/1.1 200')
  expect((await fetch(`http://127.0.0.1:${data.port}${data.path}`)).status).toBe(403)
})

test('it ends at once and permanently when it is closed, when its time ends and when the device disconnects', async () => {
  const { base, cookie, id: remote_id, task_id } = await enter()
  await fetch(base, { headers: { cookie } })
  expect((await server.call(token, 'POST device/command/remote/close', { id: remote_id })).code).toBe(0)
  await expect(fetch(base, { headers: { cookie } })).rejects.toThrow()
  const item = async () => (await server.call(token, 'GET log/task/item', { task_id, lang: 'en' })).data.list[0]
  await expect.poll(async () => (await item()).result).toBe(0)
  expect((await item()).msg).toBe('The session was ended')
  const [row] = (await server.call(token, 'GET device/remote/session', { task_id })).data.list
  expect(row).toMatchObject({ kind: 'web', target: `http://127.0.0.1:${pagePort}`, recorded: 0 })
  expect(row.ended_at).toBeGreaterThan(0)

  const session = await server.system.db.one<{ id: number; uid: number }>(sql`select id, uid from session limit 1`)
  const grounds = { uid: session.uid, session_id: session.id, device_id: id, scene_id: scene }
  const requested = {
    session: 'short',
    device_id: id,
    connection: '',
    grounds,
    scheme: 'http',
    host: '127.0.0.1',
    port: pagePort,
  }
  const ticket = hashToken('x').toString('base64')
  const { port } = await server.system.bus.request<{ port: number }>(
    openTunnelSubject,
    { ...requested, ticket, seconds: 1 },
    5000,
  )
  const alive = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    )
  expect(await alive()).toBe(true)
  await expect.poll(alive).toBe(false)

  const other = await enter()
  const { connection } = await server.system.db.one<{ connection: string }>(
    sql`select session as connection from device_state where device_id = ${id}`,
  )
  const left = { device_id: id, scene_id: scene, serial: '', at: 1, reason: 'gone' }
  server.system.emit(deviceDisconnected, { ...left, session: 'an older one, late' })
  expect((await fetch(other.base, { headers: { cookie: other.cookie } })).status).toBe(200)
  server.system.emit(deviceDisconnected, { ...left, session: connection })
  await expect(fetch(other.base, { headers: { cookie: other.cookie } })).rejects.toThrow()
  await expect.poll(() => links.size, { message: 'nothing is left on the device' }).toBe(0)
})

test('a device without tunnels, or of another team, is refused; an unavailable service is reported', async () => {
  const plain = await device('0c9999aa0002', ['reboot'])
  expect((await custom({ id: plain })).code).toBe(10307)
  expect((await custom({ id: 987_654 })).code).toBe(10002)
  expect((await custom({ host: 'a b' })).code).toBe(10001)
  const { data } = await custom({ port: 1 })
  const base = `http://127.0.0.1:${data.port}`
  const cookie = (await fetch(base + data.path, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await fetch(base, { headers: { cookie } })
  expect(answer.status).toBe(502)
  expect(await answer.text()).toContain('ECONNREFUSED')
})

test.each([
  ['', ''],
  ['https://tunnel.example.com', 'https://tunnel.example.com:8091'],
  ['http://[2001:db8::1]', 'http://[2001:db8::1]:8091'],
  ['https://t{port}.example.com', 'https://t8091.example.com'],
  ['https://edge.example.com:1{port}', 'https://edge.example.com:18091'],
])('--tunnel-url %s: port 8091 is at %s', (url, origin) => {
  expect(tunnelOrigin(readConfig(url ? ['--tunnel-url', url] : [], {}), 8091)).toBe(origin)
})

test.each(['tunnel.example.com', 'https://tunnel.example.com:8090', 'https://tunnel.example.com/', 'ftp://x'])(
  '--tunnel-url %s is refused',
  (url) => expect(() => readConfig(['--tunnel-url', url], {})).toThrow('--tunnel-url'),
)

describe('behind a proxy on another machine that ends TLS', () => {
  let outer: TlsServer
  let at: number
  let ca: string
  const dir = mkdtempSync(join(tmpdir(), 'belvedere-tunnel-'))
  /** The page's own server; the one of the other tests has no such setting. */
  let elsewhere: TestServer
  beforeAll(async () => {
    const made = new MakerPki(join(dir, 'pki')).make('tunnel', { kind: 'server', names: ['DNS:*.tunnel.example'] })
    ca = made.cert
    // by default, proxies send the machine behind them as the host
    outer = createTlsServer({ cert: made.cert, key: made.key }, (socket) => {
      const inner = Number(/^t(\d+)\./.exec(String(socket.servername))?.[1])
      socket.once('data', (head) => {
        const up = connect(inner, '127.0.0.1')
        up.write(String(head).replace(/^host: .*$/im, `host: 10.0.0.7:${inner}`))
        socket.pipe(up).pipe(socket)
        for (const one of [socket, up]) one.on('error', () => {})
      })
    })
    outer.listen(0, '127.0.0.2')
    await once(outer, 'listening')
    at = (outer.address() as AddressInfo).port
    elsewhere = await startTestServer(['--remote-port', '0', '--tunnel-url', `https://t{port}.tunnel.example:${at}`])
  })
  afterAll(async () => {
    outer?.close()
    await elsewhere?.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** A request of a browser to that origin. */
  const get = (url: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const { hostname, pathname, search } = new URL(url)
      const how = {
        host: '127.0.0.2',
        port: at,
        servername: hostname,
        ca,
        path: pathname + search,
        agent: false as const,
      }
      ask({ ...how, headers: { host: `${hostname}:${at}`, ...headers } }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('')
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
        .on('error', reject)
        .end()
    })

  test('pages, cookies and WebSockets of a device use its address', async () => {
    const admin = await elsewhere.signIn()
    const { id: own } = (await elsewhere.call(admin, 'POST scene', { name: 'Hotel' })).data
    const there = await device('0c9999aa0009', ['tunnel'], { of: elsewhere, admin, own })
    const { data } = await elsewhere.call(admin, 'POST device/command/remote/custom', { id: there, port: pagePort })
    expect(data.origin).toBe(`https://t${data.port}.tunnel.example:${at}`)
    const entered = await get(data.origin + data.path, { 'sec-fetch-site': 'cross-site' })
    expect([entered.status, entered.headers['refresh'], entered.headers['location']], 'begun by another site').toEqual([
      200,
      '0; url=/',
      undefined,
    ])
    expect(entered.headers['set-cookie']?.[0]).toMatch(/; Secure$/)
    const cookie = (entered.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? ''
    expect((await get(`${data.origin}/`, { cookie })).text).toBe(`page of 127.0.0.1:${pagePort}, cookies none`)
    expect((await get(`${data.origin}/`)).status).toBe(403)
    const open = (origin: string) =>
      new WebSocket(`wss://t${data.port}.tunnel.example:${at}`, {
        headers: { cookie, origin },
        ca,
        lookup: (_host, options, found) =>
          (options as { all?: boolean }).all
            ? (found as (e: null, list: object[]) => void)(null, [{ address: '127.0.0.2', family: 4 }])
            : (found as (e: null, address: string, family: number) => void)(null, '127.0.0.2', 4),
      })
    const socket = open(data.origin)
    await once(socket, 'open')
    socket.send('hello')
    expect(String((await once(socket, 'message'))[0])).toBe('heard hello')
    socket.close()
    const foreign = open('https://elsewhere.example')
    expect(((await once(foreign, 'unexpected-response'))[1] as { statusCode: number }).statusCode).toBe(403)
  })
})
