import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Bounds of responses that are not read yet. */
export const answerLimits = {
  /** Bytes of all. */
  bytes: 256 << 20,
  /** ms without progress of a response. */
  stallMs: 30_000,
  lookMs: 500,
}

interface OpenAnswer {
  readonly reply: ServerResponse
  readonly holder: string
  /** Unread bytes at the last check. */
  left: string
  /** ms of the process's clock. */
  moved: number
}

/**
 * Bytes that the system has not accepted yet. A large chunk counts as unwritten until all of it is sent; Node reports the progress only
 * here.
 */
const queuedOf = ({ socket }: ServerResponse): number =>
  (socket as { _handle?: { writeQueueSize?: number } } | null)?._handle?.writeQueueSize ?? 0

/**
 * Responses wait in memory for clients that may never read them. A response without progress is aborted; when the total is too large, the
 * client with the most unread bytes loses its oldest response.
 */
export class AnswerLimiter {
  private readonly open = new Set<OpenAnswer>()
  private readonly limits: typeof answerLimits
  private readonly timer: NodeJS.Timeout

  constructor(limits = answerLimits) {
    this.limits = limits
    this.timer = setInterval(() => this.look(), limits.lookMs)
    this.timer.unref()
  }

  watch(server: Server, holderOf: (request: IncomingMessage) => string): void {
    server.on('request', (request: IncomingMessage, reply: ServerResponse) => this.enter(reply, holderOf(request)))
  }

  enter(reply: ServerResponse, holder: string): void {
    const answer = { reply, holder, left: '', moved: performance.now() }
    this.open.add(answer)
    reply.once('close', () => this.open.delete(answer))
  }

  close(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    const now = performance.now()
    const unread = new Map<string, { bytes: number; answers: OpenAnswer[] }>()
    let all = 0
    for (const answer of this.open) {
      const bytes = answer.reply.writableLength
      if (this.isStill(answer, bytes, now)) {
        this.end(answer)
        continue
      }
      all += bytes
      const own = unread.get(answer.holder) ?? { bytes: 0, answers: [] }
      unread.set(answer.holder, own)
      own.bytes += bytes
      if (bytes > 0) own.answers.push(answer)
    }
    while (all > this.limits.bytes) {
      const [most] = [...unread.values()].sort((a, b) => b.bytes - a.bytes)
      const oldest = most?.answers.shift()
      if (!most || !oldest) return
      const bytes = oldest.reply.writableLength
      most.bytes -= bytes
      all -= bytes
      this.end(oldest)
    }
  }

  /** There are unread bytes, and no progress for too long. */
  private isStill(answer: OpenAnswer, bytes: number, now: number): boolean {
    const left = `${bytes} ${queuedOf(answer.reply)}`
    if (bytes === 0 || left !== answer.left) {
      answer.left = left
      answer.moved = now
      return false
    }
    return now - answer.moved > this.limits.stallMs
  }

  private end(answer: OpenAnswer): void {
    this.open.delete(answer)
    answer.reply.socket?.destroy()
  }
}
