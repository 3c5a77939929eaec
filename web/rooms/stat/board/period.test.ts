import { expect, test } from 'vitest'
import { periodOf, stretchOf } from './period.ts'

const now = 1_790_000_123
const end = 1_790_000_400
const day = 86_400

test.each([
  [
    { period: '24h', from: 0, to: 0 },
    { from: end - day, to: end },
  ],
  [
    { period: '30d', from: 0, to: 0 },
    { from: end - 30 * day, to: end },
  ],
  [
    { period: 'never', from: 0, to: 0 },
    { from: end - day, to: end },
  ],
  [
    { period: '7d', from: now - 7200, to: now - 3600 },
    { from: now - 7200, to: now - 3600 },
  ],
  [
    { period: '7d', from: now - 7200, to: now + 999_999 },
    { from: now - 7200, to: end },
  ],
  // reversed, too short, too long, in the future
  [
    { period: '7d', from: now, to: now - 3600 },
    { from: end - 7 * day, to: end },
  ],
  [
    { period: '7d', from: now - 10, to: now },
    { from: end - 7 * day, to: end },
  ],
  [
    { period: '7d', from: 1, to: now },
    { from: end - 7 * day, to: end },
  ],
  [
    { period: '7d', from: now + 10, to: now + 9999 },
    { from: end - 7 * day, to: end },
  ],
])('%j', (said, period) => expect(periodOf(said, now)).toEqual(period))

test('a stretch that is too short to be drawn is widened around its middle', () => {
  expect(stretchOf(1000, 1100)).toEqual({ from: 750, to: 1350 })
  expect(stretchOf(1000, 9000)).toEqual({ from: 1000, to: 9000 })
})
