import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request as askPlain } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { isInstalled, NAME, OUTSIDE, type Proxy, type ProxyName, startProxy } from '../kit/proxies.ts'
import { holds, same } from '../kit/same.ts'
import type { Session } from '../kit/session.ts'
import { seconds, until } from '../kit/wait.ts'
import { dialTls, dialWebSocket, frame } from '../kit/wire.ts'
import type { Proof } from '../proof.ts'

/** Calls that sign in, a minute, of one address. */
const SIGN_INS = 60
const TOO_MANY = 10005
const BAD_INPUT = 10001
/** Within what time live news come through. */
const LIVE_MS = 3000
// the clients are also addresses of this machine, so they are distinguished
const flags = [
  '--trust-proxy',
  '127.0.0.1',
  '--device-proxy',
  '127.0.0.1',
  '--public-url',
  `https://${NAME}`,
  '--metrics-from',
  '127.0.0.1',
]

export const proof: Proof = {
  title: 'Behind nginx, HAProxy and Caddy as documented, everybody keeps their own address',
  async run(say) {
    const product = await startProduct({ flags })
    try {
      const session = await product.signIn()
      await past(product, session)
      for (const [n, name] of (['nginx', 'haproxy', 'caddy'] as const).entries()) {
        if (await isInstalled(name)) say(await behind(name, product, session, n))
        else say(`${name} is not installed: left out`)
      }
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

interface Said {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

interface How {
  readonly from: string
  readonly to: string
  readonly port: number
  readonly session?: Session
  readonly headers?: Record<string, string>
  readonly tls?: boolean
}

/** One request as a remote client sends it. */
function send(at: string, payload: object | undefined, { from, to, port, session, headers, tls = true }: How) {
  const [method = 'GET', path = ''] = at.split(' ')
  const body = payload && JSON.stringify(payload)
  const all = {
    host: `${NAME}:${port}`,
    ...(session ? { authorization: session.token } : {}),
    ...(body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  }
  const how = { method, path, host: to, port, localAddress: from, headers: all, agent: false as const }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = tls
      ? request({ ...how, servername: NAME, rejectUnauthorized: false }, resolve)
      : askPlain(how, resolve)
    asked.once('upgrade', resolve).on('error', reject).end(body)
  })
}

async function ask(at: string, payload: object | undefined, how: How): Promise<Said> {
  const answer = await send(at, payload, how)
  const text = (await answer.setEncoding('utf8').toArray()).join('')
  return { status: answer.statusCode ?? 0, headers: answer.headers, text }
}

const codeOf = async (said: Promise<Said>) => (JSON.parse((await said).text) as { code: number }).code

/** The address that the operation log records for the creation of this scene. */
async function madeFrom(session: Session, name: string): Promise<string> {
  const { list } = await session.ask('GET log/sys', { page: 1, limit: 50 })
  return list.find((row: { name: string; call: string }) => row.name === name && row.call === 'POST scene')?.ip
}

/** Who comes past the proxies is believed nothing. */
async function past(product: Product, session: Session): Promise<void> {
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  const direct = { from: '127.0.0.2', to: '127.0.0.1', port: product.port, session, headers, tls: false }
  same('making a scene', await codeOf(ask('POST /api/v1/scene', { name: 'Past' }, direct)), 0)
  same('the address of who forged one', await madeFrom(session, 'Past'), '127.0.0.2')
}

async function behind(name: ProxyName, product: Product, session: Session, n: number): Promise<string> {
  const proxy = await startProxy(name, product)
  try {
    const client = `127.0.1.${10 + n}`
    const how: How = { from: client, to: OUTSIDE, port: proxy.port, session }
    const forged = { ...how, headers: { 'x-forwarded-for': '198.51.100.77' } }
    same(`${name}: making a scene`, await codeOf(ask('POST /api/v1/scene', { name }, forged)), 0)
    same(`${name}: the address in the log`, await madeFrom(session, name), client)
    const health = await ask('GET /healthz', undefined, how)
    same(`${name}: HSTS`, health.headers['strict-transport-security'], 'max-age=31536000')
    same(`${name}: metrics`, (await ask('GET /metrics', undefined, how)).status, 404)
    const live = await liveThrough(name, session, how)
    await limitsOf(name, how, `127.0.2.${10 + n}`)
    await pages(name, proxy, client)
    const devices = name === 'haproxy' ? await device(product, session, proxy, client) : ''
    return `${name}: the log tells the client's address, live news after ${seconds(live)}, limits by address, HSTS, remote pages${devices}`
  } finally {
    await proxy.close()
  }
}

/** Live news are not gathered on the way. */
async function liveThrough(name: string, session: Session, how: How): Promise<number> {
  const { id } = await session.ask('POST scene', { name: `${name} live` })
  const stream = await send('GET /api/v1/live', undefined, how)
  let text = ''
  stream.setEncoding('utf8').on('data', (piece) => (text += piece))
  try {
    await until(`${name}: the stream opens`, LIVE_MS, () => text.includes(': open'))
    const began = performance.now()
    await session.ask('PUT scene', { id, rev: 1, city: 'Bonn' })
    await until(`${name}: news come`, LIVE_MS, () => text.includes('"topic":"scene"'), 10)
    return performance.now() - began
  } finally {
    stream.destroy()
  }
}

/** One address uses up what it may; another one behind the same proxy does not notice. */
async function limitsOf(name: string, { session: _, ...how }: How, other: string): Promise<void> {
  const signIn = (from: string) => codeOf(ask('POST /api/v1/user/login', {}, { ...how, from }))
  const codes = await Promise.all(Array.from({ length: SIGN_INS + 5 }, () => signIn(how.from)))
  holds(`${name}: too many of one address are refused`, codes.filter((code) => code === TOO_MANY).length === 5)
  same(`${name}: another address`, await signIn(other), BAD_INPUT)
}

/** What stands at a port for a device's page is reached at the same port outside, WebSockets too. */
async function pages(name: string, { pages: port }: Proxy, client: string): Promise<void> {
  const page = createServer((asked, reply) =>
    reply.end(`${asked.headers.host} ${String(asked.headers['x-forwarded-for'])}`),
  )
  page.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    const lines = ['connection: Upgrade', 'upgrade: websocket', `sec-websocket-accept: ${accept.digest('base64')}`]
    socket.on('error', () => {}).end(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
  })
  await new Promise<void>((resolve) => page.listen(port, '127.0.0.1', resolve))
  try {
    const how = { from: client, to: OUTSIDE, port }
    same(`${name}: the page of a device`, (await ask('GET /', undefined, how)).text, `${NAME}:${port} ${client}`)
    const key = randomBytes(16).toString('base64')
    const version = { 'sec-websocket-key': key, 'sec-websocket-version': '13' }
    const headers = { connection: 'Upgrade', upgrade: 'websocket', ...version }
    const upgraded = await send('GET /', undefined, { ...how, headers })
    same(`${name}: a WebSocket`, upgraded.statusCode, 101)
    upgraded.destroy()
  } finally {
    page.closeAllConnections()
    page.close()
  }
}

/** By the PROXY protocol, version 2; who does not come by the proxy and claims to is closed. */
async function device(product: Product, session: Session, proxy: Proxy, client: string): Promise<string> {
  const serial = '0c66bb000001'
  const { key, certificates } = await issueDeviceCertificates(join(product.data, 'pki'), [serial])
  const own = { key, cert: certificates.get(serial) ?? '' }
  const socket = await dialWebSocket(proxy.devices, own, client, OUTSIDE)
  const capabilities = { platform: 'ap', model: 'x', compatible: 'x' }
  const params = { serial, uuid: 1, firmware: 'x', capabilities }
  socket?.resume().write(frame(JSON.stringify({ jsonrpc: '2.0', method: 'connect', params })))
  const found = await until('the device is listed', 10_000, async () => {
    const { list } = await session.ask('GET device/unclaimed', { page: 1, limit: 50 })
    return list.find((row: { sn: string }) => row.sn === serial)
  })
  same("the device's address", found.address, client)
  socket?.destroy()
  const enrolling = await dialTls(proxy.enrolment, undefined, client, OUTSIDE)
  holds('the enrolment port is reached', enrolling !== undefined)
  enrolling?.destroy()
  const headless = await dialTls(product.devicePort, own, '127.0.0.1')
  holds('a connection from the proxy without its header is closed', headless === undefined)
  const direct = await dialWebSocket(product.devicePort, own, '127.0.0.2')
  holds('a device that comes directly still gets in', direct !== undefined)
  direct?.destroy()
  return ', devices with their own address'
}
