/**
 * What was worked out from the very same things before, for work that is done for many that are alike. It holds all it made: one
 * is made for a piece of work and goes with it.
 */
export class MemoTree<T> {
  private readonly made = new MemoNode<T>()

  /** `from`: all that `make` depends on; objects count as the same when they are the same object. */
  once(from: readonly unknown[], make: () => T): T {
    let step = this.made
    for (const one of from) step = step.to(one)
    return (step.made ??= { value: make() }).value
  }
}

class MemoNode<T> {
  private readonly next = new Map<unknown, MemoNode<T>>()
  made: { value: T } | undefined

  to(one: unknown): MemoNode<T> {
    let next = this.next.get(one)
    if (!next) this.next.set(one, (next = new MemoNode()))
    return next
  }
}
