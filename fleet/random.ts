/** A well mixed 32-bit hash of a text (FNV-1a, then an avalanche); permanently stable, so that identities survive restarts. */
export function hash32(text: string, seed = 0): number {
  let value = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A reproducible random generator (mulberry32): one number of state, fast, sufficient for simulation, never for secrets. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T
  }

  /** Picks by weight; the weights need no particular sum. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T {
    let left = this.next() * list.reduce((sum, entry) => sum + entry.weight, 0)
    for (const entry of list) {
      left -= entry.weight
      if (left < 0) return entry
    }
    return list[list.length - 1] as T
  }

  /** Roughly normal around 0 with deviation 1, from -3 to 3. */
  swing(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2
  }
}
