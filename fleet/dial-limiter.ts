/** Limits concurrent connection attempts, in order of request. */
export class Doorman {
  readonly #most: number
  readonly #queue: (() => void)[] = []
  #inside = 0

  constructor(most: number) {
    this.#most = most
  }

  enter(go: () => void): void {
    if (this.#inside < this.#most) {
      this.#inside++
      go()
    } else this.#queue.push(go)
  }

  leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#inside--
  }

  get waiting(): number {
    return this.#queue.length
  }
}
