import { deepStrictEqual } from 'node:assert'

/** Throws with both sides unless `found` has exactly the expected content. */
export function same(what: string, found: unknown, expected: unknown): void {
  try {
    deepStrictEqual(found, expected)
  } catch {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
}

/** Throws unless it is so. */
export function holds(what: string, truth: unknown): asserts truth {
  if (!truth) throw new Error(`does not hold: ${what}`)
}
