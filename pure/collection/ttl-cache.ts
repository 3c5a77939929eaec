/**
 * Keeps recently used entries: at least the last `most`, at most twice as many. It drops half of the entries at a time. A look-up
 * therefore costs one or two map accesses, and no ordered list is needed.
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
