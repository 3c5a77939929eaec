/**
 * What was used lately: the last `most` at least, twice as many at most. Half of it is let go of at a time, so that finding
 * something costs one look into a map and no list is kept in order.
 */
export class TtlCache<K, V> {
  private readonly most: number
  private young = new Map<K, V>()
  private old = new Map<K, V>()

  constructor(most: number) {
    this.most = most
  }

  get(key: K): V | undefined {
    const young = this.young.get(key)
    if (young !== undefined) return young
    const old = this.old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    if (this.young.size >= this.most && !this.young.has(key)) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}
