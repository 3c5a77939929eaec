import { expect, test } from 'vitest'
import { amountText, axisEnd, axisText } from './chart-unit.ts'

test.each([
  [0, 'B', '0 B'],
  [1536, 'B', '1.50 KB'],
  [1024 ** 4 * 3.456, 'B', '3.46 TB'],
  [12_500_000, 'bit/s', '12.5 Mbps'],
  [99.954, '%', '99.95%'],
  [12_345, '', '12,345'],
  [41.5, '℃', '41.5 ℃'],
  [null, 'B', '–'],
] as const)('%s %s is %s', (value, unit, text) => expect(amountText(value, unit)).toBe(text))

test.each([
  [1536, 'B', '1.5 KB'],
  [2 ** 30, 'B', '1 GB'],
  [1e6, 'bit/s', '1 Mbps'],
  [50, '%', '50%'],
] as const)('an axis says %s %s as %s', (value, unit, text) => expect(axisText(value, unit)).toBe(text))

test('an axis ends above its values, at a step of its unit', () => {
  expect(axisEnd(0, '')).toEqual({ end: 1, step: 1 })
  expect(axisEnd(17, '')).toEqual({ end: 20, step: 5 })
  expect(axisEnd(3 * 2 ** 30, 'B')).toEqual({ end: 3 * 2 ** 30, step: 2 ** 30 })
})
