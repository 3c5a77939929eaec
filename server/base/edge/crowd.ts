import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { placeOf } from './address.ts'
import { acceptedOf, addressOf } from './proxy-protocol.ts'

export interface CrowdBounds {
  /** Idle connections of one address. */
  readonly idle: number
  /** Connections of one address. */
  readonly each: number
  /** Connections in all. */
  readonly all: number
}

interface IdleTrackedConnection extends Duplex {
  readonly remoteAddress?: string | undefined
}

interface AddressConnections {
  /** Oldest first. */
  readonly idle: Set<IdleTrackedConnection>
  readonly busy: Set<IdleTrackedConnection>
}

/**
 * Connections of one port, counted by client address. An address with too many loses its longest idle connection, or the new one if all are
 * busy; when there are too many in all, an idle one of the address with the most is closed.
 */
export class Crowd {
  private readonly places = new Map<string, AddressConnections>()
  private readonly known = new Map<IdleTrackedConnection, AddressConnections>()
  private readonly bounds: CrowdBounds

  constructor(bounds: CrowdBounds) {
    this.bounds = bounds
  }

  enter(socket: IdleTrackedConnection): void {
    const { idle, each, all } = this.bounds
    const key = placeOf(addressOf(socket))
    const place = this.places.get(key) ?? { idle: new Set(), busy: new Set() }
    const full = place.idle.size + place.busy.size >= each
    if (place.idle.size >= idle || full) this.dropOldest(place)
    if (this.known.size >= all) this.dropOldest(this.mostIdle())
    if (place.idle.size + place.busy.size >= each || this.known.size >= all) return void socket.destroy()
    this.places.set(key, place)
    place.idle.add(socket)
    this.known.set(socket, place)
    socket.once('close', () => this.leave(socket, key))
  }

  /** A request is running on it. */
  begin(socket: Duplex): void {
    this.move(socket, 'idle', 'busy')
  }

  /** Answered. */
  end(socket: Duplex): void {
    this.move(socket, 'busy', 'idle')
  }

  private move(socket: Duplex, from: keyof AddressConnections, to: keyof AddressConnections): void {
    const accepted = acceptedOf(socket)
    const place = this.known.get(accepted)
    if (place?.[from].delete(accepted)) place[to].add(accepted)
  }

  private leave(socket: IdleTrackedConnection, key: string): void {
    const place = this.known.get(socket)
    this.known.delete(socket)
    if (!place) return
    place.idle.delete(socket)
    place.busy.delete(socket)
    if (place.idle.size + place.busy.size === 0 && this.places.get(key) === place) this.places.delete(key)
  }

  private mostIdle(): AddressConnections | undefined {
    let most: AddressConnections | undefined
    for (const place of this.places.values()) if (place.idle.size > (most?.idle.size ?? 0)) most = place
    return most
  }

  private dropOldest(place: AddressConnections | undefined): void {
    const [oldest] = place?.idle ?? []
    if (!place || !oldest) return
    place.idle.delete(oldest)
    this.known.delete(oldest)
    oldest.destroy()
  }
}

/** Counts the connections of an HTTP server. Trusted proxies bound their own clients. */
export function crowdOf(server: Server, bounds: CrowdBounds, isTrusted: (address: string) => boolean): Crowd {
  const crowd = new Crowd(bounds)
  server.on('connection', (socket) => {
    if (!isTrusted(socket.remoteAddress ?? '')) crowd.enter(socket)
  })
  server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    crowd.begin(socket)
    reply.once('close', () => crowd.end(socket))
  })
  return crowd
}
