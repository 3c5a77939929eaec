import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bounds of bodies that are being received, and held until their request is answered. */
export const bodyLimits = {
  /** Bytes held of all, of strangers and of users. */
  bytes: { stranger: 32 << 20, user: 256 << 20 },
  /** The minimum that a body counts, so that their number is bounded too. */
  least: 16 << 10,
  /** Incomplete bodies of one address or user. */
  atOnce: { stranger: 32, user: 32 },
  /** Of one user, streamed to disk. */
  storedAtOnce: 3,
  /** ms for the whole body. A body streamed to disk may take longer while it progresses. */
  totalMs: { stranger: 15_000, user: 900_000 },
  /** ms without progress. */
  stallMs: 10_000,
  storedStallMs: 30_000,
  /** Bytes a second on the average, once so many ms have passed. */
  leastRate: 1024,
  graceMs: 15_000,
  /** Of a refused body: bytes and ms that are discarded, so that its sender still reads the response. */
  drained: 1 << 20,
  drainMs: 5000,
}

export type BodyLimits = typeof bodyLimits

export interface BodyOptions {
  /** The counted key: an address, or a user. */
  readonly holder: string
  readonly who: 'stranger' | 'user'
  /** Its maximum size. */
  readonly most: number
  /** Of it held in memory. */
  readonly held: number
  /** Streamed to disk. */
  readonly stored: boolean
}

interface Body extends BodyOptions {
  readonly raw: IncomingMessage
  weight: number
  /** ms of the process's clock: start, and last progress. */
  begun: number
  moved: number
  /** Bytes that came. */
  came: number
  readonly before: number
  /** Answered or refused: further bytes are discarded. */
  unwanted: boolean
}

const LATE = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

/** Bytes announced; undefined: chunked, of unknown size. 0: no body. */
export function announced({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

const isWhole = (raw: IncomingMessage) => raw.complete || raw.readableEnded || raw.destroyed

/**
 * Bodies being received. Each holder has a maximum number, all together a maximum of bytes; when these are used up, bodies of the largest
 * holder are aborted in favour of smaller ones. Too slow bodies are aborted.
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

  /** Starts to count a body; false: no capacity. */
  take(raw: IncomingMessage, reply: ServerResponse, options: BodyOptions): boolean {
    const { atOnce, storedAtOnce, least } = this.limits
    const weight = Math.max(least, Math.min(options.held, announced(raw) ?? options.held))
    const coming = this.comingOf(options)
    if (options.stored && coming.filter(({ stored }) => stored).length >= storedAtOnce) return false
    if (coming.length >= atOnce[options.who]) {
      // no sign-in needs that many; a refused user can retry
      if (options.who === 'user') return false
      this.end(coming[0] as Body)
    }
    if (!this.makeRoom(options, weight)) return false
    const body = this.enter(raw, options, weight)
    reply.once('close', () => this.answered(body))
    return true
  }

  /** Discards, within bounds, the rest of a refused request. */
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

  private enter(raw: IncomingMessage, options: BodyOptions, weight: number): Body {
    const now = performance.now()
    const before = raw.socket.bytesRead
    const body = { ...options, raw, weight, begun: now, moved: now, came: 0, before, unwanted: false }
    this.all.add(body)
    return body
  }

  private comingOf({ holder, who }: BodyOptions): Body[] {
    return [...this.all].filter((one) => one.holder === holder && one.who === who && !isWhole(one.raw) && !one.unwanted)
  }

  /** Aborts bodies of the largest holders, their oldest first, while these hold more than the new one would. */
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
