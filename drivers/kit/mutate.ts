/** Random numbers from a seed, so that a failing case can be repeated: the function returns values from 0 to below 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const odd: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 1e308,
  () => 2 ** 53 + 2,
  () => 3_000_000_000,
  () => 0.5,
  () => '',
  () => '0',
  () => '1',
  () => 'NaN',
  () => '\u0000\u0007\ud800',
  () => 'x'.repeat(5000),
  () => '-57',
  () => 'true',
  () => [],
  () => [null],
  () => [[[]]],
  () => ({}),
  () => ({ '': null }),
  () => ({ a: { a: { a: {} } } }),
  () => Array.from({ length: 6000 }, (_, i) => i),
  () => Array.from({ length: 6000 }, () => ({})),
  () => Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i])),
  () => JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1},"toString":null,"length":-1}'),
]

/** A copy of a JSON document with `changes` values replaced by values that no valid device sends. */
export function mutate<T>(document: T, random: () => number, changes: number): T {
  const holder: { root: unknown } = { root: structuredClone(document) }
  for (let i = 0; i < changes; i++) spoil(holder as unknown as Record<string, unknown>, 'root', random)
  return holder.root as T
}

/** Walks down at random and changes the value where it stops. */
function spoil(parent: Record<string, unknown>, key: string, random: () => number): void {
  const value = parent[key]
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const next = keys[Math.floor(random() * keys.length)]
  if (next !== undefined && random() > 0.12) return spoil(value as Record<string, unknown>, next, random)
  const choice = random()
  if (choice < 0.1) delete parent[key]
  else if (choice < 0.2 && Array.isArray(value)) parent[key] = Array.from({ length: 5000 }, () => value[0])
  else if (choice < 0.3) parent[`${key}'`] = value
  else parent[key] = odd[Math.floor(random() * odd.length)]?.()
}
