import { expect, test } from 'vitest'
import { amountText, axisTicks, axisText } from './chart-unit.ts'

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

test.each([
  [0, '', [0, 1]],
  [2, '', [0, 1, 2]],
  [17, '', [0, 5, 10, 15, 20]],
  [3 * 2 ** 30, 'B', [0, 2 ** 30, 2 ** 31, 3 * 2 ** 30]],
  [0.9, '%', [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [5400, 's', [0, 1800, 3600, 5400]],
  [12e6, 'bit/s', [0, 2e6, 4e6, 6e6, 8e6, 10e6, 12e6]],
] as const)('an axis up to %s %s ends above it, at a step of its unit', (top, unit, ticks) => {
  const shown = axisTicks(top, unit)
  expect(shown).toHaveLength(ticks.length)
  ticks.forEach((tick, at) => expect(shown[at]).toBeCloseTo(tick, 9))
})
