/** Runs at most `most` tasks at a time; the others wait in order. A task that is cancelled while it waits never starts. */
export class PollSemaphore {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get size(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length }
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running++
    try {
      return await work()
    } finally {
      // the permit passes directly to the next waiting task
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
