/** Repeatable random numbers for tests (mulberry32): the same seed gives the same cases on every machine. */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  of<T>(list: readonly T[]): T
  /** True once in `n` times. */
  once(n: number): boolean
  /** Between `least` and `most` of what `make` makes. */
  list<T>(least: number, most: number, make: () => T): T[]
}

export function chance(seed: number): Chance {
  let state = seed
  const below = (most: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
  return {
    below,
    of: (list) => list[below(list.length)] as (typeof list)[number],
    once: (n) => below(n) === 0,
    list: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  }
}
