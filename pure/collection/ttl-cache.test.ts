import { expect, test } from 'vitest'
import { TtlCache } from './ttl-cache.ts'

test('keeps recently used entries and drops the others', () => {
  const lately = new TtlCache<number, string>(3)
  for (let n = 0; n < 6; n++) lately.set(n, `v${n}`)
  expect([3, 4, 5].map((n) => lately.get(n))).toEqual(['v3', 'v4', 'v5'])
  // this use keeps it longer than entries that were added later
  lately.get(0)
  for (let n = 6; n < 9; n++) lately.set(n, `v${n}`)
  expect(lately.get(8)).toBe('v8')
  expect(lately.get(1)).toBeUndefined()
  lately.set(8, 'new')
  expect(lately.get(8)).toBe('new')
})
