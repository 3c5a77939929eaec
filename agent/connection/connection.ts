import type { Duplex } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { type RawData, WebSocket } from 'ws'
import { chooseCertificate, renewEnded } from './certificate.ts'
import { isObject, type LooseJson } from '../loose.ts'
import { connectPinned } from './pinned.ts'
import { reasonOf } from '../refusal.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import { print } from '../print.ts'

export interface ConnectionHandlers {
  /** Parameters of the first message of a connection. */
  hello(): Promise<LooseJson>
  /** Called after `connect` was sent. */
  opened(): void
  /** `heard`: time of the last data from the gateway, ms of this process. */
  closed(heard: number): void
  /** The gateway replied after `connect`: it has accepted the connection. */
  confirmed(): void
  /** A command of the gateway; its shape is validated. */
  command(id: number, method: string, params: LooseJson): void
  /** A message of the gateway that needs no reply. */
  note(method: string, params: LooseJson): void
}

export interface GatewayConnection {
  readonly open: boolean
  /** Bytes in the send buffer. */
  readonly backlog: number
  /** Sends an event; `keep` queues it while offline. False when it was not sent now. */
  event(method: string, params: LooseJson, keep?: boolean): boolean
  /** Sends an event without changes, now or not at all. */
  tell(method: string, params: LooseJson): boolean
  answer(id: number, result: LooseJson): void
  /** The addresses of the host have changed: a connection that does not respond is closed, and dialled again at once. */
  check(): void
  /** Closes the connection permanently. */
  stop(): Promise<void>
}

/** Limits that the gateway can rely on. */
export const largestMessage = 500_000
const largestCommand = 1 << 20
const compressFrom = 4096
const largestBacklog = 8 << 20
const mostKept = 250
/** Close code of RFC 6455 with which the gateway rejects a device. */
const policy = 1008
const refused = {
  zh: '网关拒绝本机：设备已被移除，或其密钥已被替换。请在控制台生成命令并重新接入',
  en: 'The gateway refuses this host: it was removed, or is bound to another key. Connect it again with a command of the console',
}
const silenceMs = { ping: 25_000, dead: 60_000, check: 3000 }

/** Milliseconds before attempt `n` (0 first): 1 s doubling to 30 s, half of it random, to spread a reconnect storm. */
export function backOff(n: number, chance = Math.random()): number {
  return Math.min(30_000, 1000 * 2 ** Math.min(n, 10)) * (0.5 + chance / 2)
}

interface ConnectionLoop {
  stopped: boolean
  tries: number
  socket?: WebSocket
  /** `connect` was sent; no message may be sent before it. */
  greeted?: boolean
  timer?: NodeJS.Timeout
}

/** Dials the gateway and reconnects until stopped. */
export function openConnection(directory: StateDirectory, handlers: ConnectionHandlers): GatewayConnection {
  const kept: LooseJson[] = []
  const life: ConnectionLoop = { stopped: false, tries: 0 }
  const choose = chooseCertificate(directory)
  const ready = () => life.greeted === true && life.socket?.readyState === WebSocket.OPEN
  const send = (message: LooseJson): boolean => {
    // On a slow connection events are dropped instead of queued.
    if (!life.socket || !ready() || life.socket.bufferedAmount > largestBacklog) return false
    life.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
    return true
  }
  const greeted = () => {
    life.greeted = true
    handlers.opened()
    for (const message of kept.splice(0)) send(message)
  }
  const dial = async () => {
    const started = performance.now()
    life.timer = undefined
    try {
      await renewEnded(directory)
      const choice = choose()
      const socket = await openSocket(directory, choice.cert)
      if (life.stopped) return socket.terminate()
      life.socket = socket
      const confirmed = () => {
        choice.confirm()
        handlers.confirmed()
      }
      await session(socket, { ...handlers, confirmed }, greeted)
    } catch (error) {
      print(
        { zh: '无法连接网关：{reason}', en: 'Cannot reach the gateway: {reason}' },
        { reason: reasonOf(error).message },
      )
    }
    life.socket = undefined
    life.greeted = false
    if (life.stopped) return
    life.tries = performance.now() - started > 20_000 ? 0 : life.tries + 1
    life.timer = setTimeout(dial, backOff(Math.max(0, life.tries - 1)))
  }
  // only between two attempts; a running one ends by itself
  const redial = () => {
    life.tries = 0
    if (!life.timer) return
    clearTimeout(life.timer)
    void dial()
  }
  void dial()
  return {
    get open() {
      return ready()
    },
    get backlog() {
      return life.socket?.bufferedAmount ?? 0
    },
    event: (method, params, keep = false) => {
      const message = { method, params: squeezed(method, params) }
      if (send(message)) return true
      if (keep && kept.push(message) > mostKept) kept.shift()
      return false
    },
    tell: (method, params) => send({ method, params }),
    check: () => {
      const { socket } = life
      if (!socket) return redial()
      const late = setTimeout(() => socket.terminate(), silenceMs.check)
      socket.once('pong', () => clearTimeout(late))
      socket.once('close', () => clearTimeout(late))
      if (socket.readyState === WebSocket.OPEN) socket.ping()
      life.tries = 0
    },
    answer: (id, result) => void send({ id, result: fitting(result) }),
    stop: () => {
      life.stopped = true
      clearTimeout(life.timer)
      return closeSocket(life.socket)
    },
  }
}

async function openSocket(directory: StateDirectory, cert: string): Promise<WebSocket> {
  const { server: host, port, pin, server_name: serverName } = directory.read()
  const [ca, key] = (['ca', 'key'] as const).map((name) => directory.pem(name))
  const tls: Duplex = await connectPinned({ host, port, pin, serverName, ca, cert, key })
  const authority = host.includes(':') ? `[${host}]` : host
  const socket = new WebSocket(`wss://${authority}:${port}/`, ['ucentral-broker'], {
    createConnection: (() => tls) as never,
    perMessageDeflate: false,
    maxPayload: largestCommand,
    handshakeTimeout: 15_000,
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

/** Exists as long as the socket. */
async function session(socket: WebSocket, handlers: ConnectionHandlers, greeted: () => void): Promise<void> {
  let heard = performance.now()
  const hear = () => {
    heard = performance.now()
  }
  socket.on('ping', hear)
  socket.on('pong', hear)
  socket.on('error', (error) =>
    print({ zh: '连接出错：{text}', en: 'Connection error: {text}' }, { text: error.message }),
  )
  socket.on('message', (data: RawData) => {
    hear()
    receive(data, handlers)
  })
  const ended = new Promise<void>((resolve) =>
    socket.once('close', (code, reason) => {
      if (code === policy && String(reason) === 'refused') print(refused)
      resolve()
    }),
  )
  const watch = setInterval(() => {
    const silence = performance.now() - heard
    if (silence > silenceMs.dead) socket.terminate()
    else if (silence > silenceMs.ping) socket.ping()
  }, 5000)
  try {
    const hello = { jsonrpc: '2.0', method: 'connect', params: await handlers.hello() }
    socket.once('pong', handlers.confirmed)
    socket.send(JSON.stringify(hello), () => socket.ping())
    greeted()
    await ended
  } finally {
    clearInterval(watch)
    socket.terminate()
    handlers.closed(heard)
  }
}

function receive(data: RawData, handlers: ConnectionHandlers): void {
  const message = parsed(data)
  // Messages that are not commands need no reply, such as RADIUS frames and results.
  if (!isObject(message) || typeof message.method !== 'string' || !isObject(message.params)) return
  const { id, method, params } = message
  if (id === undefined) return handlers.note(method.slice(0, 64), params)
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return
  handlers.command(id, method.slice(0, 64), params)
}

function parsed(data: RawData): unknown {
  try {
    // ws delivers one Buffer per message by default.
    return Buffer.isBuffer(data) ? JSON.parse(data.toString('utf8')) : undefined
  } catch {
    return undefined
  }
}

/** uCentral's compression, for messages above its threshold. */
function squeezed(method: string, params: LooseJson): LooseJson {
  if (method !== 'state' && method !== 'telemetry') return params
  const plain = Buffer.from(JSON.stringify(params))
  if (plain.length < compressFrom) return params
  return { compress_64: deflateSync(plain).toString('base64'), compress_sz: plain.length }
}

function fitting(result: LooseJson): LooseJson {
  if (JSON.stringify(result).length <= largestMessage) return result
  const words = { zh: '结果过大，请减少每页行数', en: 'The answer is too large; ask for fewer rows' }
  return { serial: result.serial, uuid: result.uuid, status: { error: 1, text: words.en, words } }
}

function closeSocket(socket: WebSocket | undefined): Promise<void> {
  if (!socket || socket.readyState === WebSocket.CLOSED) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), 2000)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(1001)
  })
}
