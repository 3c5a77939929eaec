import { randomBytes } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'

export interface Credentials {
  readonly cert: string
  readonly key: string
}

/** Where a connection comes from and goes to: this machine has many addresses. */
const HERE = '127.0.0.1'

/** A plain connection that never throws: an attacker expects to be disconnected. */
export function dialTcp(port: number, from = HERE): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connectTcp({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => {})
    socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket))
  })
}

/** Undefined when the handshake was refused. */
export function dialTls(
  port: number,
  credentials?: Credentials,
  from = HERE,
  to = HERE,
): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({
      port,
      host: to,
      localAddress: from,
      rejectUnauthorized: false,
      ...credentials,
    } as ConnectionOptions)
    socket.on('error', () => {})
    socket.once('secureConnect', () => resolve(socket)).once('close', () => resolve(undefined))
  })
}

/** A WebSocket whose frames are made by hand; undefined when it was refused. */
export async function dialWebSocket(
  port: number,
  credentials: Credentials,
  from = HERE,
  to = HERE,
): Promise<TLSSocket | undefined> {
  const socket = await dialTls(port, credentials, from, to)
  if (!socket) return undefined
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET / HTTP/1.1\r\nHost: gateway\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: ucentral-broker\r\n\r\n`,
  )
  return new Promise((resolve) => {
    socket.once('data', (answer) => resolve(String(answer).startsWith('HTTP/1.1 101') ? socket : undefined))
    socket.once('close', () => resolve(undefined))
  })
}

const opcodes = { continuation: 0, text: 1, binary: 2, ping: 9 }

export interface FrameHow {
  readonly kind?: keyof typeof opcodes
  /** More frames of the same message follow. */
  readonly more?: boolean
  /** The length to announce, when it is not the true one. */
  readonly announce?: number
}

/** One masked frame. */
export function frame(content: string | Buffer, { kind = 'text', more = false, announce }: FrameHow = {}): Buffer {
  const payload = Buffer.from(content)
  const head = Buffer.alloc(14)
  head[0] = (more ? 0 : 0x80) | opcodes[kind]
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(announce ?? payload.length), 2)
  // a mask of zeros leaves the payload as it is
  return Buffer.concat([head, payload])
}

/** Writes until it is stopped or disconnected, never more than the socket accepts. */
export async function pour(socket: Socket | undefined, piece: () => Buffer, until: () => boolean): Promise<number> {
  let bytes = 0
  while (socket && !socket.destroyed && !until()) {
    const next = piece()
    bytes += next.length
    if (!socket.write(next)) await settled(socket)
    else await new Promise((resolve) => setImmediate(resolve))
  }
  return bytes
}

function settled(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      socket.off('drain', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, 200)
    socket.on('drain', end).on('close', end)
  })
}
