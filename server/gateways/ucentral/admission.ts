import type { Socket } from 'node:net'
import { placeOf } from '../../base/edge/address.ts'
import type { GatewayLimits } from './limits.ts'

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
  /** Sockets that went through. */
  open(): number
  onTurnedAway(): void
  /** Many are at the door, or no longer, or for longer than a herd takes. */
  onStorm(begins: boolean): void
}

interface QueuedDial {
  readonly socket: Socket
  readonly since: number
}

/** One address at the door. */
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
    // the consumed front is cut off now and then: shifting an array of thousands on every take is quadratic
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
  /** Bytes it had sent before; -1: something of it was read already. */
  readonly before: number
}

/** ms until it is looked again whether somebody at the door gives way. */
const LOOK_AGAIN = 100

const ignore = () => {}

/**
 * The door for reconnect storms. After a restart every device comes back within the same ten seconds, and a handshake costs
 * as much as a hundred messages. A few begin in each turn of the event loop, and while many are at the door, a rest follows in
 * which everything else is answered; one at a time would cost each of them a turn and an errand to the store of its own. A
 * storm that lasts is let in without rests: who is not back in time would count as gone. Who would wait too long is closed at
 * once and tries again, nobody is left hanging.
 *
 * Addresses take turns, so that whoever opens thousands of sockets waits for their own. A site's devices share one address, so
 * one may have most of the door while nobody else wants it; when somebody does, or it is full, who says nothing gives way, and
 * then who says it slowly.
 */
export class Admission {
  private readonly places = new Map<string, AddressQueue>()
  /** Those with somebody waiting; the first one's turn is next. */
  private readonly turns = new Set<AddressQueue>()
  /** Handshakes under way, oldest first. */
  private readonly begun = new Map<Socket, AdmittedDial>()
  private count = 0
  /** How many handshakes have been under way for too long for one of a herd. */
  private hanging = 0
  private pumping = false
  private blocked: NodeJS.Timeout | undefined
  /** Since when many have been at the door; undefined: they are not. */
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
   * A handshake that has begun waits for the processor as much as one that has not: sockets are accepted no faster than a few
   * handshakes begin, so that of a herd hardly any is ever seen in the queue. Who opens sockets and says nothing is no herd.
   */
  private get crowd(): number {
    return this.waiting + Math.max(0, this.begun.size - this.hanging)
  }

  /** The files a process may open are kept back for the store and the console: a process out of them is out of everything. */
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

  /** The handshake of a socket ended, well or not. */
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

  /** The place where most wait loses its latest, unless that is the newcomer's own or hardly more. */
  private makeRoomFor(place: AddressQueue): boolean {
    let longest = place
    for (const one of this.turns) if (one.waiting > longest.waiting) longest = one
    const latest = longest.waiting > place.waiting + 1 ? this.take(longest, 'pop') : undefined
    if (latest) this.turnAway(latest)
    return latest !== undefined
  }

  /** Turns away who waited too long although no place became free. */
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

  /** Looks whether many are at the door, and not for so long yet that the last of them would be missed. */
  private isStorm(): boolean {
    const { storm, stormMs, gentleMs } = this.options.bounds
    this.stormSince = this.crowd < storm ? undefined : (this.stormSince ?? performance.now())
    if (!this.told && this.isYoung(stormMs)) this.tell(true)
    return this.isYoung(gentleMs)
  }

  /** Many have been at the door, for less than so many ms. */
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
      // whoever else waits there goes behind the others
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

  /** Nobody can begin until a handshake ends, or somebody has been silent or slow for long enough to give way. */
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

  /** Of this place, the oldest handshake that says nothing is cut, or else one that takes its time. */
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
