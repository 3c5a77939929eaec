import { expect, test } from 'vitest'
import { TtlCache } from './ttl-cache.ts'

test('keeps what was used lately and lets go of the rest', () => {
  const lately = new TtlCache<number, string>(3)
  for (let n = 0; n < 6; n++) lately.set(n, `v${n}`)
  expect([3, 4, 5].map((n) => lately.get(n))).toEqual(['v3', 'v4', 'v5'])
  // used again, it outlives what came after it
  lately.get(0)
  for (let n = 6; n < 9; n++) lately.set(n, `v${n}`)
  expect(lately.get(8)).toBe('v8')
  expect(lately.get(1)).toBeUndefined()
  lately.set(8, 'new')
  expect(lately.get(8)).toBe('new')
})
