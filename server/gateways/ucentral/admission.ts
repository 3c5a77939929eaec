import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

type Bounds = Pick<Limits, 'handshakes' | 'waiting' | 'waitMs' | 'burst'>

interface Waiting {
  readonly socket: Socket
  readonly since: number
}

const ignore = () => {}

/**
 * The door for reconnect storms. After a restart every device comes back within the same ten seconds, and a handshake costs
 * as much as a hundred messages: handshakes begin a few in each turn of the event loop, so that everything else goes on
 * being answered; who would wait too long is closed at once and tries again, nobody is left hanging.
 */
export class Admission {
  private queue: Waiting[] = []
  private head = 0
  private underWay = 0
  private pumping = false
  private readonly bounds: Bounds
  private readonly start: (socket: Socket) => void
  private readonly onTurnedAway: () => void

  constructor(bounds: Bounds, start: (socket: Socket) => void, onTurnedAway: () => void) {
    this.bounds = bounds
    this.start = start
    this.onTurnedAway = onTurnedAway
  }

  /** Sockets whose handshake has not begun. */
  get waiting(): number {
    return this.queue.length - this.head
  }

  offer(socket: Socket): void {
    socket.on('error', ignore)
    if (this.waiting >= this.bounds.waiting) return this.turnAway(socket)
    this.queue.push({ socket, since: performance.now() })
    this.pump()
  }

  /** A handshake ended, well or not. */
  ended(): void {
    if (this.underWay > 0) this.underWay--
    this.pump()
  }

  /** Turns away who waited too long although no place became free; called by a timer. */
  sweep(): void {
    const oldest = performance.now() - this.bounds.waitMs
    for (let next = this.queue[this.head]; next && next.since < oldest; next = this.queue[this.head]) {
      this.turnAway(this.take(next).socket)
    }
  }

  close(): void {
    while (this.waiting > 0) this.take(this.queue[this.head] as Waiting).socket.destroy()
  }

  private pump(): void {
    if (this.pumping || this.waiting === 0 || this.underWay >= this.bounds.handshakes) return
    this.pumping = true
    setImmediate(() => this.turn())
  }

  private turn(): void {
    this.pumping = false
    this.sweep()
    for (let i = 0; i < this.bounds.burst && this.underWay < this.bounds.handshakes; i++) {
      const next = this.queue[this.head]
      if (!next) break
      this.begin(this.take(next).socket)
    }
    this.pump()
  }

  private begin(socket: Socket): void {
    socket.off('error', ignore)
    if (socket.destroyed) return
    this.underWay++
    this.start(socket)
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
    this.onTurnedAway()
  }
}
