import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { type ClientOptions, WebSocket } from 'ws'
import { agentServerName } from '@belvedere/contract/kit/agent-server-name.ts'

/** The three client programs; routers and firewalls run that of the access points. */
export type DeviceFamily = 'ap' | 'switch' | 'linux'

/** A frame from the gateway, if it is JSON: a command has `method` and `id`. */
export interface WireMessage {
  id?: unknown
  method?: string
  params?: Record<string, unknown>
  /** The raw frame, for tests of bytes. */
  text: string
}

/** Callbacks of a connection; one object may serve several connections. */
export interface DeviceClientListener {
  opened?(client: DeviceClient): void
  heard?(client: DeviceClient, message: WireMessage): void
  /** Once for every `open`, also when it failed; `reason` is for logs. */
  closed?(client: DeviceClient, reason: string): void
}

export interface DeviceClientOptions {
  host: string
  port: number
  /** PEM texts. Without `ca` the gateway's certificate is not checked; its host name never is. */
  cert: string
  key: string
  ca?: string
  serial: string
  family: DeviceFamily
  /** For `hello`; the defaults are those of a minimal device of the family. */
  capabilities?: Record<string, unknown>
  firmware?: string
  uuid?: number
  listener?: DeviceClientListener
  /** `false`: pings of the gateway are not answered, as from a host that is offline. */
  answersPings?: boolean
  /**
   * The name of the gateway as stock access points get it by DHCP option 224: sent as SNI, and compared with the common name and
   * the DNS names of the certificate after the WebSocket has opened. Without it, as with option 138, the name is not checked.
   */
  dialled?: string
  /** Milliseconds for TCP, TLS and the upgrade together. */
  handshakeTimeout?: number
}

/** Access points read 32 KiB at a time and parse each piece separately; switches have a buffer of 4 MB. Bytes. */
export const largestCommand: Readonly<Record<DeviceFamily, number>> = { ap: 32_768, switch: 4 << 20, linux: 4 << 20 }

const inboxLimit = 1000

/** The common name and the DNS names; a stock device ignores addresses. */
function namesIn(certificate: X509Certificate | undefined): string[] {
  const common = /^CN=(.*)$/m.exec(certificate?.subject ?? '')?.[1] ?? ''
  const dns = [...(certificate?.subjectAltName ?? '').matchAll(/DNS:([^,\s]+)/g)].map(([, name = '']) => name)
  return [common, ...dns]
}

const isNamed = (name: string, dialled: string) =>
  name === dialled || (name.startsWith('*.') && dialled.endsWith(name.slice(1)))

/**
 * One device's connection to a gateway over real mutual TLS: connects, sends messages, and delivers received ones. It has no
 * model and no timers. The simulated devices use it, and tests and benchmarks control it manually: `await client.open();
 * client.hello(); client.event('state', …); const command = await client.next('reboot')`.
 */
export class DeviceClient {
  readonly options: DeviceClientOptions
  socket: WebSocket | undefined
  /** `performance.now()` of the last frame of any kind from the gateway. */
  lastHeard = 0
  #inbox: WireMessage[] | undefined
  #waiting: PendingRequest[] | undefined

  constructor(options: DeviceClientOptions) {
    this.options = options
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN
  }

  /** Connects; resolves when the WebSocket is open, rejects when that fails. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.dial(resolve, (reason) => reject(new Error(reason)))
    })
  }

  /** Connects and reports only to the listener. */
  dial(opened?: () => void, failed?: (reason: string) => void): void {
    const socket = new WebSocket(
      `wss://${bracketed(this.options.host)}:${this.options.port}/`,
      'ucentral-broker',
      this.#dialing(),
    )
    let problem = ''
    this.socket = socket
    socket.on('open', () => {
      if (!this.#isNamed(socket)) {
        problem = 'hostname does not match (CN/SAN)'
        return socket.terminate()
      }
      this.lastHeard = performance.now()
      opened?.()
      this.options.listener?.opened?.(this)
    })
    socket.on('message', (data: Buffer) => this.#hear(data))
    socket.on('ping', () => (this.lastHeard = performance.now()))
    socket.on('pong', () => (this.lastHeard = performance.now()))
    socket.on('error', (error) => (problem = error.message))
    socket.on('close', (code, reason) => {
      if (this.socket === socket) this.socket = undefined
      const why = problem || `${code} ${reason.toString()}`.trim()
      failed?.(why)
      this.#forsake(why)
      this.options.listener?.closed?.(this, why)
    })
  }

  #dialing(): ClientOptions & { servername: string } {
    const { host, cert, key, ca, dialled, answersPings, handshakeTimeout } = this.options
    return {
      cert,
      key,
      ca,
      servername: dialled ?? agentServerName,
      rejectUnauthorized: ca !== undefined,
      // the library would check more, and earlier, than devices do
      checkServerIdentity: () => undefined as never,
      origin: `http://${host}`,
      perMessageDeflate: false,
      skipUTF8Validation: true,
      autoPong: answersPings !== false,
      handshakeTimeout: handshakeTimeout ?? 30_000,
      maxPayload: 8 << 20,
    }
  }

  #isNamed(socket: WebSocket): boolean {
    const { dialled } = this.options
    const { _socket: tls } = socket as unknown as { _socket?: TLSSocket }
    return dialled === undefined || namesIn(tls?.getPeerX509Certificate()).some((name) => isNamed(name, dialled))
  }

  /** The first message of every connection. */
  hello(extra: Record<string, unknown> = {}): boolean {
    const {
      serial,
      firmware = 'simulated 1.0.0',
      uuid = 1,
      capabilities = bareCapabilities(this.options.family),
    } = this.options
    return this.event('connect', { serial, uuid, firmware, capabilities, ...extra })
  }

  /** `params.serial` is added when missing. */
  event(method: string, params: Record<string, unknown>): boolean {
    return this.send({ jsonrpc: '2.0', method, params: { serial: this.options.serial, ...params } })
  }

  /** Answers a command; `status` is success by default. */
  answer(id: unknown, result: Record<string, unknown> = {}): boolean {
    const { serial, uuid = 1 } = this.options
    return this.send({ jsonrpc: '2.0', id, result: { serial, uuid, status: { error: 0, text: 'Success' }, ...result } })
  }

  send(document: unknown): boolean {
    return this.sendText(JSON.stringify(document))
  }

  /** Sends any text, well formed or not; false without a connection. */
  sendText(text: string): boolean {
    if (!this.isOpen) return false
    this.socket?.send(text)
    return true
  }

  ping(): void {
    if (this.isOpen) this.socket?.ping()
  }

  /** The next command of that method, or of any: one that was received already, else one that arrives within the time. */
  next(method?: string, milliseconds = 5000): Promise<WireMessage> {
    const inbox = (this.#inbox ??= [])
    const at = inbox.findIndex((message) => method === undefined || message.method === method)
    if (at >= 0) return Promise.resolve(inbox.splice(at, 1)[0] as WireMessage)
    return new Promise((resolve, reject) => {
      const expired = () => {
        this.#waiting = this.#waiting?.filter((entry) => entry !== waiting)
        reject(new Error(`${this.options.serial}: no ${method ?? 'message'} within ${milliseconds} ms`))
      }
      const clock = setTimeout(expired, milliseconds)
      const waiting: PendingRequest = { method, resolve, reject, clock }
      this.#waiting = [...(this.#waiting ?? []), waiting]
    })
  }

  /** Stops reading: to the gateway it looks like a cut cable, without close frame and pongs. */
  freeze(): void {
    this.socket?.pause()
  }

  close(): void {
    this.socket?.close()
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.socket?.terminate()
  }

  #hear(data: Buffer): void {
    this.lastHeard = performance.now()
    const message = parse(data.toString('utf8'))
    const { listener } = this.options
    const waiting = this.#waiting?.find(({ method }) => method === undefined || method === message.method)
    if (waiting) this.#hand(waiting, message)
    else if (!listener || this.#inbox) this.#keep(message)
    listener?.heard?.(this, message)
  }

  #hand(waiting: PendingRequest, message: WireMessage): void {
    clearTimeout(waiting.clock)
    this.#waiting = this.#waiting?.filter((entry) => entry !== waiting)
    waiting.resolve(message)
  }

  #keep(message: WireMessage): void {
    const inbox = (this.#inbox ??= [])
    if (inbox.length < inboxLimit) inbox.push(message)
  }

  #forsake(reason: string): void {
    for (const { clock, reject } of this.#waiting ?? []) {
      clearTimeout(clock)
      reject(new Error(`${this.options.serial}: connection lost: ${reason}`))
    }
    this.#waiting = undefined
  }
}

interface PendingRequest {
  method: string | undefined
  resolve(message: WireMessage): void
  reject(error: Error): void
  clock: NodeJS.Timeout
}

function parse(text: string): WireMessage {
  try {
    const { id, method, params } = JSON.parse(text) as WireMessage
    return { id, method, params, text }
  } catch {
    return { text }
  }
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

function bareCapabilities(family: DeviceFamily): Record<string, unknown> {
  if (family === 'linux')
    return {
      platform: 'linux',
      model: 'Bare host',
      compatible: 'bare_host',
      'x-belvedere': { version: 1, methods: [], cgi: [], root: true, missing: [] },
    }
  return { platform: family, model: `Bare ${family}`, compatible: `bare_${family}` }
}
