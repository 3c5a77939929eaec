import { expect, test } from 'vitest'
import { endOf, isLive, modeOf } from './share-rules.ts'

test.each([
  [0, null, true],
  [1, null, true],
  [1, 101, true],
  [1, 100, false],
  [0, 99, false],
  [-2, null, false],
  [-1, null, false],
  [2, null, false],
  [3, null, false],
  [4, null, false],
])('status %d until %s is live at 100: %s', (status, expire_at, lives) => {
  expect(isLive({ status, expire_at }, 100)).toBe(lives)
})

test('the side that ends it, and whether it was received, determine the status', () => {
  expect([endOf({ status: 0 }, 'owner'), endOf({ status: 1 }, 'owner')]).toEqual([-2, 2])
  expect([endOf({ status: 0 }, 'receiver'), endOf({ status: 1 }, 'receiver')]).toEqual([4, 3])
})

test('managing is mode 1, viewing mode 3', () => {
  expect([modeOf(1), modeOf(2)]).toEqual([1, 3])
})
