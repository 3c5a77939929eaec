import { expect, test } from 'vitest'
import { linePath } from './sparkline.tsx'

test('a gap breaks the line', () => {
  expect(linePath([0, 10, null, 5], 90, 22, 10)).toBe('M0.0 21.0L30.0 1.0M90.0 11.0')
})
