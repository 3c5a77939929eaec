import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { EventEmitter } from 'node:events'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'

type SocketFamily = 'udp4' | 'udp6'

/** Receive buffer in bytes, for times when the process is busy: some ten thousand responses. */
const HELD = 8 << 20

/**
 * One UDP socket for each address family and all requests: thousands of devices need no thousands of sockets, and a socket for
 * every attempt cost more than the request. Packets are delivered to the session that polls their source address; the rest is
 * dropped.
 */
export class SharedSockets {
  private readonly sockets = new Map<SocketFamily, Socket>()
  private readonly asking = new Map<string, Set<SharedSocketPort>>()

  /** Replaces `node:dgram` where a library opens its own socket. */
  readonly module = { createSocket: (family: SocketFamily) => new SharedSocketPort(this, family) }

  /** Open sockets, and addresses with a session. */
  get size(): { sockets: number; asking: number } {
    return { sockets: this.sockets.size, asking: this.asking.size }
  }

  socketOf(family: SocketFamily): Socket {
    const known = this.sockets.get(family)
    if (known) return known
    const socket = createSocket({ type: family })
    socket.unref()
    socket.on('message', (bytes, from) => {
      for (const line of this.asking.get(placeOf(from.address, from.port)) ?? []) hear(line, bytes, from)
    })
    // an unreachable network: pending requests time out, the next attempt gets a new socket
    socket.on('error', () => this.drop(family))
    socket.bind(0, () => {
      try {
        socket.setRecvBufferSize(HELD)
      } catch {
        // the system allows less
      }
    })
    this.sockets.set(family, socket)
    return socket
  }

  add(place: string, line: SharedSocketPort): void {
    const lines = this.asking.get(place)
    if (lines) lines.add(line)
    else this.asking.set(place, new Set([line]))
  }

  remove(place: string, line: SharedSocketPort): void {
    const lines = this.asking.get(place)
    if (lines?.delete(line) && lines.size === 0) this.asking.delete(place)
  }

  close(): void {
    for (const family of this.sockets.keys()) this.drop(family)
  }

  private drop(family: SocketFamily): void {
    this.sockets.get(family)?.close()
    this.sockets.delete(family)
  }
}

/** A packet of a device that the library cannot read fails the request to that device. */
function hear(line: SharedSocketPort, bytes: Buffer, from: RemoteInfo): void {
  try {
    line.emit('message', bytes, from)
  } catch (error) {
    line.emit('error', error)
  }
}

/** Responses come from the same address, in the notation of the system. */
export function placeOf(address: string, port: number): string {
  if (!address.includes(':')) return `${address} ${port}`
  const value = parseIpv6(address.split('%')[0] ?? '')
  return `${value === undefined ? address : compressIpv6(value)} ${port}`
}

/** The socket of one session: one remote address on the shared socket. */
class SharedSocketPort extends EventEmitter {
  private readonly shared: SharedSockets
  private readonly family: SocketFamily
  private place = ''
  private closed = false

  constructor(shared: SharedSockets, family: SocketFamily) {
    super()
    this.shared = shared
    this.family = family
    // a session that also listens ends its request
    this.on('error', () => {})
  }

  send(
    bytes: Uint8Array,
    start: number,
    length: number,
    port: number,
    address: string,
    sent: (error: Error | null) => void,
  ) {
    if (this.closed) return sent(new Error('closed'))
    if (!this.place) {
      this.place = placeOf(address, port)
      this.shared.add(this.place, this)
    }
    this.shared.socketOf(this.family).send(bytes, start, length, port, address, sent)
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    if (this.place) this.shared.remove(this.place, this)
  }

  /** The shared socket never keeps the process alive. */
  ref(): void {}
  unref(): void {}
}
