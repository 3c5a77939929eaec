import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Bounds of answers that are made and not taken yet. */
export const answerLimits = {
  /** Bytes of all. */
  bytes: 256 << 20,
  /** ms in which nothing of an answer was taken. */
  stallMs: 30_000,
  lookMs: 500,
}

interface OpenAnswer {
  readonly reply: ServerResponse
  readonly holder: string
  /** What was not taken when it was looked at last. */
  left: string
  /** ms of the process's clock. */
  moved: number
}

/** Bytes the system has not taken yet. A large piece counts as unwritten until all of it went; Node tells how far it is here alone. */
const queuedOf = ({ socket }: ServerResponse): number =>
  (socket as { _handle?: { writeQueueSize?: number } } | null)?._handle?.writeQueueSize ?? 0

/**
 * Answers wait in memory for who asked, who may never read them. One that stands still is ended; when all together are too much,
 * whoever leaves the most unread loses the oldest.
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

  /** Something waits to be taken, and nothing was for too long. */
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
