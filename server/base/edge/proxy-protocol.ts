import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type AddressList, plainAddress } from './address.ts'

/** Maximum size of a header, and ms within which it must arrive. */
const MOST = 2048
const MOST_V1 = 107
const TIME = 5000
/** Connections without their header yet. */
const MOST_WAITING = 4096

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const V1 = Buffer.from('PROXY ')

/** `more`: incomplete. Without an address it is a connection of the proxy itself, such as a health check. */
export type ProxyHeader = { readonly length: number; readonly address?: string | undefined } | 'more' | 'wrong'

/** Parses the PROXY protocol header, version 1 or 2, at the start of the received bytes. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsAs(bytes, SIGNATURE)) return parseV2(bytes)
  return startsAs(bytes, V1) ? parseV1(bytes) : 'wrong'
}

const startsAs = (bytes: Buffer, text: Buffer) => {
  const length = Math.min(bytes.length, text.length)
  return bytes.subarray(0, length).equals(text.subarray(0, length))
}

function parseV1(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MOST_V1).indexOf('\r\n')
  if (end < 0) return bytes.length >= MOST_V1 ? 'wrong' : 'more'
  const length = end + 2
  const line = bytes.toString('latin1', 0, end)
  if (/^PROXY UNKNOWN( |$)/.test(line)) return { length }
  const address = /^PROXY TCP[46] ([0-9a-fA-F:.]{2,39}) [0-9a-fA-F:.]{2,39} \d{1,5} \d{1,5}$/.exec(line)?.[1]
  return address ? { length, address: plainAddress(address) } : 'wrong'
}

function parseV2(bytes: Buffer): ProxyHeader {
  if (bytes.length < 16) return 'more'
  const [what = 0, family = 0] = bytes.subarray(12)
  const length = 16 + bytes.readUInt16BE(14)
  if (what >> 4 !== 2 || (what & 15) > 1 || length > MOST) return 'wrong'
  if (bytes.length < length) return 'more'
  if ((what & 15) === 0) return { length }
  if (family === 0x11 && length >= 28) return { length, address: bytes.subarray(16, 20).join('.') }
  if (family === 0x21 && length >= 52) return { length, address: plainAddress(ipv6Of(bytes.subarray(16, 32))) }
  return { length }
}

function ipv6Of(bytes: Buffer): string {
  if (bytes.subarray(0, 12).equals(MAPPED)) return bytes.subarray(12).join('.')
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
}

const MAPPED = Buffer.from('00000000000000000000ffff', 'hex')

const told = new WeakMap<object, string>()

/** Under TLS, the socket that was accepted. */
export function acceptedOf<S extends Duplex>(socket: S): S {
  return (socket as S & { readonly _parent?: S })._parent ?? socket
}

/** The client: as stated by a trusted proxy, else the peer. */
export function addressOf(socket: Duplex & { readonly remoteAddress?: string | undefined }): string {
  return told.get(acceptedOf(socket)) ?? plainAddress(socket.remoteAddress ?? '')
}

/**
 * Connections from these addresses must begin with a header, which is removed before the server sees them; a missing or late header closes
 * the connection. Other connections are passed on unchanged.
 */
export function behindProxies(server: Server, proxies: AddressList): void {
  if (proxies.empty) return
  const handlers = server.listeners('connection') as ((socket: Socket) => void)[]
  const hand = (socket: Socket) => {
    for (const one of handlers) one.call(server, socket)
  }
  let waiting = 0
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (!proxies.has(socket.remoteAddress ?? '')) return hand(socket)
    if (waiting >= MOST_WAITING) return void socket.destroy()
    waiting++
    readHeader(socket, (fine) => {
      waiting--
      if (fine) hand(socket)
      else socket.destroy()
    })
  })
}

function readHeader(socket: Socket, done: (fine: boolean) => void): void {
  let held = Buffer.alloc(0)
  const end = (fine: boolean) => {
    clearTimeout(timer)
    socket.off('readable', read).off('close', fail).off('error', fail)
    done(fine)
  }
  const fail = () => end(false)
  const read = () => {
    for (let piece = socket.read() as Buffer | null; piece; piece = socket.read() as Buffer | null)
      held = Buffer.concat([held, piece])
    const header = parseProxyHeader(held)
    if (header === 'more') return
    if (header === 'wrong') return fail()
    if (header.address) told.set(socket, header.address)
    if (held.length > header.length) socket.unshift(held.subarray(header.length))
    end(true)
  }
  const timer = setTimeout(fail, TIME)
  socket.on('readable', read).on('close', fail).on('error', fail)
}
