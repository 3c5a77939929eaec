/** At most so many at a time; the others wait in order. What is given up while it waits never begins. */
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
      // the place goes to the next in line without ever being free
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
