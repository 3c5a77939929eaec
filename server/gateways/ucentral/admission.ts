import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

export interface AdmissionHow {
  readonly bounds: Pick<
    Limits,
    'handshakes' | 'waiting' | 'waitMs' | 'burst' | 'sockets' | 'storm' | 'restMs' | 'gentleMs' | 'stormMs' | 'hangMs'
  >
  /** Begins the handshake. */
  start(socket: Socket): void
  /** Sockets that went through. */
  open(): number
  onTurnedAway(): void
  /** Many are at the door, or no longer, or for longer than a herd takes. */
  onStorm(begins: boolean): void
}

interface Waiting {
  readonly socket: Socket
  readonly since: number
}

/**
 * The door for reconnect storms. After a restart every device comes back within the same ten seconds, and a handshake costs
 * as much as a hundred messages. A few begin in each turn of the event loop, and while many are at the door, a rest follows in
 * which everything else is answered; one at a time would cost each of them a turn and an errand to the store of its own. A
 * storm that lasts is let in without rests: who is not back in time would count as gone. Who would wait too long is closed at
 * once and tries again, nobody is left hanging.
 */
export class Admission {
  private queue: Waiting[] = []
  private head = 0
  /** Handshakes under way with when they began, oldest first. */
  private readonly begun = new Map<Socket, number>()
  /** How many of them have been under way for too long for one of a herd. */
  private hanging = 0
  private pumping = false
  /** Since when many have been at the door; undefined: they are not. */
  private stormSince: number | undefined
  private told = false
  private readonly how: AdmissionHow

  constructor(how: AdmissionHow) {
    this.how = how
  }

  /** Sockets whose handshake has not begun. */
  get waiting(): number {
    return this.queue.length - this.head
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
    return this.waiting + this.begun.size + this.how.open() >= this.how.bounds.sockets
  }

  /** A socket whose errors somebody hears. */
  offer(socket: Socket): void {
    if (this.waiting >= this.how.bounds.waiting || this.full) return this.turnAway(socket)
    this.queue.push({ socket, since: performance.now() })
    this.pump()
  }

  /** The handshake of a socket ended, well or not. */
  ended(socket: Socket): void {
    this.begun.delete(socket)
    this.pump()
  }

  /** Called every second. */
  tick(): void {
    this.sweep()
    this.hanging = this.countHanging()
    const { storm, stormMs } = this.how.bounds
    if (this.told && (this.crowd < storm || !this.isYoung(stormMs))) this.tell(false)
  }

  private countHanging(): number {
    const latest = performance.now() - this.how.bounds.hangMs
    let count = 0
    for (const since of this.begun.values()) {
      if (since > latest) break
      count++
    }
    return count
  }

  private tell(begins: boolean): void {
    this.told = begins
    this.how.onStorm(begins)
  }

  /** Turns away who waited too long although no place became free. */
  private sweep(): void {
    const oldest = performance.now() - this.how.bounds.waitMs
    for (let next = this.queue[this.head]; next && next.since < oldest; next = this.queue[this.head]) {
      this.turnAway(this.take(next).socket)
    }
  }

  close(): void {
    if (this.told) this.tell(false)
    while (this.waiting > 0) this.take(this.queue[this.head] as Waiting).socket.destroy()
  }

  private pump(): void {
    if (this.pumping || this.waiting === 0 || this.begun.size >= this.how.bounds.handshakes) return
    this.pumping = true
    if (this.isStorm()) setTimeout(() => this.turn(), this.how.bounds.restMs)
    else setImmediate(() => this.turn())
  }

  /** Looks whether many are at the door, and not for so long yet that the last of them would be missed. */
  private isStorm(): boolean {
    const { storm, stormMs, gentleMs } = this.how.bounds
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
    this.sweep()
    for (let i = 0; i < this.how.bounds.burst && this.begun.size < this.how.bounds.handshakes; i++) {
      const next = this.queue[this.head]
      if (!next) break
      this.begin(this.take(next).socket)
    }
    this.pump()
  }

  private begin(socket: Socket): void {
    if (socket.destroyed) return
    this.begun.set(socket, performance.now())
    this.how.start(socket)
  }

  private take(next: Waiting): Waiting {
    this.head++
    // the consumed front is cut off now and then: shifting an array of thousands on every take is quadratic
    if (this.head > 1024 || this.head === this.queue.length) {
      this.queue = this.queue.slice(this.head)
      this.head = 0
    }
    return next
  }

  private turnAway(socket: Socket): void {
    socket.destroy()
    this.how.onTurnedAway()
  }
}
