export interface FairSemaphoreOptions {
  /** Work under way at once, in all and of those who are not first. */
  readonly atOnce: number
  readonly atOnceRest: number
  /** Work that waits, in all and of one. */
  readonly waiting: number
  readonly waitingOfOne: number
}

/** Who waits, by who asks; told whether it is their turn or they have to go. */
type FairQueueByKey = Map<string, ((go: boolean) => void)[]>

/**
 * Costly work, some at once, the rest in line: in turn by who asks, so that one who asks a thousand times waits behind their own,
 * and those who are first before all others. Some of what is done at once is kept for them.
 */
export class FairSemaphore {
  private readonly options: FairSemaphoreOptions
  private readonly first: FairQueueByKey = new Map()
  private readonly rest: FairQueueByKey = new Map()
  private running = 0
  private runningRest = 0
  private waiting = 0

  constructor(options: FairSemaphoreOptions) {
    this.options = options
  }

  /** Undefined when too much waits, of `who` or in all: then who has the most in line gives up the last of it. */
  async take<T>(who: string, isFirst: boolean, work: () => Promise<T>): Promise<{ done: T } | undefined> {
    if (!this.begin(isFirst) && !(await this.wait(who, isFirst))) return undefined
    try {
      return { done: await work() }
    } finally {
      this.running--
      if (!isFirst) this.runningRest--
      this.next()
    }
  }

  private begin(isFirst: boolean): boolean {
    const { atOnce, atOnceRest } = this.options
    if (this.running >= atOnce || (!isFirst && this.runningRest >= atOnceRest)) return false
    this.running++
    if (!isFirst) this.runningRest++
    return true
  }

  private async wait(who: string, isFirst: boolean): Promise<boolean> {
    const line = isFirst ? this.first : this.rest
    const own = line.get(who) ?? []
    if (own.length >= this.options.waitingOfOne) return false
    // who is first finds room however many others wait
    if (!isFirst && this.waiting >= this.options.waiting && !this.makeRoom(own.length)) return false
    if (!isFirst) this.waiting++
    const isTurn = await new Promise<boolean>((resolve) => line.set(who, [...own, resolve]))
    if (!isFirst) this.waiting--
    return isTurn
  }

  /** Sends away the last one of the longest line, where that is longer than the line of who comes would be. */
  private makeRoom(own: number): boolean {
    const [who, line] = [...this.rest].reduce((longest, one) => (one[1].length > longest[1].length ? one : longest))
    if (line.length <= own + 1) return false
    const last = line.at(-1)
    this.rest.set(who, line.slice(0, -1))
    last?.(false)
    return true
  }

  /** Lets in who is next: the place is theirs before anybody else can ask. */
  private next(): void {
    for (const isFirst of [true, false]) {
      const line = isFirst ? this.first : this.rest
      for (const [who, [go, ...others]] of line) {
        if (!go || !this.begin(isFirst)) break
        line.delete(who)
        // behind all who wait
        if (others.length) line.set(who, others)
        go(true)
        return
      }
    }
  }
}
