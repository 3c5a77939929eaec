import type { Socket } from 'node:net'
import { placeOf } from '../../../base/edge/address.ts'
import type { GatewayLimits } from '../limits.ts'

export interface AdmissionOptions {
  readonly bounds: Pick<
    GatewayLimits,
    | 'handshakes'
    | 'handshakesEach'
    | 'waiting'
    | 'waitingEach'
    | 'waitMs'
    | 'burst'
    | 'sockets'
    | 'storm'
    | 'restMs'
    | 'gentleMs'
    | 'stormMs'
    | 'hangMs'
    | 'silentMs'
    | 'slowMs'
  >
  /** Begins the handshake. */
  start(socket: Socket): void
  /** Sockets whose handshake has succeeded. */
  open(): number
  onTurnedAway(): void
  /** Called when a storm begins, and when it ends or has lasted for too long. */
  onStorm(begins: boolean): void
}

interface QueuedDial {
  readonly socket: Socket
  readonly since: number
}

/** The queue of one address. */
class AddressQueue {
  readonly key: string
  /** Handshakes under way, oldest first. */
  readonly begun = new Map<Socket, AdmittedDial>()
  private queue: QueuedDial[] = []
  private head = 0

  constructor(key: string) {
    this.key = key
  }

  /** Sockets whose handshake has not begun. */
  get waiting(): number {
    return this.queue.length - this.head
  }

  get oldest(): QueuedDial | undefined {
    return this.queue[this.head]
  }

  push(waiting: QueuedDial): void {
    this.queue.push(waiting)
  }

  shift(): Socket | undefined {
    const next = this.queue[this.head]
    if (!next) return undefined
    this.head++
    // the consumed front is removed now and then: shifting an array of thousands on every take is quadratic
    if (this.head > 1024 || this.head === this.queue.length) {
      this.queue = this.queue.slice(this.head)
      this.head = 0
    }
    return next.socket
  }

  pop(): Socket | undefined {
    return this.waiting > 0 ? this.queue.pop()?.socket : undefined
  }
}

interface AdmittedDial {
  readonly since: number
  readonly place: AddressQueue
  /** Number of bytes it had sent before; -1: some of them were read already. */
  readonly before: number
}

/** ms between two checks for handshakes that must be closed. */
const LOOK_AGAIN = 100

const ignore = () => {}

/**
 * Admits sockets during reconnect storms. After a restart every device reconnects within the same ten seconds, and a handshake
 * costs as much as a hundred messages. A few handshakes begin in each turn of the event loop. While many sockets wait, a pause
 * follows in which all other work is done; with one at a time, each of them would cost a turn and a separate database query. A
 * long storm is admitted without pauses: devices that are late would count as offline. A socket that would wait too long is
 * closed at once, and the device retries.
 *
 * Addresses take turns, so that a client with thousands of sockets waits only for its own. The devices of a site share one
 * address, so one address may use most places while no other needs them. When another one does, or all places are taken, silent
 * handshakes are closed first, then slow ones.
 */
export class Admission {
  private readonly places = new Map<string, AddressQueue>()
  /** Addresses with waiting sockets; the first one is next. */
  private readonly turns = new Set<AddressQueue>()
  /** Handshakes under way, oldest first. */
  private readonly begun = new Map<Socket, AdmittedDial>()
  private count = 0
  /** Number of handshakes that run for too long to be part of a storm. */
  private hanging = 0
  private pumping = false
  private blocked: NodeJS.Timeout | undefined
  /** Start of the present storm; undefined: none. */
  private stormSince: number | undefined
  private told = false
  private readonly options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.options = options
  }

  /** Sockets whose handshake has not begun. */
  get waiting(): number {
    return this.count
  }

  /**
   * A handshake that has begun waits for the processor like one that has not: sockets are accepted no faster than handshakes
   * begin, so few devices of a storm are ever in the queue. Sockets that send nothing are not part of a storm.
   */
  private get crowd(): number {
    return this.waiting + Math.max(0, this.begun.size - this.hanging)
  }

  /**
   * Part of the file descriptors is reserved for the database and the console: a process without free descriptors cannot work.
   */
  private get full(): boolean {
    const { waiting, sockets } = this.options.bounds
    return this.waiting >= waiting || this.waiting + this.begun.size + this.options.open() >= sockets
  }

  offer(socket: Socket, address = ''): void {
    socket.on('error', ignore)
    const key = placeOf(address)
    const place = this.places.get(key) ?? new AddressQueue(key)
    if (place.waiting >= this.options.bounds.waitingEach) return this.turnAway(socket)
    if (this.full && !this.makeRoomFor(place)) return this.turnAway(socket)
    this.places.set(key, place)
    place.push({ socket, since: performance.now() })
    this.turns.add(place)
    this.count++
    this.pump()
  }

  /** The handshake of a socket ended, with or without success. */
  ended(socket: Socket): void {
    const begun = this.begun.get(socket)
    if (!begun) return
    this.begun.delete(socket)
    begun.place.begun.delete(socket)
    this.forget(begun.place)
    this.pump()
  }

  /** Called every second. */
  tick(): void {
    this.sweep()
    this.pump()
    this.hanging = this.countHanging()
    const { storm, stormMs } = this.options.bounds
    if (this.told && (this.crowd < storm || !this.isYoung(stormMs))) this.tell(false)
  }

  close(): void {
    clearTimeout(this.blocked)
    if (this.told) this.tell(false)
    for (const place of this.turns)
      for (let socket = this.take(place, 'shift'); socket; socket = this.take(place, 'shift')) socket.destroy()
  }

  private countHanging(): number {
    const latest = performance.now() - this.options.bounds.hangMs
    let count = 0
    for (const { since } of this.begun.values()) {
      if (since > latest) break
      count++
    }
    return count
  }

  private tell(begins: boolean): void {
    this.told = begins
    this.options.onStorm(begins)
  }

  /** The address with most waiting sockets loses its latest, unless it is the new socket's own address or has hardly more. */
  private makeRoomFor(place: AddressQueue): boolean {
    let longest = place
    for (const one of this.turns) if (one.waiting > longest.waiting) longest = one
    const latest = longest.waiting > place.waiting + 1 ? this.take(longest, 'pop') : undefined
    if (latest) this.turnAway(latest)
    return latest !== undefined
  }

  /** Closes sockets that have waited too long. */
  private sweep(): void {
    const latest = performance.now() - this.options.bounds.waitMs
    for (const place of this.turns) {
      while (place.oldest && place.oldest.since < latest) {
        const socket = this.take(place, 'shift')
        if (socket) this.turnAway(socket)
      }
    }
  }

  private pump(): void {
    if (this.pumping || this.waiting === 0) return
    this.pumping = true
    if (this.isStorm()) setTimeout(() => this.turn(), this.options.bounds.restMs)
    else setImmediate(() => this.turn())
  }

  /** Whether many sockets wait, and not for so long that the last of them would count as offline. */
  private isStorm(): boolean {
    const { storm, stormMs, gentleMs } = this.options.bounds
    this.stormSince = this.crowd < storm ? undefined : (this.stormSince ?? performance.now())
    if (!this.told && this.isYoung(stormMs)) this.tell(true)
    return this.isYoung(gentleMs)
  }

  /** A storm is present and has lasted for less than this number of ms. */
  private isYoung(ms: number): boolean {
    return this.stormSince !== undefined && performance.now() - this.stormSince < ms
  }

  private turn(): void {
    this.pumping = false
    const { burst, handshakes } = this.options.bounds
    let begun = 0
    for (let passed = 0; begun < burst && passed < this.turns.size; ) {
      const [place] = this.turns
      if (!place) break
      // an address with more sockets goes to the end of the queue
      this.turns.delete(place)
      this.turns.add(place)
      if (this.mayBegin(place)) {
        const socket = this.take(place, 'shift')
        if (socket) this.begin(socket, place)
        begun++
        passed = 0
      } else if (this.begun.size >= handshakes) break
      else passed++
    }
    if (begun > 0) this.pump()
    else this.lookAgain()
  }

  /** No handshake can begin until another one ends, or has been silent or slow for long enough to be closed. */
  private lookAgain(): void {
    if (this.waiting === 0 || this.blocked) return
    this.blocked = setTimeout(() => {
      this.blocked = undefined
      this.pump()
    }, LOOK_AGAIN)
    this.blocked.unref()
  }

  private mayBegin(place: AddressQueue): boolean {
    const { handshakes, handshakesEach } = this.options.bounds
    if (place.begun.size >= handshakesEach) return this.releasePlace(place)
    return this.begun.size < handshakes || this.releasePlace(this.mostBegun(place))
  }

  private mostBegun(place: AddressQueue): AddressQueue {
    let most = place
    for (const one of this.places.values()) if (one.begun.size > most.begun.size) most = one
    return most
  }

  /** Closes the oldest silent handshake of this address, or else a slow one. */
  private releasePlace({ begun }: AddressQueue): boolean {
    const now = performance.now()
    const { silentMs, slowMs } = this.options.bounds
    for (const [socket, { since, before }] of begun) {
      if (now - since < silentMs) return false
      if (now - since < slowMs && socket.bytesRead !== before) continue
      this.ended(socket)
      this.turnAway(socket)
      return true
    }
    return false
  }

  private begin(socket: Socket, place: AddressQueue): void {
    socket.off('error', ignore)
    if (socket.destroyed) return
    this.places.set(place.key, place)
    const before = socket.readableLength > 0 ? -1 : socket.bytesRead
    const begun = { since: performance.now(), place, before }
    this.begun.set(socket, begun)
    place.begun.set(socket, begun)
    this.options.start(socket)
  }

  private take(place: AddressQueue, which: 'shift' | 'pop'): Socket | undefined {
    const socket = place[which]()
    if (socket) this.count--
    if (place.waiting === 0) this.turns.delete(place)
    this.forget(place)
    return socket
  }

  private forget(place: AddressQueue): void {
    if (place.waiting === 0 && place.begun.size === 0) this.places.delete(place.key)
  }

  private turnAway(socket: Socket): void {
    socket.destroy()
    this.options.onTurnedAway()
  }
}
