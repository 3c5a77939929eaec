import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bounds of bodies that are being received, and held until their request is answered. */
export const bodyLimits = {
  /** Bytes held of all, of strangers and of users. */
  bytes: { stranger: 32 << 20, user: 256 << 20 },
  /** What the smallest body counts, so that their number is bounded as well. */
  least: 16 << 10,
  /** Bodies of one address or user that are not whole yet. */
  atOnce: { stranger: 32, user: 32 },
  /** Of one user, that go to disk. */
  storedAtOnce: 3,
  /** ms for the whole body. One that goes to disk may take as long as it comes on. */
  totalMs: { stranger: 15_000, user: 900_000 },
  /** ms in which nothing came. */
  stallMs: 10_000,
  storedStallMs: 30_000,
  /** Bytes a second on the average, once so many ms have passed. */
  leastRate: 1024,
  graceMs: 15_000,
  /** Of a body nobody wants: bytes and ms that are thrown away, so that its sender still reads the answer. */
  drained: 1 << 20,
  drainMs: 5000,
}

export type BodyLimits = typeof bodyLimits

export interface BodyOptions {
  /** Who is counted: an address, or a user. */
  readonly holder: string
  readonly who: 'stranger' | 'user'
  /** The most it may bring. */
  readonly most: number
  /** Of it held in memory. */
  readonly held: number
  /** Goes to disk as it comes. */
  readonly stored: boolean
}

interface Body extends BodyOptions {
  readonly raw: IncomingMessage
  weight: number
  /** ms of the process's clock: when it began, and when something came last. */
  begun: number
  moved: number
  /** Bytes that came. */
  came: number
  readonly before: number
  /** Answered already, or refused: what comes is thrown away. */
  unwanted: boolean
}

const LATE = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

/** Bytes announced; undefined: in pieces, nobody knows how many. 0: no body. */
export function announced({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

const isWhole = (raw: IncomingMessage) => raw.complete || raw.readableEnded || raw.destroyed

/**
 * Bodies on their way in. Each holder has so many at once, all together so many bytes; when these are used up, the holder of the
 * most gives way to who holds less. What comes too slowly is ended.
 */
export class Bodies {
  private readonly all = new Set<Body>()
  private readonly limits: BodyLimits
  private readonly timer: NodeJS.Timeout

  constructor(limits: BodyLimits = bodyLimits) {
    this.limits = limits
    this.timer = setInterval(() => this.sweep(), 500)
    this.timer.unref()
  }

  get size(): number {
    return this.all.size
  }

  close(): void {
    clearInterval(this.timer)
  }

  /** Begins to count a body; false: there is no room for it. */
  take(raw: IncomingMessage, reply: ServerResponse, how: BodyOptions): boolean {
    const { atOnce, storedAtOnce, least } = this.limits
    const weight = Math.max(least, Math.min(how.held, announced(raw) ?? how.held))
    const coming = this.comingOf(how)
    if (how.stored && coming.filter(({ stored }) => stored).length >= storedAtOnce) return false
    if (coming.length >= atOnce[how.who]) {
      // nobody signs in with so many at once; a user who is told so can wait
      if (how.who === 'user') return false
      this.end(coming[0] as Body)
    }
    if (!this.makeRoom(how, weight)) return false
    const body = this.enter(raw, how, weight)
    reply.once('close', () => this.answered(body))
    return true
  }

  /** Throws away, within bounds, what still comes of a request that is refused. */
  drain(raw: IncomingMessage): void {
    if (isWhole(raw) || announced(raw) === 0) return
    const { drained } = this.limits
    this.enter(raw, { holder: '', who: 'stranger', most: drained, held: 0, stored: false }, 0).unwanted = true
    let bytes = 0
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > drained) raw.socket.destroy()
    })
  }

  private enter(raw: IncomingMessage, how: BodyOptions, weight: number): Body {
    const now = performance.now()
    const before = raw.socket.bytesRead
    const body = { ...how, raw, weight, begun: now, moved: now, came: 0, before, unwanted: false }
    this.all.add(body)
    return body
  }

  private comingOf({ holder, who }: BodyOptions): Body[] {
    return [...this.all].filter((one) => one.holder === holder && one.who === who && !isWhole(one.raw) && !one.unwanted)
  }

  /** The heaviest give way, the oldest of theirs first, as long as they hold more than the newcomer would. */
  private makeRoom({ holder, who }: BodyOptions, weight: number): boolean {
    for (;;) {
      const weights = new Map<string, number>()
      let held = 0
      for (const one of this.all) {
        if (one.who !== who) continue
        held += one.weight
        weights.set(one.holder, (weights.get(one.holder) ?? 0) + one.weight)
      }
      if (held + weight <= this.limits.bytes[who]) return true
      const [heaviest, most] = [...weights].sort((a, b) => b[1] - a[1])[0] ?? ['', 0]
      if (most <= (weights.get(holder) ?? 0) + weight) return false
      const [oldest] = this.comingOf({ holder: heaviest, who } as BodyOptions)
      if (!oldest) return false
      this.end(oldest)
    }
  }

  private answered(body: Body): void {
    body.weight = 0
    if (isWhole(body.raw) || body.raw.socket.destroyed) return void this.all.delete(body)
    body.unwanted = true
    body.begun = performance.now()
  }

  private sweep(): void {
    const now = performance.now()
    for (const body of this.all) {
      const { raw } = body
      if (raw.socket.destroyed || (isWhole(raw) && body.unwanted)) this.all.delete(body)
      else if (!isWhole(raw) && this.isLate(body, now)) this.end(body)
    }
  }

  private isLate(body: Body, now: number): boolean {
    const { totalMs, stallMs, storedStallMs, leastRate, graceMs, drainMs } = this.limits
    const came = body.raw.socket.bytesRead - body.before
    if (came > body.came) body.moved = now
    body.came = came
    const age = now - body.begun
    if (body.unwanted) return age > drainMs
    if (came > body.most) return true
    if (now - body.moved > (body.stored ? storedStallMs : stallMs)) return true
    if (age > graceMs && came < (leastRate * age) / 1000) return true
    return !body.stored && age > totalMs[body.who]
  }

  private end(body: Body): void {
    this.all.delete(body)
    const { socket } = body.raw
    if (!body.unwanted && socket.writable) socket.write(LATE)
    socket.destroySoon()
  }
}
