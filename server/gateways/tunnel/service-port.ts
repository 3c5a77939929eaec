import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type Duplex, pipeline } from 'node:stream'
import { connect as secure } from 'node:tls'
import { createWebSocketStream, WebSocketServer } from 'ws'
import type { Proxies } from '../../base/edge/address.ts'
import type { Bus } from '../../base/bus/bus.ts'
import { type Crowd, crowdOf } from '../../base/edge/crowd.ts'
import { guardServer, guardSocket, onUpgrade, openWebSocket } from '../../base/edge/guard-socket.ts'
import type { OpenTunnel } from '../../devices/tunnel-link.ts'
import { backwards, cookieName, endings, guards, type TunnelSite, towards } from './headers.ts'
import { makeGate, TunnelSocket } from './tunnel-socket.ts'

/** Connections of one session at a time, and its pending messages. */
const MOST_SOCKETS = 16
const MOST_MESSAGES = 8
/** Connections to one port, from one address and in total. */
const CROWD = { idle: 32, each: 128, all: 512 }
const PREFIX = '/__open/'
/** Milliseconds for a browser to present its ticket. */
const TICKET = 60_000

const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20, perMessageDeflate: false })
const sha256 = (text: string) => createHash('sha256').update(text).digest()

export interface ServicePortOptions {
  /** Prefix of the port in the address. */
  readonly proxies: Proxies
  /** People use https, so the cookie is limited to https. */
  readonly secure: boolean
  /** Where browsers reach a port; empty: at the host of their request. */
  originOf(port: number): string
}

/** The tunnel of one session to one service: a port that acts as the service while it exists. */
export class ServicePort {
  readonly asked: OpenTunnel
  bytes = 0
  private readonly bus: Bus
  private readonly server: Server
  private readonly agent: Agent
  private readonly gate = makeGate(MOST_MESSAGES)
  private readonly secret = randomBytes(32).toString('base64url')
  private readonly open = new Set<Duplex>()
  private used = false
  private closed = false
  private readonly made = performance.now()
  private readonly options: ServicePortOptions
  private readonly crowd: Crowd

  constructor(requested: OpenTunnel, bus: Bus, how: ServicePortOptions) {
    this.asked = requested
    this.options = how
    this.bus = bus
    this.agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS, timeout: 60_000 })
    const connecting = this.agent as unknown as { createConnection(options: object, done: ConnectCallback): void }
    connecting.createConnection = (_, done) => void this.connect(done)
    this.server = guardServer(
      createServer({ maxHeaderSize: 16_384, headersTimeout: 15_000 }, (request, reply) =>
        guarded(reply, () => this.answer(request, reply)),
      ),
    )
    // the client sees that its connection has ended; the service failed, not the gateway
    onUpgrade(
      this.server,
      (request, socket, head) => this.upgrade(request, socket, head),
      () => {},
    )
    this.crowd = crowdOf(this.server, CROWD, (address) => how.proxies.trusts(address))
    this.server.on('connection', (socket) => this.keep(socket))
  }

  /** Listens on that port; rejects when it is in use. 0: any. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, host, () => resolve(this.port))
    })
  }

  /** Closes everything at once. */
  close(): void {
    this.closed = true
    this.server.close()
    this.agent.destroy()
    for (const socket of this.open) socket.destroy()
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  private get site(): TunnelSite {
    const { scheme, host, port } = this.asked
    const usual = port === (scheme === 'https' ? 443 : 80)
    return {
      port: this.port,
      origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}${usual ? '' : `:${port}`}`,
    }
  }

  private keep<S extends Duplex>(socket: S): S {
    this.open.add(socket)
    socket.once('close', () => this.open.delete(socket))
    // a connection that opened during the close
    if (this.closed) socket.destroy()
    return guardSocket(socket)
  }

  private async dial(): Promise<Duplex> {
    const { device_id, host, port, scheme } = this.asked
    const onBytes = (count: number) => void (this.bytes += count)
    const { bus, gate } = this
    const socket = this.keep(await TunnelSocket.dial({ bus, gate, device_id, host, port, onBytes }))
    if (scheme !== 'https') return socket
    // the certificate of the service proves nothing; the connection to the device authenticates it
    return this.keep(secure({ socket, servername: isIP(host) ? '' : host, rejectUnauthorized: false }))
  }

  private async connect(done: ConnectCallback): Promise<void> {
    const socket = await this.dial().catch((error: Error) => error)
    if (socket instanceof Error) done(socket)
    else done(null, socket)
  }

  private answer(request: IncomingMessage, reply: ServerResponse): void {
    const ticket = request.url?.startsWith(PREFIX) ? request.url.slice(PREFIX.length).split('?')[0] : undefined
    if (ticket !== undefined) return this.enter(ticket, request, reply)
    if (this.asked.scheme === 'tcp' || !this.isIn(request)) return refuse(reply, 403, denied)
    const headers = towards(request.headers, this.site)
    const up = ask({
      agent: this.agent,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers,
      setHost: false,
    })
    up.on('response', (answer) => {
      const isPassed = guarded(reply, () => {
        // the parser accepts any three digits as a status
        const { statusCode = 0 } = answer
        if (statusCode < 200 || statusCode > 599) throw new Error(`status ${statusCode}`)
        reply.writeHead(statusCode, backwards(answer.headers, this.site))
        pipeline(answer, reply, () => {})
      })
      if (!isPassed) up.destroy()
    })
    up.on('error', (error) =>
      refuse(reply, 502, {
        zh: `设备无法打开该服务：${error.message}`,
        en: `The device cannot reach it: ${error.message}`,
      }),
    )
    // an unexpected response, such as one to an upgrade, ends it without an error
    up.once('close', () => {
      if (!reply.headersSent) refuse(reply, 502, unanswered)
    })
    pipeline(request, up, () => {})
    reply.once('close', () => !reply.writableFinished && up.destroy())
  }

  /** Exchanges the ticket for a cookie of this port, once. */
  private enter(ticket: string, request: IncomingMessage, reply: ServerResponse): void {
    const isLate = performance.now() - this.made > TICKET
    if (this.asked.scheme === 'tcp' || this.used || isLate || !this.fits(ticket)) return refuse(reply, 403, denied)
    this.used = true
    const cookie = `${cookieName(this.port)}=${this.secret}; HttpOnly; SameSite=Strict; Path=/${this.options.secure ? '; Secure' : ''}`
    const to = new URL(request.url ?? '/', 'http://way').searchParams.get('to') ?? '/'
    // browsers treat a backslash as a slash
    const location = /^\/(?![/\\])/.test(to) ? to : '/'
    const cookies = [cookie, ...endings(request.headers.cookie, this.port)]
    // the port had another service before: its scripts and stored data must not reach the pages of this one
    const clean = { 'clear-site-data': '"storage"', 'cache-control': 'no-store' }
    // a browser omits the cookie after a redirect from another site; a refresh by this page is same-site
    const on = request.headers['sec-fetch-site'] === 'cross-site'
    const go = on ? { refresh: `0; url=${location}` } : { location }
    reply.writeHead(on ? 200 : 302, { ...go, 'set-cookie': cookies, ...clean, ...guards }).end()
  }

  private fits(ticket: string): boolean {
    return timingSafeEqual(sha256(ticket), Buffer.from(this.asked.ticket, 'base64'))
  }

  private isIn({ headers }: IncomingMessage): boolean {
    const name = `${cookieName(this.port)}=`
    const found = (headers.cookie ?? '').split(';').find((one) => one.trim().startsWith(name))
    return found !== undefined && timingSafeEqual(sha256(found.trim().slice(name.length)), sha256(this.secret))
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.crowd.begin(socket)
    const { url = '/', headers } = request
    const isTcp = this.asked.scheme === 'tcp'
    const { origin } = headers
    const own =
      origin === undefined || origin === this.options.originOf(this.port) || URL.parse(origin)?.host === headers.host
    const may = isTcp ? url.startsWith(PREFIX) && this.fits(url.slice(PREFIX.length)) : own && this.isIn(request)
    if (!may) return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    try {
      const up = await this.dial()
      if (isTcp) return openWebSocket(sockets, [request, socket, head], (ws) => join(createWebSocketStream(ws), up))
      up.write(headOf(request, towards(headers, this.site)))
      up.write(head)
      join(socket, up)
    } catch {
      socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n')
    }
  }
}

/** Runs the work on one message: data that cannot be passed on ends this message alone. True: it succeeded. */
function guarded(reply: ServerResponse, work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    const { message } = error as Error
    refuse(reply, 502, { zh: `无法转发：${message}`, en: `This cannot be passed on: ${message}` })
    return false
  }
}

type ConnectCallback = (error: Error | null, socket?: Duplex) => void

function join(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => one.destroy())
  pipeline(other, one, () => other.destroy())
}

/** The WebSocket request as it is passed on: the same, for the service. */
function headOf({ method, url, headers }: IncomingMessage, kept: ReturnType<typeof towards>): string {
  const all = { ...kept, connection: 'Upgrade', upgrade: headers.upgrade ?? 'websocket' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}`)
  return `${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

const denied = {
  zh: '链接无效、已使用或会话已结束，请从控制台重新打开。',
  en: 'The link is unknown or used, or the session is over. Open it again from the console.',
}

const unanswered = {
  zh: '该服务未给出可用的应答。',
  en: 'The service gave no answer that can be used.',
}

function refuse(reply: ServerResponse, status: number, { zh, en }: { zh: string; en: string }): void {
  if (reply.headersSent) return void reply.destroy()
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...guards }
  reply.writeHead(status, headers).end(`${zh}\n${en}\n`)
}
