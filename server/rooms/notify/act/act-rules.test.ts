import { expect, test } from 'vitest'
import { after, appliesTo, noteOf, partsOf, SILENCE, tokenOf } from './act-rules.ts'

const open = { state: 0 as const, acknowledged_at: null }
const seen = { state: 0 as const, acknowledged_at: 7 }
const solved = { state: 1 as const, acknowledged_at: 7 }
const ignored = { state: 2 as const, acknowledged_at: 7 }

test.each([
  ['acknowledge', [true, false, false, false]],
  ['silence', [true, true, false, false]],
  ['solve', [true, true, false, true]],
] as const)('%s applies to open, acknowledged, solved, ignored: %j', (action, expected) => {
  expect([open, seen, solved, ignored].map((one) => appliesTo(action, one))).toEqual(expected)
})

test('a silence ends after an hour, the others have no end', () => {
  expect(after('silence', 100)).toEqual({ state: 2, ignored_until: 100 + SILENCE })
  expect(after('acknowledge', 100)).toEqual({ state: 0, ignored_until: null })
  expect(after('solve', 100)).toEqual({ state: 1, ignored_until: null })
  expect(noteOf('acknowledge', 'Li Lei', 'en')).toBe('Acknowledge: Li Lei')
})

test('a token contains the message and its signature', () => {
  const uuid = '0191d3a4-7c1e-7c2b-9d55-0a1b2c3d4e5f'
  expect(partsOf(tokenOf(uuid, 'x'.repeat(43)))).toEqual({ uuid, digest: 'x'.repeat(43) })
})
