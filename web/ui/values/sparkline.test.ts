import { expect, test } from 'vitest'
import { linePath } from './sparkline.tsx'

test('a gap breaks the line; a value between two gaps is a point', () => {
  expect(linePath([0, 10, null, 5], 90, 22, 10)).toBe('M0,21L30,1M90,11Z')
})
