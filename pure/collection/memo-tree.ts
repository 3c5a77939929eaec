/**
 * Memoizes values by the identity of their inputs, for work on many objects with the same inputs. It keeps all values. Create one
 * for each piece of work and drop it afterwards.
 */
export class MemoTree<T> {
  private readonly made = new MemoNode<T>()

  /** `from`: all inputs of `make`; objects are compared by identity. */
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
