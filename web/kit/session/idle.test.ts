import { expect, test } from 'vitest'
import { idleTooLong } from './idle.ts'

test('an hour without a click is too long; no known click is not', () => {
  expect(idleTooLong(1_000, 1_000 + 3_600_000)).toBe(false)
  expect(idleTooLong(1_000, 1_001 + 3_600_000)).toBe(true)
  expect(idleTooLong(0, 9_999_999_999)).toBe(false)
})
