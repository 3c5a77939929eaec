import type { ClientRequest } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'

export interface DeviceCredentials {
  readonly cert: string
  readonly key: string
}

export interface DialOptions {
  readonly credentials: DeviceCredentials
  /** PEM with which the gateway is verified. */
  readonly ca: string
  readonly path: string
  /** Requested subprotocols; none: undefined. */
  readonly protocols: string[] | undefined
  readonly deflate: boolean
  readonly maxVersion: 'TLSv1.2' | 'TLSv1.3'
  /** Requested name (SNI); none: undefined. */
  readonly servername: string
  /** False: no pongs are sent, like a device that hangs. */
  readonly pongs: boolean
}

export interface ReceivedCall {
  jsonrpc: string
  method: string
  params: Record<string, any>
  id: number
}

/** A device on a real socket: sends what the test says, and records received messages. */
export interface TestDevice {
  readonly ws: WebSocket
  readonly tls: TLSSocket
  readonly heard: ReceivedCall[]
  /** Pings of the gateway so far. */
  readonly pings: () => number
  readonly upgrade: Record<string, string | string[] | undefined>
  send(message: unknown): void
  sendText(text: string | Buffer, binary?: boolean): void
  /** Sends an event in its simplest form. */
  tell(method: string, params: Record<string, unknown>): void
  answer(id: number, result?: Record<string, unknown>): void
  /** The next command that this call has not returned yet. */
  next(method?: string): Promise<ReceivedCall>
  readonly closed: Promise<{ code: number; reason: string }>
  close(): void
}

/** Rejects when TLS or the upgrade fails. */
export function dial(
  port: number,
  options: Partial<DialOptions> & { credentials: DeviceCredentials; ca: string },
): Promise<TestDevice> {
  const { cert, key } = options.credentials
  const ws = new WebSocket(
    `wss://127.0.0.1:${port}${options.path ?? '/'}`,
    'protocols' in options ? options.protocols : ['ucentral-broker'],
    {
      cert,
      key,
      ca: options.ca,
      perMessageDeflate: options.deflate ?? false,
      autoPong: options.pongs ?? true,
      ...(options.maxVersion ? { maxVersion: options.maxVersion } : {}),
      ...(options.servername ? { servername: options.servername } : {}),
    },
  )
  return new Promise((resolve, reject) => {
    let upgrade: TestDevice['upgrade'] = {}
    ws.once('upgrade', (response) => (upgrade = response.headers))
    ws.once('error', reject)
    ws.once('unexpected-response', (_: ClientRequest, response) => reject(new Error(`HTTP ${response.statusCode}`)))
    // a gateway may close while the first frame is being sent: the messages received until then count
    const device = makeDevice(ws, () => upgrade)
    ws.once('open', () => {
      ws.off('error', reject)
      ws.on('error', () => {})
      resolve(device)
    })
  })
}

function makeDevice(ws: WebSocket, upgradeOf: () => TestDevice['upgrade']): TestDevice {
  const heard: ReceivedCall[] = []
  let pings = 0
  let taken = 0
  ws.on('ping', () => pings++)
  ws.on('message', (data) => heard.push(JSON.parse(String(data)) as ReceivedCall))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  const device: TestDevice = {
    ws,
    get tls() {
      return (ws as unknown as { _socket: TLSSocket })._socket
    },
    heard,
    pings: () => pings,
    get upgrade() {
      return upgradeOf()
    },
    closed,
    send: (message) => ws.send(JSON.stringify(message)),
    sendText: (text, binary = false) => ws.send(text, { binary }),
    tell: (method, params) => device.send({ jsonrpc: '2.0', method, params }),
    answer: (id, result = { status: { error: 0, text: '' } }) => device.send({ jsonrpc: '2.0', id, result }),
    async next(method) {
      const end = performance.now() + 60_000
      while (performance.now() < end) {
        const message = heard[taken]
        if (message) taken++
        if (message && (method === undefined || message.method === method)) return message
        if (!message) await new Promise((resolve) => setTimeout(resolve, 3))
      }
      throw new Error(`no ${method ?? 'message'} came`)
    },
    close: () => ws.terminate(),
  }
  return device
}
