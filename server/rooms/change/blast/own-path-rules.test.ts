import { describe, expect, test } from 'vitest'
import { ownPathOf } from './own-path-rules.ts'

describe('the user’s own path', () => {
  test.each([
    ['a terminal behind what goes', '192.168.1.20', [2], null, 'yes'],
    ['a terminal elsewhere', '192.168.1.20', [9], null, 'no'],
    ['the same address in two scenes', '192.168.1.20', [2, 9], null, 'maybe'],
    ['from the line of the scene, a part of it stays', '203.0.113.7', [], '203.0.113.7', 'maybe'],
    ['from somewhere else', '198.51.100.1', [], '203.0.113.7', 'no'],
    ['from this machine', '127.0.0.1', [], '127.0.0.1', 'no'],
    ['an address in two spellings', '::ffff:203.0.113.7', [], '203.0.113.7', 'maybe'],
  ] as const)('%s', (_, ip, behind, dials, want) => {
    const all = [1, 2, 9].map((id) => ({ id, dials }))
    expect(ownPathOf({ ip, behind }, { lost: new Set([2]), down: new Set([1]) }, all)).toBe(want)
    if (want === 'maybe' && behind.length === 0)
      expect(ownPathOf({ ip, behind }, { lost: new Set([2, 9]), down: new Set([1]) }, all)).toBe('yes')
  })
})
